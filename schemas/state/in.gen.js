// Written by schemas/generate.ts from the schema beside it. Do not edit.
// @ts-self-types="./in.gen.d.ts"
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"state-in","title":"InputLine","type":"object","required":["type"],"discriminator":{"propertyName":"type"},"oneOf":[{"$ref":"#/$defs/UserInput"},{"$ref":"#/$defs/ToolApproval"},{"$ref":"#/$defs/Interrupt"},{"$ref":"#/$defs/ModelSwitch"}],"$defs":{"UserInput":{"type":"object","properties":{"type":{"const":"user_input"},"content":{"type":"string"}},"required":["type","content"]},"ToolApproval":{"type":"object","properties":{"type":{"const":"tool_approval"},"tool_id":{"type":"string"},"approved":{"type":"boolean"}},"required":["type","tool_id","approved"]},"Interrupt":{"type":"object","properties":{"type":{"const":"interrupt"}},"required":["type"]},"ModelSwitch":{"type":"object","properties":{"type":{"const":"model_switch"},"model_id":{"type":"string"}},"required":["type","model_id"]}}};
const schema12 = {"type":"object","properties":{"type":{"const":"user_input"},"content":{"type":"string"}},"required":["type","content"]};
const schema13 = {"type":"object","properties":{"type":{"const":"tool_approval"},"tool_id":{"type":"string"},"approved":{"type":"boolean"}},"required":["type","tool_id","approved"]};
const schema14 = {"type":"object","properties":{"type":{"const":"interrupt"}},"required":["type"]};
const schema15 = {"type":"object","properties":{"type":{"const":"model_switch"},"model_id":{"type":"string"}},"required":["type","model_id"]};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="state-in" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
validate10.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const tag0 = data.type;
if(typeof tag0 == "string"){
if(tag0 === "user_input"){
const _errs3 = errors;
if(errors === _errs3){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.type === undefined) && (missing1 = "type")) || ((data.content === undefined) && (missing1 = "content"))){
validate10.errors = [{instancePath,schemaPath:"#/$defs/UserInput/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data.type !== undefined){
const _errs5 = errors;
if("user_input" !== data.type){
validate10.errors = [{instancePath:instancePath+"/type",schemaPath:"#/$defs/UserInput/properties/type/const",keyword:"const",params:{allowedValue: "user_input"},message:"must be equal to constant"}];
return false;
}
var valid3 = _errs5 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data.content !== undefined){
const _errs6 = errors;
if(typeof data.content !== "string"){
validate10.errors = [{instancePath:instancePath+"/content",schemaPath:"#/$defs/UserInput/properties/content/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs6 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/$defs/UserInput/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
}
else if(tag0 === "tool_approval"){
const _errs9 = errors;
if(errors === _errs9){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((((data.type === undefined) && (missing2 = "type")) || ((data.tool_id === undefined) && (missing2 = "tool_id"))) || ((data.approved === undefined) && (missing2 = "approved"))){
validate10.errors = [{instancePath,schemaPath:"#/$defs/ToolApproval/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data.type !== undefined){
const _errs11 = errors;
if("tool_approval" !== data.type){
validate10.errors = [{instancePath:instancePath+"/type",schemaPath:"#/$defs/ToolApproval/properties/type/const",keyword:"const",params:{allowedValue: "tool_approval"},message:"must be equal to constant"}];
return false;
}
var valid6 = _errs11 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data.tool_id !== undefined){
const _errs12 = errors;
if(typeof data.tool_id !== "string"){
validate10.errors = [{instancePath:instancePath+"/tool_id",schemaPath:"#/$defs/ToolApproval/properties/tool_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs12 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data.approved !== undefined){
const _errs14 = errors;
if(typeof data.approved !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/approved",schemaPath:"#/$defs/ToolApproval/properties/approved/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid6 = _errs14 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/$defs/ToolApproval/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
}
else if(tag0 === "interrupt"){
const _errs17 = errors;
if(errors === _errs17){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing3;
if((data.type === undefined) && (missing3 = "type")){
validate10.errors = [{instancePath,schemaPath:"#/$defs/Interrupt/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'"}];
return false;
}
else {
if(data.type !== undefined){
if("interrupt" !== data.type){
validate10.errors = [{instancePath:instancePath+"/type",schemaPath:"#/$defs/Interrupt/properties/type/const",keyword:"const",params:{allowedValue: "interrupt"},message:"must be equal to constant"}];
return false;
}
}
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/$defs/Interrupt/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
}
else if(tag0 === "model_switch"){
const _errs21 = errors;
if(errors === _errs21){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing4;
if(((data.type === undefined) && (missing4 = "type")) || ((data.model_id === undefined) && (missing4 = "model_id"))){
validate10.errors = [{instancePath,schemaPath:"#/$defs/ModelSwitch/required",keyword:"required",params:{missingProperty: missing4},message:"must have required property '"+missing4+"'"}];
return false;
}
else {
if(data.type !== undefined){
const _errs23 = errors;
if("model_switch" !== data.type){
validate10.errors = [{instancePath:instancePath+"/type",schemaPath:"#/$defs/ModelSwitch/properties/type/const",keyword:"const",params:{allowedValue: "model_switch"},message:"must be equal to constant"}];
return false;
}
var valid12 = _errs23 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data.model_id !== undefined){
const _errs24 = errors;
if(typeof data.model_id !== "string"){
validate10.errors = [{instancePath:instancePath+"/model_id",schemaPath:"#/$defs/ModelSwitch/properties/model_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid12 = _errs24 === errors;
}
else {
var valid12 = true;
}
}
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/$defs/ModelSwitch/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0},message:"value of tag \"type\" must be in oneOf"}];
return false;
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0},message:"tag \"type\" must be string"}];
return false;
}
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate10.errors = vErrors;
return errors === 0;
}
