// Written by schemas/generate.ts from the schema beside it. Do not edit.
// @ts-self-types="./user_line.gen.d.ts"
"use strict";
export const validate = validate19;
export default validate19;
const schema12 = {"description":"A prompt.","type":"object","properties":{"type":{"const":"user"},"message":{"type":"object","properties":{"role":{"type":"string"},"content":{"$ref":"#/$defs/Content"}},"required":["content"],"additionalProperties":true},"uuid":{"type":["string","null"]},"session_id":{"type":["string","null"]},"parent_tool_use_id":{"type":["string","null"]},"shouldQuery":{"type":["boolean","null"]},"client_composed":{"type":["boolean","null"]},"priority":{"type":["string","null"]}},"required":["type","message"],"additionalProperties":true};
const schema13 = {"description":"Text, or a list of blocks.","type":["string","array"],"items":{"type":["object","string"]}};

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.type === undefined) && (missing0 = "type")) || ((data.message === undefined) && (missing0 = "message"))){
validate19.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.type !== undefined){
const _errs2 = errors;
if("user" !== data.type){
validate19.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "user"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.message !== undefined){
let data1 = data.message;
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((data1.content === undefined) && (missing1 = "content")){
validate19.errors = [{instancePath:instancePath+"/message",schemaPath:"#/properties/message/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data1.role !== undefined){
const _errs6 = errors;
if(typeof data1.role !== "string"){
validate19.errors = [{instancePath:instancePath+"/message/role",schemaPath:"#/properties/message/properties/role/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.content !== undefined){
let data3 = data1.content;
const _errs8 = errors;
const _errs9 = errors;
if((typeof data3 !== "string") && (!(Array.isArray(data3)))){
validate19.errors = [{instancePath:instancePath+"/message/content",schemaPath:"#/$defs/Content/type",keyword:"type",params:{type: schema13.type},message:"must be string,array"}];
return false;
}
if(errors === _errs9){
if(Array.isArray(data3)){
var valid3 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs11 = errors;
if((!(data4 && typeof data4 == "object" && !Array.isArray(data4))) && (typeof data4 !== "string")){
validate19.errors = [{instancePath:instancePath+"/message/content/" + i0,schemaPath:"#/$defs/Content/items/type",keyword:"type",params:{type: schema13.items.type},message:"must be object,string"}];
return false;
}
var valid3 = _errs11 === errors;
if(!valid3){
break;
}
}
}
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
}
}
}
else {
validate19.errors = [{instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.uuid !== undefined){
let data5 = data.uuid;
const _errs13 = errors;
if((typeof data5 !== "string") && (data5 !== null)){
validate19.errors = [{instancePath:instancePath+"/uuid",schemaPath:"#/properties/uuid/type",keyword:"type",params:{type: schema12.properties.uuid.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.session_id !== undefined){
let data6 = data.session_id;
const _errs15 = errors;
if((typeof data6 !== "string") && (data6 !== null)){
validate19.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: schema12.properties.session_id.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.parent_tool_use_id !== undefined){
let data7 = data.parent_tool_use_id;
const _errs17 = errors;
if((typeof data7 !== "string") && (data7 !== null)){
validate19.errors = [{instancePath:instancePath+"/parent_tool_use_id",schemaPath:"#/properties/parent_tool_use_id/type",keyword:"type",params:{type: schema12.properties.parent_tool_use_id.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.shouldQuery !== undefined){
let data8 = data.shouldQuery;
const _errs19 = errors;
if((typeof data8 !== "boolean") && (data8 !== null)){
validate19.errors = [{instancePath:instancePath+"/shouldQuery",schemaPath:"#/properties/shouldQuery/type",keyword:"type",params:{type: schema12.properties.shouldQuery.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.client_composed !== undefined){
let data9 = data.client_composed;
const _errs21 = errors;
if((typeof data9 !== "boolean") && (data9 !== null)){
validate19.errors = [{instancePath:instancePath+"/client_composed",schemaPath:"#/properties/client_composed/type",keyword:"type",params:{type: schema12.properties.client_composed.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.priority !== undefined){
let data10 = data.priority;
const _errs23 = errors;
if((typeof data10 !== "string") && (data10 !== null)){
validate19.errors = [{instancePath:instancePath+"/priority",schemaPath:"#/properties/priority/type",keyword:"type",params:{type: schema12.properties.priority.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
else {
validate19.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate19.errors = vErrors;
return errors === 0;
}
