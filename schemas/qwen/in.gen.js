// Written by schemas/generate.ts from the schema beside it. Do not edit.
// @ts-self-types="./in.gen.d.ts"
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"qwen-in","title":"InputLine","type":"object","required":["type"],"discriminator":{"propertyName":"type"},"oneOf":[{"$ref":"#/$defs/UserLine"},{"$ref":"#/$defs/ControlRequestLine"},{"$ref":"#/$defs/ControlResponseLine"},{"$ref":"#/$defs/ControlCancelLine"}],"$defs":{"Content":{"type":["string","array"],"items":{"type":["object","string"]}},"UserLine":{"type":"object","properties":{"type":{"const":"user"},"message":{"type":"object","properties":{"role":{"type":"string"},"content":{"$ref":"#/$defs/Content"}},"required":["content"]},"uuid":{"type":["string","null"]},"session_id":{"type":["string","null"]},"parent_tool_use_id":{"type":["string","null"]},"shouldQuery":{"type":["boolean","null"]},"client_composed":{"type":["boolean","null"]},"priority":{"type":["string","null"]}},"required":["type","message"]},"Initialize":{"type":"object","properties":{"subtype":{"const":"initialize"},"hooks":{"type":["object","null"]},"agents":{"type":["object","array","null"]},"sdkMcpServers":{"type":["object","array","null"]},"mcpServers":{"type":["object","null"]},"timeout":{"type":"object","properties":{"canUseTool":{"type":"number"}}},"include_partial_messages":{"type":"boolean"},"sdkMcpServerConfigs":{"type":["object","null"]}},"required":["subtype"]},"Request":{"type":"object","properties":{"subtype":{"type":"string"}},"required":["subtype"],"allOf":[{"if":{"properties":{"subtype":{"const":"initialize"}}},"then":{"$ref":"#/$defs/Initialize"}}]},"ControlRequestLine":{"type":"object","properties":{"type":{"const":"control_request"},"request_id":{"type":"string"},"request":{"$ref":"#/$defs/Request"}},"required":["type","request_id","request"]},"Response":{"type":"object","properties":{"subtype":{"type":"string"},"request_id":{"type":"string"}},"required":["subtype","request_id"]},"ControlResponseLine":{"type":"object","properties":{"type":{"const":"control_response"},"response":{"$ref":"#/$defs/Response"}},"required":["type"]},"ControlCancelLine":{"type":"object","properties":{"type":{"const":"control_cancel_request"},"request_id":{"type":["string","null"]}},"required":["type"]}}};
const schema19 = {"type":"object","properties":{"type":{"const":"control_cancel_request"},"request_id":{"type":["string","null"]}},"required":["type"]};
const schema12 = {"type":"object","properties":{"type":{"const":"user"},"message":{"type":"object","properties":{"role":{"type":"string"},"content":{"$ref":"#/$defs/Content"}},"required":["content"]},"uuid":{"type":["string","null"]},"session_id":{"type":["string","null"]},"parent_tool_use_id":{"type":["string","null"]},"shouldQuery":{"type":["boolean","null"]},"client_composed":{"type":["boolean","null"]},"priority":{"type":["string","null"]}},"required":["type","message"]};
const schema13 = {"type":["string","array"],"items":{"type":["object","string"]}};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.type === undefined) && (missing0 = "type")) || ((data.message === undefined) && (missing0 = "message"))){
validate11.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.type !== undefined){
const _errs1 = errors;
if("user" !== data.type){
validate11.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "user"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.message !== undefined){
let data1 = data.message;
const _errs2 = errors;
if(errors === _errs2){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((data1.content === undefined) && (missing1 = "content")){
validate11.errors = [{instancePath:instancePath+"/message",schemaPath:"#/properties/message/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data1.role !== undefined){
const _errs4 = errors;
if(typeof data1.role !== "string"){
validate11.errors = [{instancePath:instancePath+"/message/role",schemaPath:"#/properties/message/properties/role/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.content !== undefined){
let data3 = data1.content;
const _errs6 = errors;
const _errs7 = errors;
if((typeof data3 !== "string") && (!(Array.isArray(data3)))){
validate11.errors = [{instancePath:instancePath+"/message/content",schemaPath:"#/$defs/Content/type",keyword:"type",params:{type: schema13.type},message:"must be string,array"}];
return false;
}
if(errors === _errs7){
if(Array.isArray(data3)){
var valid3 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs9 = errors;
if((!(data4 && typeof data4 == "object" && !Array.isArray(data4))) && (typeof data4 !== "string")){
validate11.errors = [{instancePath:instancePath+"/message/content/" + i0,schemaPath:"#/$defs/Content/items/type",keyword:"type",params:{type: schema13.items.type},message:"must be object,string"}];
return false;
}
var valid3 = _errs9 === errors;
if(!valid3){
break;
}
}
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.uuid !== undefined){
let data5 = data.uuid;
const _errs11 = errors;
if((typeof data5 !== "string") && (data5 !== null)){
validate11.errors = [{instancePath:instancePath+"/uuid",schemaPath:"#/properties/uuid/type",keyword:"type",params:{type: schema12.properties.uuid.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.session_id !== undefined){
let data6 = data.session_id;
const _errs13 = errors;
if((typeof data6 !== "string") && (data6 !== null)){
validate11.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: schema12.properties.session_id.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.parent_tool_use_id !== undefined){
let data7 = data.parent_tool_use_id;
const _errs15 = errors;
if((typeof data7 !== "string") && (data7 !== null)){
validate11.errors = [{instancePath:instancePath+"/parent_tool_use_id",schemaPath:"#/properties/parent_tool_use_id/type",keyword:"type",params:{type: schema12.properties.parent_tool_use_id.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.shouldQuery !== undefined){
let data8 = data.shouldQuery;
const _errs17 = errors;
if((typeof data8 !== "boolean") && (data8 !== null)){
validate11.errors = [{instancePath:instancePath+"/shouldQuery",schemaPath:"#/properties/shouldQuery/type",keyword:"type",params:{type: schema12.properties.shouldQuery.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.client_composed !== undefined){
let data9 = data.client_composed;
const _errs19 = errors;
if((typeof data9 !== "boolean") && (data9 !== null)){
validate11.errors = [{instancePath:instancePath+"/client_composed",schemaPath:"#/properties/client_composed/type",keyword:"type",params:{type: schema12.properties.client_composed.type},message:"must be boolean,null"}];
return false;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.priority !== undefined){
let data10 = data.priority;
const _errs21 = errors;
if((typeof data10 !== "string") && (data10 !== null)){
validate11.errors = [{instancePath:instancePath+"/priority",schemaPath:"#/properties/priority/type",keyword:"type",params:{type: schema12.properties.priority.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs21 === errors;
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
validate11.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate11.errors = vErrors;
return errors === 0;
}

const schema14 = {"type":"object","properties":{"type":{"const":"control_request"},"request_id":{"type":"string"},"request":{"$ref":"#/$defs/Request"}},"required":["type","request_id","request"]};
const schema15 = {"type":"object","properties":{"subtype":{"type":"string"}},"required":["subtype"],"allOf":[{"if":{"properties":{"subtype":{"const":"initialize"}}},"then":{"$ref":"#/$defs/Initialize"}}]};
const schema16 = {"type":"object","properties":{"subtype":{"const":"initialize"},"hooks":{"type":["object","null"]},"agents":{"type":["object","array","null"]},"sdkMcpServers":{"type":["object","array","null"]},"mcpServers":{"type":["object","null"]},"timeout":{"type":"object","properties":{"canUseTool":{"type":"number"}}},"include_partial_messages":{"type":"boolean"},"sdkMcpServerConfigs":{"type":["object","null"]}},"required":["subtype"]};

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.subtype !== undefined){
if("initialize" !== data.subtype){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs5 = errors;
const _errs6 = errors;
if(errors === _errs6){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.subtype === undefined) && (missing0 = "subtype")){
validate13.errors = [{instancePath,schemaPath:"#/$defs/Initialize/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.subtype !== undefined){
const _errs8 = errors;
if("initialize" !== data.subtype){
validate13.errors = [{instancePath:instancePath+"/subtype",schemaPath:"#/$defs/Initialize/properties/subtype/const",keyword:"const",params:{allowedValue: "initialize"},message:"must be equal to constant"}];
return false;
}
var valid4 = _errs8 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.hooks !== undefined){
let data2 = data.hooks;
const _errs9 = errors;
if((!(data2 && typeof data2 == "object" && !Array.isArray(data2))) && (data2 !== null)){
validate13.errors = [{instancePath:instancePath+"/hooks",schemaPath:"#/$defs/Initialize/properties/hooks/type",keyword:"type",params:{type: schema16.properties.hooks.type},message:"must be object,null"}];
return false;
}
var valid4 = _errs9 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.agents !== undefined){
const _errs11 = errors;
if(typeof data.agents != "object"){
validate13.errors = [{instancePath:instancePath+"/agents",schemaPath:"#/$defs/Initialize/properties/agents/type",keyword:"type",params:{type: schema16.properties.agents.type},message:"must be object,array,null"}];
return false;
}
var valid4 = _errs11 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.sdkMcpServers !== undefined){
const _errs13 = errors;
if(typeof data.sdkMcpServers != "object"){
validate13.errors = [{instancePath:instancePath+"/sdkMcpServers",schemaPath:"#/$defs/Initialize/properties/sdkMcpServers/type",keyword:"type",params:{type: schema16.properties.sdkMcpServers.type},message:"must be object,array,null"}];
return false;
}
var valid4 = _errs13 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.mcpServers !== undefined){
let data5 = data.mcpServers;
const _errs15 = errors;
if((!(data5 && typeof data5 == "object" && !Array.isArray(data5))) && (data5 !== null)){
validate13.errors = [{instancePath:instancePath+"/mcpServers",schemaPath:"#/$defs/Initialize/properties/mcpServers/type",keyword:"type",params:{type: schema16.properties.mcpServers.type},message:"must be object,null"}];
return false;
}
var valid4 = _errs15 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.timeout !== undefined){
let data6 = data.timeout;
const _errs17 = errors;
if(errors === _errs17){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.canUseTool !== undefined){
let data7 = data6.canUseTool;
if(!((typeof data7 == "number") && (isFinite(data7)))){
validate13.errors = [{instancePath:instancePath+"/timeout/canUseTool",schemaPath:"#/$defs/Initialize/properties/timeout/properties/canUseTool/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/timeout",schemaPath:"#/$defs/Initialize/properties/timeout/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid4 = _errs17 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.include_partial_messages !== undefined){
const _errs21 = errors;
if(typeof data.include_partial_messages !== "boolean"){
validate13.errors = [{instancePath:instancePath+"/include_partial_messages",schemaPath:"#/$defs/Initialize/properties/include_partial_messages/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid4 = _errs21 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.sdkMcpServerConfigs !== undefined){
let data9 = data.sdkMcpServerConfigs;
const _errs23 = errors;
if((!(data9 && typeof data9 == "object" && !Array.isArray(data9))) && (data9 !== null)){
validate13.errors = [{instancePath:instancePath+"/sdkMcpServerConfigs",schemaPath:"#/$defs/Initialize/properties/sdkMcpServerConfigs/type",keyword:"type",params:{type: schema16.properties.sdkMcpServerConfigs.type},message:"must be object,null"}];
return false;
}
var valid4 = _errs23 === errors;
}
else {
var valid4 = true;
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
validate13.errors = [{instancePath,schemaPath:"#/$defs/Initialize/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var _valid0 = _errs5 === errors;
valid1 = _valid0;
}
if(!valid1){
const err1 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate13.errors = vErrors;
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.subtype === undefined) && (missing1 = "subtype")){
validate13.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data.subtype !== undefined){
if(typeof data.subtype !== "string"){
validate13.errors = [{instancePath:instancePath+"/subtype",schemaPath:"#/properties/subtype/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
}
else {
validate13.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate13.errors = vErrors;
return errors === 0;
}


function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.type === undefined) && (missing0 = "type")) || ((data.request_id === undefined) && (missing0 = "request_id"))) || ((data.request === undefined) && (missing0 = "request"))){
validate12.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.type !== undefined){
const _errs1 = errors;
if("control_request" !== data.type){
validate12.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "control_request"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.request_id !== undefined){
const _errs2 = errors;
if(typeof data.request_id !== "string"){
validate12.errors = [{instancePath:instancePath+"/request_id",schemaPath:"#/properties/request_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.request !== undefined){
const _errs4 = errors;
if(!(validate13(data.request, {instancePath:instancePath+"/request",parentData:data,parentDataProperty:"request",rootData}))){
vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate12.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate12.errors = vErrors;
return errors === 0;
}

const schema17 = {"type":"object","properties":{"type":{"const":"control_response"},"response":{"$ref":"#/$defs/Response"}},"required":["type"]};
const schema18 = {"type":"object","properties":{"subtype":{"type":"string"},"request_id":{"type":"string"}},"required":["subtype","request_id"]};

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
validate15.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.type !== undefined){
const _errs1 = errors;
if("control_response" !== data.type){
validate15.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "control_response"},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.response !== undefined){
let data1 = data.response;
const _errs2 = errors;
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((data1.subtype === undefined) && (missing1 = "subtype")) || ((data1.request_id === undefined) && (missing1 = "request_id"))){
validate15.errors = [{instancePath:instancePath+"/response",schemaPath:"#/$defs/Response/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data1.subtype !== undefined){
const _errs5 = errors;
if(typeof data1.subtype !== "string"){
validate15.errors = [{instancePath:instancePath+"/response/subtype",schemaPath:"#/$defs/Response/properties/subtype/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.request_id !== undefined){
const _errs7 = errors;
if(typeof data1.request_id !== "string"){
validate15.errors = [{instancePath:instancePath+"/response/request_id",schemaPath:"#/$defs/Response/properties/request_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/response",schemaPath:"#/$defs/Response/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate15.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate15.errors = vErrors;
return errors === 0;
}


function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="qwen-in" */;
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
if(tag0 === "user"){
if(!(validate11(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
}
else if(tag0 === "control_request"){
if(!(validate12(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
}
else if(tag0 === "control_response"){
if(!(validate15(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors);
errors = vErrors.length;
}
}
else if(tag0 === "control_cancel_request"){
const _errs6 = errors;
if(errors === _errs6){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.type === undefined) && (missing1 = "type")){
validate10.errors = [{instancePath,schemaPath:"#/$defs/ControlCancelLine/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data.type !== undefined){
const _errs8 = errors;
if("control_cancel_request" !== data.type){
validate10.errors = [{instancePath:instancePath+"/type",schemaPath:"#/$defs/ControlCancelLine/properties/type/const",keyword:"const",params:{allowedValue: "control_cancel_request"},message:"must be equal to constant"}];
return false;
}
var valid6 = _errs8 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data.request_id !== undefined){
let data1 = data.request_id;
const _errs9 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
validate10.errors = [{instancePath:instancePath+"/request_id",schemaPath:"#/$defs/ControlCancelLine/properties/request_id/type",keyword:"type",params:{type: schema19.properties.request_id.type},message:"must be string,null"}];
return false;
}
var valid6 = _errs9 === errors;
}
else {
var valid6 = true;
}
}
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/$defs/ControlCancelLine/type",keyword:"type",params:{type: "object"},message:"must be object"}];
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
