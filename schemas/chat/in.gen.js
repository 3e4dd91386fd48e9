// Written by schemas/generate.ts from the schema beside it. Do not edit.
// @ts-self-types="./in.gen.d.ts"
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"chat-in","title":"InputLine","type":"object","anyOf":[{"$ref":"#/$defs/ChatRequest"},{"$ref":"#/$defs/OpenAiRequest"},{"$ref":"#/$defs/HintRequest"},{"$ref":"#/$defs/HintCancel"},{"$ref":"#/$defs/HeartbeatRequest"},{"$ref":"#/$defs/Cancel"},{"$ref":"#/$defs/ControlResponse"},{"$ref":"#/$defs/ControlRequest"},{"$ref":"#/$defs/Auth"}],"$defs":{"Part":{"type":"object","properties":{"type":{"type":"string"},"text":{"type":"string"},"inline_data":{"$ref":"#/$defs/InlineData"},"inlineData":{"$ref":"#/$defs/InlineData"},"file_data":{"$ref":"#/$defs/FileData"},"fileData":{"$ref":"#/$defs/FileData"},"function_response":{"$ref":"#/$defs/FunctionResponse"},"functionResponse":{"$ref":"#/$defs/FunctionResponse"}}},"InlineData":{"type":"object","properties":{"mime_type":{"type":"string"},"mimeType":{"type":"string"},"data":{"type":"string"},"display_name":{"type":"string"},"displayName":{"type":"string"}},"required":["data"]},"FileData":{"type":"object","properties":{"file_uri":{"type":"string"},"fileUri":{"type":"string"},"mime_type":{"type":"string"},"mimeType":{"type":"string"}}},"FunctionResponse":{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"response":{"type":["object","array","string","number","boolean","null"]},"call_id":{"type":"string"}}},"Command":{"type":"object","properties":{"kind":{"type":"string","enum":["slash","at"]},"path":{"type":"array","items":{"type":"string"}},"args":{"type":"string"},"references":{"type":"array","items":{"type":"object","properties":{"original":{"type":"string"},"resolved":{"type":"string"}},"required":["original","resolved"]}},"approvedCommands":{"type":"array","items":{"type":"string"}},"approved_commands":{"type":"array","items":{"type":"string"}},"confirmationOutcome":{"type":"string"},"confirmation_outcome":{"type":"string"}},"required":["kind"]},"Input":{"type":"object","properties":{"origin":{"type":"string","enum":["user","tool_response","system"]},"parts":{"oneOf":[{"type":"array","items":{"oneOf":[{"type":"string"},{"$ref":"#/$defs/Part"}]}},{"type":"string"},{"$ref":"#/$defs/Part"}]},"command":{"oneOf":[{"$ref":"#/$defs/Command"},{"type":"null"}]}}},"ResponseFormat":{"type":"object","properties":{"type":{"type":"string","enum":["text","json_object","json_schema"]},"json_schema":{"type":"object","properties":{"name":{"type":"string"},"schema":{"type":"object"}},"required":["schema"]}},"required":["type"]},"Options":{"type":"object","properties":{"model":{"type":"string"},"temperature":{"type":"number","minimum":0,"maximum":2},"top_p":{"type":"number","minimum":0,"maximum":1},"max_tokens":{"type":"integer","minimum":1},"max_completion_tokens":{"type":"integer","minimum":1},"response_format":{"$ref":"#/$defs/ResponseFormat"},"host_continues":{"type":"boolean"},"max_turns":{"type":"integer","minimum":1},"timeout_ms":{"type":"integer","minimum":1},"tool_overrides":{"type":"array","items":{"type":"string"}}}},"ClientTool":{"type":"object","properties":{"type":{"const":"function"},"function":{"type":"object","properties":{"name":{"type":"string"},"description":{"type":"string"},"parameters":{"type":"object"}},"required":["name"]}}},"ToolRequest":{"type":"object","properties":{"callId":{"type":"string"},"call_id":{"type":"string"},"name":{"type":"string"},"args":{"type":["object","array","string","number","boolean","null"]},"arguments":{"type":["object","array","string","number","boolean","null"]},"isClientInitiated":{"type":"boolean"},"prompt_id":{"type":"string"}},"required":["name"]},"ChatRequest":{"type":"object","properties":{"session_id":{"type":["string","null"]},"prompt_id":{"type":["string","null"]},"protocol_version":{"type":"integer"},"required_capabilities":{"type":"array","items":{"type":"string"}},"model":{"type":["string","null"]},"input":{"$ref":"#/$defs/Input"},"options":{"oneOf":[{"$ref":"#/$defs/Options"},{"type":"null"}]},"tools":{"type":"array","items":{"$ref":"#/$defs/ClientTool"}},"tool_call_id":{"type":["string","null"]},"tool_request":{"oneOf":[{"$ref":"#/$defs/ToolRequest"},{"type":"null"}]},"continuation":{"type":"boolean"}},"required":["input"]},"ChatMessage":{"type":"object","properties":{"role":{"type":"string","enum":["system","developer","user","assistant","tool","function"]},"content":{"type":["string","array","null"],"items":{"$ref":"#/$defs/ContentPart"}},"tool_calls":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"type":{"const":"function"},"function":{"type":"object","properties":{"name":{"type":"string"},"arguments":{"type":"string"}},"required":["name"]}},"required":["id","function"]}},"tool_call_id":{"type":"string"},"name":{"type":"string"}},"required":["role"]},"OpenAiRequest":{"type":"object","properties":{"session_id":{"type":["string","null"]},"prompt_id":{"type":["string","null"]},"protocol_version":{"type":"integer"},"required_capabilities":{"type":"array","items":{"type":"string"}},"model":{"type":"string"},"temperature":{"type":"number","minimum":0,"maximum":2},"top_p":{"type":"number","minimum":0,"maximum":1},"max_tokens":{"type":"integer","minimum":1},"max_completion_tokens":{"type":"integer","minimum":1},"response_format":{"$ref":"#/$defs/ResponseFormat"},"max_turns":{"type":"integer","minimum":1},"timeout_ms":{"type":"integer","minimum":1},"tool_overrides":{"type":"array","items":{"type":"string"}},"messages":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/ChatMessage"}},"tools":{"type":"array","items":{"$ref":"#/$defs/ClientTool"}},"options":{"$ref":"#/$defs/Options"}},"required":["messages"]},"HintRequest":{"type":"object","properties":{"type":{"const":"command_hint_request"},"session_id":{"type":["string","null"]},"prompt_id":{"type":["string","null"]},"trigger":{"type":"string","enum":["slash","at","question"]},"text":{"type":"string"},"cursor":{"type":"integer","minimum":0},"context":{"type":["object","null"],"properties":{"cwd":{"type":"string"},"selected_text":{"type":"string"}}}},"required":["type"]},"HintCancel":{"type":"object","properties":{"type":{"const":"command_hint_cancel"},"session_id":{"type":["string","null"]},"prompt_id":{"type":["string","null"]}},"required":["type"]},"HeartbeatRequest":{"type":"object","properties":{"type":{"const":"heartbeat_request"},"session_id":{"type":["string","null"]},"prompt_id":{"type":["string","null"]}},"required":["type"]},"Cancel":{"type":"object","properties":{"type":{"const":"control/cancel"},"session_id":{"type":["string","null"]},"prompt_id":{"type":["string","null"]},"reason":{"type":["string","null"],"enum":["escape","user","timeout","shutdown",null]},"request_id":{"type":"string"}},"required":["type"]},"ControlResponse":{"type":"object","properties":{"type":{"const":"control_response"},"request_id":{"type":"string"},"response":{"type":"object","properties":{"subtype":{"type":"string"},"request_id":{"type":"string"},"result":{"type":["object","array","string","number","boolean","null"]},"response":{"type":["object","array","string","number","boolean","null"]},"error":{"type":["object","array","string","number","boolean","null"]}}}},"required":["type","response"]},"ControlRequest":{"type":"object","properties":{"type":{"const":"control_request"},"request_id":{"type":"string"},"session_id":{"type":["string","null"]},"request":{"oneOf":[{"type":"object","properties":{"subtype":{"const":"initialize"},"hooks":{"type":["object","null"]},"mcp_servers":{"type":["object","null"],"additionalProperties":{"type":"object","properties":{"type":{"const":"sdk"},"name":{"type":"string"},"timeout":{"type":"number","minimum":1}}}}},"required":["subtype"]},{"type":"object","properties":{"subtype":{"const":"list_sessions"}},"required":["subtype"]},{"type":"object","properties":{"subtype":{"const":"rewind"},"user_message_id":{"type":"string"}},"required":["subtype","user_message_id"]},{"type":"object","properties":{"subtype":{"const":"export"},"format":{"type":"string","enum":["markdown","json","html"]}},"required":["subtype"]},{"type":"object","properties":{"subtype":{"const":"set_model"},"model":{"type":"string"}},"required":["subtype","model"]},{"type":"object","properties":{"subtype":{"const":"set_permission_mode"},"mode":{"type":"string","enum":["plan","default","auto-edit","auto","yolo"]}},"required":["subtype","mode"]},{"type":"object","properties":{"subtype":{"const":"list_jobs"}},"required":["subtype"]},{"type":"object","properties":{"subtype":{"const":"open_session"},"from_seq":{"type":["integer","null"],"minimum":0},"log_id":{"type":["string","null"]}},"required":["subtype"]},{"type":"object","properties":{"subtype":{"const":"leave_session"}},"required":["subtype"]}]}},"required":["type","request_id","request"]},"ContentPart":{"properties":{"inline_data":{"$ref":"#/$defs/InlineData"},"inlineData":{"$ref":"#/$defs/InlineData"},"file_data":{"$ref":"#/$defs/FileData"},"fileData":{"$ref":"#/$defs/FileData"}}},"Auth":{"type":"object","properties":{"type":{"const":"auth"},"token":{"type":["string","null"]},"dialect":{"type":["string","null"]},"name":{"type":["string","null"]},"role":{"type":"string","enum":["controller","observer"]},"output_format":{"type":["string","null"],"enum":["stream-json","stream-chunk-json",null]},"attach":{"type":["string","null"]},"from_seq":{"type":["integer","null"],"minimum":0}},"required":["type"]}}};
const schema35 = {"type":"object","properties":{"type":{"const":"command_hint_request"},"session_id":{"type":["string","null"]},"prompt_id":{"type":["string","null"]},"trigger":{"type":"string","enum":["slash","at","question"]},"text":{"type":"string"},"cursor":{"type":"integer","minimum":0},"context":{"type":["object","null"],"properties":{"cwd":{"type":"string"},"selected_text":{"type":"string"}}}},"required":["type"]};
const schema36 = {"type":"object","properties":{"type":{"const":"command_hint_cancel"},"session_id":{"type":["string","null"]},"prompt_id":{"type":["string","null"]}},"required":["type"]};
const schema37 = {"type":"object","properties":{"type":{"const":"heartbeat_request"},"session_id":{"type":["string","null"]},"prompt_id":{"type":["string","null"]}},"required":["type"]};
const schema38 = {"type":"object","properties":{"type":{"const":"control/cancel"},"session_id":{"type":["string","null"]},"prompt_id":{"type":["string","null"]},"reason":{"type":["string","null"],"enum":["escape","user","timeout","shutdown",null]},"request_id":{"type":"string"}},"required":["type"]};
const schema39 = {"type":"object","properties":{"type":{"const":"control_response"},"request_id":{"type":"string"},"response":{"type":"object","properties":{"subtype":{"type":"string"},"request_id":{"type":"string"},"result":{"type":["object","array","string","number","boolean","null"]},"response":{"type":["object","array","string","number","boolean","null"]},"error":{"type":["object","array","string","number","boolean","null"]}}}},"required":["type","response"]};
const schema40 = {"type":"object","properties":{"type":{"const":"control_request"},"request_id":{"type":"string"},"session_id":{"type":["string","null"]},"request":{"oneOf":[{"type":"object","properties":{"subtype":{"const":"initialize"},"hooks":{"type":["object","null"]},"mcp_servers":{"type":["object","null"],"additionalProperties":{"type":"object","properties":{"type":{"const":"sdk"},"name":{"type":"string"},"timeout":{"type":"number","minimum":1}}}}},"required":["subtype"]},{"type":"object","properties":{"subtype":{"const":"list_sessions"}},"required":["subtype"]},{"type":"object","properties":{"subtype":{"const":"rewind"},"user_message_id":{"type":"string"}},"required":["subtype","user_message_id"]},{"type":"object","properties":{"subtype":{"const":"export"},"format":{"type":"string","enum":["markdown","json","html"]}},"required":["subtype"]},{"type":"object","properties":{"subtype":{"const":"set_model"},"model":{"type":"string"}},"required":["subtype","model"]},{"type":"object","properties":{"subtype":{"const":"set_permission_mode"},"mode":{"type":"string","enum":["plan","default","auto-edit","auto","yolo"]}},"required":["subtype","mode"]},{"type":"object","properties":{"subtype":{"const":"list_jobs"}},"required":["subtype"]},{"type":"object","properties":{"subtype":{"const":"open_session"},"from_seq":{"type":["integer","null"],"minimum":0},"log_id":{"type":["string","null"]}},"required":["subtype"]},{"type":"object","properties":{"subtype":{"const":"leave_session"}},"required":["subtype"]}]}},"required":["type","request_id","request"]};
const schema41 = {"type":"object","properties":{"type":{"const":"auth"},"token":{"type":["string","null"]},"dialect":{"type":["string","null"]},"name":{"type":["string","null"]},"role":{"type":"string","enum":["controller","observer"]},"output_format":{"type":["string","null"],"enum":["stream-json","stream-chunk-json",null]},"attach":{"type":["string","null"]},"from_seq":{"type":["integer","null"],"minimum":0}},"required":["type"]};
const schema12 = {"type":"object","properties":{"session_id":{"type":["string","null"]},"prompt_id":{"type":["string","null"]},"protocol_version":{"type":"integer"},"required_capabilities":{"type":"array","items":{"type":"string"}},"model":{"type":["string","null"]},"input":{"$ref":"#/$defs/Input"},"options":{"oneOf":[{"$ref":"#/$defs/Options"},{"type":"null"}]},"tools":{"type":"array","items":{"$ref":"#/$defs/ClientTool"}},"tool_call_id":{"type":["string","null"]},"tool_request":{"oneOf":[{"$ref":"#/$defs/ToolRequest"},{"type":"null"}]},"continuation":{"type":"boolean"}},"required":["input"]};
const schema24 = {"type":"object","properties":{"type":{"const":"function"},"function":{"type":"object","properties":{"name":{"type":"string"},"description":{"type":"string"},"parameters":{"type":"object"}},"required":["name"]}}};
const schema25 = {"type":"object","properties":{"callId":{"type":"string"},"call_id":{"type":"string"},"name":{"type":"string"},"args":{"type":["object","array","string","number","boolean","null"]},"arguments":{"type":["object","array","string","number","boolean","null"]},"isClientInitiated":{"type":"boolean"},"prompt_id":{"type":"string"}},"required":["name"]};
const schema13 = {"type":"object","properties":{"origin":{"type":"string","enum":["user","tool_response","system"]},"parts":{"oneOf":[{"type":"array","items":{"oneOf":[{"type":"string"},{"$ref":"#/$defs/Part"}]}},{"type":"string"},{"$ref":"#/$defs/Part"}]},"command":{"oneOf":[{"$ref":"#/$defs/Command"},{"type":"null"}]}}};
const schema21 = {"type":"object","properties":{"kind":{"type":"string","enum":["slash","at"]},"path":{"type":"array","items":{"type":"string"}},"args":{"type":"string"},"references":{"type":"array","items":{"type":"object","properties":{"original":{"type":"string"},"resolved":{"type":"string"}},"required":["original","resolved"]}},"approvedCommands":{"type":"array","items":{"type":"string"}},"approved_commands":{"type":"array","items":{"type":"string"}},"confirmationOutcome":{"type":"string"},"confirmation_outcome":{"type":"string"}},"required":["kind"]};
const schema14 = {"type":"object","properties":{"type":{"type":"string"},"text":{"type":"string"},"inline_data":{"$ref":"#/$defs/InlineData"},"inlineData":{"$ref":"#/$defs/InlineData"},"file_data":{"$ref":"#/$defs/FileData"},"fileData":{"$ref":"#/$defs/FileData"},"function_response":{"$ref":"#/$defs/FunctionResponse"},"functionResponse":{"$ref":"#/$defs/FunctionResponse"}}};
const schema15 = {"type":"object","properties":{"mime_type":{"type":"string"},"mimeType":{"type":"string"},"data":{"type":"string"},"display_name":{"type":"string"},"displayName":{"type":"string"}},"required":["data"]};
const schema17 = {"type":"object","properties":{"file_uri":{"type":"string"},"fileUri":{"type":"string"},"mime_type":{"type":"string"},"mimeType":{"type":"string"}}};
const schema19 = {"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"response":{"type":["object","array","string","number","boolean","null"]},"call_id":{"type":"string"}}};

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type !== undefined){
const _errs1 = errors;
if(typeof data.type !== "string"){
validate13.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.text !== undefined){
const _errs3 = errors;
if(typeof data.text !== "string"){
validate13.errors = [{instancePath:instancePath+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.inline_data !== undefined){
let data2 = data.inline_data;
const _errs5 = errors;
const _errs6 = errors;
if(errors === _errs6){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing0;
if((data2.data === undefined) && (missing0 = "data")){
validate13.errors = [{instancePath:instancePath+"/inline_data",schemaPath:"#/$defs/InlineData/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data2.mime_type !== undefined){
const _errs8 = errors;
if(typeof data2.mime_type !== "string"){
validate13.errors = [{instancePath:instancePath+"/inline_data/mime_type",schemaPath:"#/$defs/InlineData/properties/mime_type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.mimeType !== undefined){
const _errs10 = errors;
if(typeof data2.mimeType !== "string"){
validate13.errors = [{instancePath:instancePath+"/inline_data/mimeType",schemaPath:"#/$defs/InlineData/properties/mimeType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.data !== undefined){
const _errs12 = errors;
if(typeof data2.data !== "string"){
validate13.errors = [{instancePath:instancePath+"/inline_data/data",schemaPath:"#/$defs/InlineData/properties/data/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.display_name !== undefined){
const _errs14 = errors;
if(typeof data2.display_name !== "string"){
validate13.errors = [{instancePath:instancePath+"/inline_data/display_name",schemaPath:"#/$defs/InlineData/properties/display_name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.displayName !== undefined){
const _errs16 = errors;
if(typeof data2.displayName !== "string"){
validate13.errors = [{instancePath:instancePath+"/inline_data/displayName",schemaPath:"#/$defs/InlineData/properties/displayName/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/inline_data",schemaPath:"#/$defs/InlineData/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.inlineData !== undefined){
let data8 = data.inlineData;
const _errs18 = errors;
const _errs19 = errors;
if(errors === _errs19){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
let missing1;
if((data8.data === undefined) && (missing1 = "data")){
validate13.errors = [{instancePath:instancePath+"/inlineData",schemaPath:"#/$defs/InlineData/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data8.mime_type !== undefined){
const _errs21 = errors;
if(typeof data8.mime_type !== "string"){
validate13.errors = [{instancePath:instancePath+"/inlineData/mime_type",schemaPath:"#/$defs/InlineData/properties/mime_type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs21 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data8.mimeType !== undefined){
const _errs23 = errors;
if(typeof data8.mimeType !== "string"){
validate13.errors = [{instancePath:instancePath+"/inlineData/mimeType",schemaPath:"#/$defs/InlineData/properties/mimeType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs23 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data8.data !== undefined){
const _errs25 = errors;
if(typeof data8.data !== "string"){
validate13.errors = [{instancePath:instancePath+"/inlineData/data",schemaPath:"#/$defs/InlineData/properties/data/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs25 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data8.display_name !== undefined){
const _errs27 = errors;
if(typeof data8.display_name !== "string"){
validate13.errors = [{instancePath:instancePath+"/inlineData/display_name",schemaPath:"#/$defs/InlineData/properties/display_name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs27 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data8.displayName !== undefined){
const _errs29 = errors;
if(typeof data8.displayName !== "string"){
validate13.errors = [{instancePath:instancePath+"/inlineData/displayName",schemaPath:"#/$defs/InlineData/properties/displayName/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs29 === errors;
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
else {
validate13.errors = [{instancePath:instancePath+"/inlineData",schemaPath:"#/$defs/InlineData/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.file_data !== undefined){
let data14 = data.file_data;
const _errs31 = errors;
const _errs32 = errors;
if(errors === _errs32){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.file_uri !== undefined){
const _errs34 = errors;
if(typeof data14.file_uri !== "string"){
validate13.errors = [{instancePath:instancePath+"/file_data/file_uri",schemaPath:"#/$defs/FileData/properties/file_uri/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs34 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data14.fileUri !== undefined){
const _errs36 = errors;
if(typeof data14.fileUri !== "string"){
validate13.errors = [{instancePath:instancePath+"/file_data/fileUri",schemaPath:"#/$defs/FileData/properties/fileUri/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs36 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data14.mime_type !== undefined){
const _errs38 = errors;
if(typeof data14.mime_type !== "string"){
validate13.errors = [{instancePath:instancePath+"/file_data/mime_type",schemaPath:"#/$defs/FileData/properties/mime_type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs38 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data14.mimeType !== undefined){
const _errs40 = errors;
if(typeof data14.mimeType !== "string"){
validate13.errors = [{instancePath:instancePath+"/file_data/mimeType",schemaPath:"#/$defs/FileData/properties/mimeType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs40 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/file_data",schemaPath:"#/$defs/FileData/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs31 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.fileData !== undefined){
let data19 = data.fileData;
const _errs42 = errors;
const _errs43 = errors;
if(errors === _errs43){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(data19.file_uri !== undefined){
const _errs45 = errors;
if(typeof data19.file_uri !== "string"){
validate13.errors = [{instancePath:instancePath+"/fileData/file_uri",schemaPath:"#/$defs/FileData/properties/file_uri/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs45 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data19.fileUri !== undefined){
const _errs47 = errors;
if(typeof data19.fileUri !== "string"){
validate13.errors = [{instancePath:instancePath+"/fileData/fileUri",schemaPath:"#/$defs/FileData/properties/fileUri/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs47 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data19.mime_type !== undefined){
const _errs49 = errors;
if(typeof data19.mime_type !== "string"){
validate13.errors = [{instancePath:instancePath+"/fileData/mime_type",schemaPath:"#/$defs/FileData/properties/mime_type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs49 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data19.mimeType !== undefined){
const _errs51 = errors;
if(typeof data19.mimeType !== "string"){
validate13.errors = [{instancePath:instancePath+"/fileData/mimeType",schemaPath:"#/$defs/FileData/properties/mimeType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs51 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/fileData",schemaPath:"#/$defs/FileData/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs42 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.function_response !== undefined){
let data24 = data.function_response;
const _errs53 = errors;
const _errs54 = errors;
if(errors === _errs54){
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
if(data24.id !== undefined){
const _errs56 = errors;
if(typeof data24.id !== "string"){
validate13.errors = [{instancePath:instancePath+"/function_response/id",schemaPath:"#/$defs/FunctionResponse/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid10 = _errs56 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data24.name !== undefined){
const _errs58 = errors;
if(typeof data24.name !== "string"){
validate13.errors = [{instancePath:instancePath+"/function_response/name",schemaPath:"#/$defs/FunctionResponse/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid10 = _errs58 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data24.response !== undefined){
let data27 = data24.response;
const _errs60 = errors;
if((((typeof data27 != "object") && (typeof data27 !== "string")) && (!((typeof data27 == "number") && (isFinite(data27))))) && (typeof data27 !== "boolean")){
validate13.errors = [{instancePath:instancePath+"/function_response/response",schemaPath:"#/$defs/FunctionResponse/properties/response/type",keyword:"type",params:{type: schema19.properties.response.type},message:"must be object,array,string,number,boolean,null"}];
return false;
}
var valid10 = _errs60 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data24.call_id !== undefined){
const _errs62 = errors;
if(typeof data24.call_id !== "string"){
validate13.errors = [{instancePath:instancePath+"/function_response/call_id",schemaPath:"#/$defs/FunctionResponse/properties/call_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid10 = _errs62 === errors;
}
else {
var valid10 = true;
}
}
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/function_response",schemaPath:"#/$defs/FunctionResponse/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs53 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.functionResponse !== undefined){
let data29 = data.functionResponse;
const _errs64 = errors;
const _errs65 = errors;
if(errors === _errs65){
if(data29 && typeof data29 == "object" && !Array.isArray(data29)){
if(data29.id !== undefined){
const _errs67 = errors;
if(typeof data29.id !== "string"){
validate13.errors = [{instancePath:instancePath+"/functionResponse/id",schemaPath:"#/$defs/FunctionResponse/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid12 = _errs67 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data29.name !== undefined){
const _errs69 = errors;
if(typeof data29.name !== "string"){
validate13.errors = [{instancePath:instancePath+"/functionResponse/name",schemaPath:"#/$defs/FunctionResponse/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid12 = _errs69 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data29.response !== undefined){
let data32 = data29.response;
const _errs71 = errors;
if((((typeof data32 != "object") && (typeof data32 !== "string")) && (!((typeof data32 == "number") && (isFinite(data32))))) && (typeof data32 !== "boolean")){
validate13.errors = [{instancePath:instancePath+"/functionResponse/response",schemaPath:"#/$defs/FunctionResponse/properties/response/type",keyword:"type",params:{type: schema19.properties.response.type},message:"must be object,array,string,number,boolean,null"}];
return false;
}
var valid12 = _errs71 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data29.call_id !== undefined){
const _errs73 = errors;
if(typeof data29.call_id !== "string"){
validate13.errors = [{instancePath:instancePath+"/functionResponse/call_id",schemaPath:"#/$defs/FunctionResponse/properties/call_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid12 = _errs73 === errors;
}
else {
var valid12 = true;
}
}
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/functionResponse",schemaPath:"#/$defs/FunctionResponse/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs64 === errors;
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
if(data.origin !== undefined){
let data0 = data.origin;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate12.errors = [{instancePath:instancePath+"/origin",schemaPath:"#/properties/origin/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data0 === "user") || (data0 === "tool_response")) || (data0 === "system"))){
validate12.errors = [{instancePath:instancePath+"/origin",schemaPath:"#/properties/origin/enum",keyword:"enum",params:{allowedValues: schema13.properties.origin.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.parts !== undefined){
let data1 = data.parts;
const _errs3 = errors;
const _errs4 = errors;
let valid1 = false;
let passing0 = null;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data1)){
var valid2 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs7 = errors;
const _errs8 = errors;
let valid3 = false;
let passing1 = null;
const _errs9 = errors;
if(typeof data2 !== "string"){
const err0 = {instancePath:instancePath+"/parts/" + i0,schemaPath:"#/properties/parts/oneOf/0/items/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid1 = _errs9 === errors;
if(_valid1){
valid3 = true;
passing1 = 0;
}
const _errs11 = errors;
if(!(validate13(data2, {instancePath:instancePath+"/parts/" + i0,parentData:data1,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
errors = vErrors.length;
}
var _valid1 = _errs11 === errors;
if(_valid1 && valid3){
valid3 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid3 = true;
passing1 = 1;
}
}
if(!valid3){
const err1 = {instancePath:instancePath+"/parts/" + i0,schemaPath:"#/properties/parts/oneOf/0/items/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
errors = _errs8;
if(vErrors !== null){
if(_errs8){
vErrors.length = _errs8;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs7 === errors;
if(!valid2){
break;
}
}
}
else {
const err2 = {instancePath:instancePath+"/parts",schemaPath:"#/properties/parts/oneOf/0/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs12 = errors;
if(typeof data1 !== "string"){
const err3 = {instancePath:instancePath+"/parts",schemaPath:"#/properties/parts/oneOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs12 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
const _errs14 = errors;
if(!(validate13(data1, {instancePath:instancePath+"/parts",parentData:data,parentDataProperty:"parts",rootData}))){
vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
errors = vErrors.length;
}
var _valid0 = _errs14 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid1 = true;
passing0 = 2;
}
}
}
if(!valid1){
const err4 = {instancePath:instancePath+"/parts",schemaPath:"#/properties/parts/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate12.errors = vErrors;
return false;
}
else {
errors = _errs4;
if(vErrors !== null){
if(_errs4){
vErrors.length = _errs4;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.command !== undefined){
let data3 = data.command;
const _errs15 = errors;
const _errs16 = errors;
let valid4 = false;
let passing2 = null;
const _errs17 = errors;
const _errs18 = errors;
if(errors === _errs18){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing0;
if((data3.kind === undefined) && (missing0 = "kind")){
const err5 = {instancePath:instancePath+"/command",schemaPath:"#/$defs/Command/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
if(data3.kind !== undefined){
let data4 = data3.kind;
const _errs20 = errors;
if(typeof data4 !== "string"){
const err6 = {instancePath:instancePath+"/command/kind",schemaPath:"#/$defs/Command/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!((data4 === "slash") || (data4 === "at"))){
const err7 = {instancePath:instancePath+"/command/kind",schemaPath:"#/$defs/Command/properties/kind/enum",keyword:"enum",params:{allowedValues: schema21.properties.kind.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var valid6 = _errs20 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data3.path !== undefined){
let data5 = data3.path;
const _errs22 = errors;
if(errors === _errs22){
if(Array.isArray(data5)){
var valid7 = true;
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
const _errs24 = errors;
if(typeof data5[i1] !== "string"){
const err8 = {instancePath:instancePath+"/command/path/" + i1,schemaPath:"#/$defs/Command/properties/path/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var valid7 = _errs24 === errors;
if(!valid7){
break;
}
}
}
else {
const err9 = {instancePath:instancePath+"/command/path",schemaPath:"#/$defs/Command/properties/path/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
var valid6 = _errs22 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data3.args !== undefined){
const _errs26 = errors;
if(typeof data3.args !== "string"){
const err10 = {instancePath:instancePath+"/command/args",schemaPath:"#/$defs/Command/properties/args/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var valid6 = _errs26 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data3.references !== undefined){
let data8 = data3.references;
const _errs28 = errors;
if(errors === _errs28){
if(Array.isArray(data8)){
var valid8 = true;
const len2 = data8.length;
for(let i2=0; i2<len2; i2++){
let data9 = data8[i2];
const _errs30 = errors;
if(errors === _errs30){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing1;
if(((data9.original === undefined) && (missing1 = "original")) || ((data9.resolved === undefined) && (missing1 = "resolved"))){
const err11 = {instancePath:instancePath+"/command/references/" + i2,schemaPath:"#/$defs/Command/properties/references/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
else {
if(data9.original !== undefined){
const _errs32 = errors;
if(typeof data9.original !== "string"){
const err12 = {instancePath:instancePath+"/command/references/" + i2+"/original",schemaPath:"#/$defs/Command/properties/references/items/properties/original/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var valid9 = _errs32 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data9.resolved !== undefined){
const _errs34 = errors;
if(typeof data9.resolved !== "string"){
const err13 = {instancePath:instancePath+"/command/references/" + i2+"/resolved",schemaPath:"#/$defs/Command/properties/references/items/properties/resolved/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
var valid9 = _errs34 === errors;
}
else {
var valid9 = true;
}
}
}
}
else {
const err14 = {instancePath:instancePath+"/command/references/" + i2,schemaPath:"#/$defs/Command/properties/references/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
var valid8 = _errs30 === errors;
if(!valid8){
break;
}
}
}
else {
const err15 = {instancePath:instancePath+"/command/references",schemaPath:"#/$defs/Command/properties/references/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
var valid6 = _errs28 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data3.approvedCommands !== undefined){
let data12 = data3.approvedCommands;
const _errs36 = errors;
if(errors === _errs36){
if(Array.isArray(data12)){
var valid10 = true;
const len3 = data12.length;
for(let i3=0; i3<len3; i3++){
const _errs38 = errors;
if(typeof data12[i3] !== "string"){
const err16 = {instancePath:instancePath+"/command/approvedCommands/" + i3,schemaPath:"#/$defs/Command/properties/approvedCommands/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
var valid10 = _errs38 === errors;
if(!valid10){
break;
}
}
}
else {
const err17 = {instancePath:instancePath+"/command/approvedCommands",schemaPath:"#/$defs/Command/properties/approvedCommands/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
var valid6 = _errs36 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data3.approved_commands !== undefined){
let data14 = data3.approved_commands;
const _errs40 = errors;
if(errors === _errs40){
if(Array.isArray(data14)){
var valid11 = true;
const len4 = data14.length;
for(let i4=0; i4<len4; i4++){
const _errs42 = errors;
if(typeof data14[i4] !== "string"){
const err18 = {instancePath:instancePath+"/command/approved_commands/" + i4,schemaPath:"#/$defs/Command/properties/approved_commands/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var valid11 = _errs42 === errors;
if(!valid11){
break;
}
}
}
else {
const err19 = {instancePath:instancePath+"/command/approved_commands",schemaPath:"#/$defs/Command/properties/approved_commands/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
var valid6 = _errs40 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data3.confirmationOutcome !== undefined){
const _errs44 = errors;
if(typeof data3.confirmationOutcome !== "string"){
const err20 = {instancePath:instancePath+"/command/confirmationOutcome",schemaPath:"#/$defs/Command/properties/confirmationOutcome/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
var valid6 = _errs44 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data3.confirmation_outcome !== undefined){
const _errs46 = errors;
if(typeof data3.confirmation_outcome !== "string"){
const err21 = {instancePath:instancePath+"/command/confirmation_outcome",schemaPath:"#/$defs/Command/properties/confirmation_outcome/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
var valid6 = _errs46 === errors;
}
else {
var valid6 = true;
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
const err22 = {instancePath:instancePath+"/command",schemaPath:"#/$defs/Command/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
var _valid2 = _errs17 === errors;
if(_valid2){
valid4 = true;
passing2 = 0;
}
const _errs48 = errors;
if(data3 !== null){
const err23 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
var _valid2 = _errs48 === errors;
if(_valid2 && valid4){
valid4 = false;
passing2 = [passing2, 1];
}
else {
if(_valid2){
valid4 = true;
passing2 = 1;
}
}
if(!valid4){
const err24 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/oneOf",keyword:"oneOf",params:{passingSchemas: passing2},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
validate12.errors = vErrors;
return false;
}
else {
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
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

const schema22 = {"type":"object","properties":{"model":{"type":"string"},"temperature":{"type":"number","minimum":0,"maximum":2},"top_p":{"type":"number","minimum":0,"maximum":1},"max_tokens":{"type":"integer","minimum":1},"max_completion_tokens":{"type":"integer","minimum":1},"response_format":{"$ref":"#/$defs/ResponseFormat"},"host_continues":{"type":"boolean"},"max_turns":{"type":"integer","minimum":1},"timeout_ms":{"type":"integer","minimum":1},"tool_overrides":{"type":"array","items":{"type":"string"}}}};
const schema23 = {"type":"object","properties":{"type":{"type":"string","enum":["text","json_object","json_schema"]},"json_schema":{"type":"object","properties":{"name":{"type":"string"},"schema":{"type":"object"}},"required":["schema"]}},"required":["type"]};

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.model !== undefined){
const _errs1 = errors;
if(typeof data.model !== "string"){
validate17.errors = [{instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.temperature !== undefined){
let data1 = data.temperature;
const _errs3 = errors;
if(errors === _errs3){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2 || isNaN(data1)){
validate17.errors = [{instancePath:instancePath+"/temperature",schemaPath:"#/properties/temperature/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2},message:"must be <= 2"}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate17.errors = [{instancePath:instancePath+"/temperature",schemaPath:"#/properties/temperature/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/temperature",schemaPath:"#/properties/temperature/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.top_p !== undefined){
let data2 = data.top_p;
const _errs5 = errors;
if(errors === _errs5){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 1 || isNaN(data2)){
validate17.errors = [{instancePath:instancePath+"/top_p",schemaPath:"#/properties/top_p/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"}];
return false;
}
else {
if(data2 < 0 || isNaN(data2)){
validate17.errors = [{instancePath:instancePath+"/top_p",schemaPath:"#/properties/top_p/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/top_p",schemaPath:"#/properties/top_p/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.max_tokens !== undefined){
let data3 = data.max_tokens;
const _errs7 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate17.errors = [{instancePath:instancePath+"/max_tokens",schemaPath:"#/properties/max_tokens/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs7){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 1 || isNaN(data3)){
validate17.errors = [{instancePath:instancePath+"/max_tokens",schemaPath:"#/properties/max_tokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.max_completion_tokens !== undefined){
let data4 = data.max_completion_tokens;
const _errs9 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate17.errors = [{instancePath:instancePath+"/max_completion_tokens",schemaPath:"#/properties/max_completion_tokens/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs9){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 1 || isNaN(data4)){
validate17.errors = [{instancePath:instancePath+"/max_completion_tokens",schemaPath:"#/properties/max_completion_tokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.response_format !== undefined){
let data5 = data.response_format;
const _errs11 = errors;
const _errs12 = errors;
if(errors === _errs12){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing0;
if((data5.type === undefined) && (missing0 = "type")){
validate17.errors = [{instancePath:instancePath+"/response_format",schemaPath:"#/$defs/ResponseFormat/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data5.type !== undefined){
let data6 = data5.type;
const _errs14 = errors;
if(typeof data6 !== "string"){
validate17.errors = [{instancePath:instancePath+"/response_format/type",schemaPath:"#/$defs/ResponseFormat/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data6 === "text") || (data6 === "json_object")) || (data6 === "json_schema"))){
validate17.errors = [{instancePath:instancePath+"/response_format/type",schemaPath:"#/$defs/ResponseFormat/properties/type/enum",keyword:"enum",params:{allowedValues: schema23.properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.json_schema !== undefined){
let data7 = data5.json_schema;
const _errs16 = errors;
if(errors === _errs16){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
let missing1;
if((data7.schema === undefined) && (missing1 = "schema")){
validate17.errors = [{instancePath:instancePath+"/response_format/json_schema",schemaPath:"#/$defs/ResponseFormat/properties/json_schema/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data7.name !== undefined){
const _errs18 = errors;
if(typeof data7.name !== "string"){
validate17.errors = [{instancePath:instancePath+"/response_format/json_schema/name",schemaPath:"#/$defs/ResponseFormat/properties/json_schema/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs18 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data7.schema !== undefined){
let data9 = data7.schema;
const _errs20 = errors;
if(!(data9 && typeof data9 == "object" && !Array.isArray(data9))){
validate17.errors = [{instancePath:instancePath+"/response_format/json_schema/schema",schemaPath:"#/$defs/ResponseFormat/properties/json_schema/properties/schema/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid3 = _errs20 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/response_format/json_schema",schemaPath:"#/$defs/ResponseFormat/properties/json_schema/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/response_format",schemaPath:"#/$defs/ResponseFormat/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.host_continues !== undefined){
const _errs22 = errors;
if(typeof data.host_continues !== "boolean"){
validate17.errors = [{instancePath:instancePath+"/host_continues",schemaPath:"#/properties/host_continues/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.max_turns !== undefined){
let data11 = data.max_turns;
const _errs24 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate17.errors = [{instancePath:instancePath+"/max_turns",schemaPath:"#/properties/max_turns/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs24){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 1 || isNaN(data11)){
validate17.errors = [{instancePath:instancePath+"/max_turns",schemaPath:"#/properties/max_turns/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout_ms !== undefined){
let data12 = data.timeout_ms;
const _errs26 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate17.errors = [{instancePath:instancePath+"/timeout_ms",schemaPath:"#/properties/timeout_ms/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs26){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 1 || isNaN(data12)){
validate17.errors = [{instancePath:instancePath+"/timeout_ms",schemaPath:"#/properties/timeout_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tool_overrides !== undefined){
let data13 = data.tool_overrides;
const _errs28 = errors;
if(errors === _errs28){
if(Array.isArray(data13)){
var valid4 = true;
const len0 = data13.length;
for(let i0=0; i0<len0; i0++){
const _errs30 = errors;
if(typeof data13[i0] !== "string"){
validate17.errors = [{instancePath:instancePath+"/tool_overrides/" + i0,schemaPath:"#/properties/tool_overrides/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs30 === errors;
if(!valid4){
break;
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/tool_overrides",schemaPath:"#/properties/tool_overrides/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs28 === errors;
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
}
else {
validate17.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate17.errors = vErrors;
return errors === 0;
}


function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.input === undefined) && (missing0 = "input")){
validate11.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.session_id !== undefined){
let data0 = data.session_id;
const _errs1 = errors;
if((typeof data0 !== "string") && (data0 !== null)){
validate11.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: schema12.properties.session_id.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.prompt_id !== undefined){
let data1 = data.prompt_id;
const _errs3 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
validate11.errors = [{instancePath:instancePath+"/prompt_id",schemaPath:"#/properties/prompt_id/type",keyword:"type",params:{type: schema12.properties.prompt_id.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.protocol_version !== undefined){
let data2 = data.protocol_version;
const _errs5 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate11.errors = [{instancePath:instancePath+"/protocol_version",schemaPath:"#/properties/protocol_version/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.required_capabilities !== undefined){
let data3 = data.required_capabilities;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data3)){
var valid1 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
const _errs9 = errors;
if(typeof data3[i0] !== "string"){
validate11.errors = [{instancePath:instancePath+"/required_capabilities/" + i0,schemaPath:"#/properties/required_capabilities/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs9 === errors;
if(!valid1){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/required_capabilities",schemaPath:"#/properties/required_capabilities/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.model !== undefined){
let data5 = data.model;
const _errs11 = errors;
if((typeof data5 !== "string") && (data5 !== null)){
validate11.errors = [{instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: schema12.properties.model.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs13 = errors;
if(!(validate12(data.input, {instancePath:instancePath+"/input",parentData:data,parentDataProperty:"input",rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.options !== undefined){
let data7 = data.options;
const _errs14 = errors;
const _errs15 = errors;
let valid2 = false;
let passing0 = null;
const _errs16 = errors;
if(!(validate17(data7, {instancePath:instancePath+"/options",parentData:data,parentDataProperty:"options",rootData}))){
vErrors = vErrors === null ? validate17.errors : vErrors.concat(validate17.errors);
errors = vErrors.length;
}
var _valid0 = _errs16 === errors;
if(_valid0){
valid2 = true;
passing0 = 0;
}
const _errs17 = errors;
if(data7 !== null){
const err0 = {instancePath:instancePath+"/options",schemaPath:"#/properties/options/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs17 === errors;
if(_valid0 && valid2){
valid2 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid2 = true;
passing0 = 1;
}
}
if(!valid2){
const err1 = {instancePath:instancePath+"/options",schemaPath:"#/properties/options/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate11.errors = vErrors;
return false;
}
else {
errors = _errs15;
if(vErrors !== null){
if(_errs15){
vErrors.length = _errs15;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tools !== undefined){
let data8 = data.tools;
const _errs19 = errors;
if(errors === _errs19){
if(Array.isArray(data8)){
var valid3 = true;
const len1 = data8.length;
for(let i1=0; i1<len1; i1++){
let data9 = data8[i1];
const _errs21 = errors;
const _errs22 = errors;
if(errors === _errs22){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.type !== undefined){
const _errs24 = errors;
if("function" !== data9.type){
validate11.errors = [{instancePath:instancePath+"/tools/" + i1+"/type",schemaPath:"#/$defs/ClientTool/properties/type/const",keyword:"const",params:{allowedValue: "function"},message:"must be equal to constant"}];
return false;
}
var valid5 = _errs24 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data9.function !== undefined){
let data11 = data9.function;
const _errs25 = errors;
if(errors === _errs25){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
let missing1;
if((data11.name === undefined) && (missing1 = "name")){
validate11.errors = [{instancePath:instancePath+"/tools/" + i1+"/function",schemaPath:"#/$defs/ClientTool/properties/function/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data11.name !== undefined){
const _errs27 = errors;
if(typeof data11.name !== "string"){
validate11.errors = [{instancePath:instancePath+"/tools/" + i1+"/function/name",schemaPath:"#/$defs/ClientTool/properties/function/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs27 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data11.description !== undefined){
const _errs29 = errors;
if(typeof data11.description !== "string"){
validate11.errors = [{instancePath:instancePath+"/tools/" + i1+"/function/description",schemaPath:"#/$defs/ClientTool/properties/function/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs29 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data11.parameters !== undefined){
let data14 = data11.parameters;
const _errs31 = errors;
if(!(data14 && typeof data14 == "object" && !Array.isArray(data14))){
validate11.errors = [{instancePath:instancePath+"/tools/" + i1+"/function/parameters",schemaPath:"#/$defs/ClientTool/properties/function/properties/parameters/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid6 = _errs31 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/tools/" + i1+"/function",schemaPath:"#/$defs/ClientTool/properties/function/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid5 = _errs25 === errors;
}
else {
var valid5 = true;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/tools/" + i1,schemaPath:"#/$defs/ClientTool/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs21 === errors;
if(!valid3){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tool_call_id !== undefined){
let data15 = data.tool_call_id;
const _errs33 = errors;
if((typeof data15 !== "string") && (data15 !== null)){
validate11.errors = [{instancePath:instancePath+"/tool_call_id",schemaPath:"#/properties/tool_call_id/type",keyword:"type",params:{type: schema12.properties.tool_call_id.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs33 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tool_request !== undefined){
let data16 = data.tool_request;
const _errs35 = errors;
const _errs36 = errors;
let valid7 = false;
let passing1 = null;
const _errs37 = errors;
const _errs38 = errors;
if(errors === _errs38){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
let missing2;
if((data16.name === undefined) && (missing2 = "name")){
const err2 = {instancePath:instancePath+"/tool_request",schemaPath:"#/$defs/ToolRequest/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
else {
if(data16.callId !== undefined){
const _errs40 = errors;
if(typeof data16.callId !== "string"){
const err3 = {instancePath:instancePath+"/tool_request/callId",schemaPath:"#/$defs/ToolRequest/properties/callId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var valid9 = _errs40 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data16.call_id !== undefined){
const _errs42 = errors;
if(typeof data16.call_id !== "string"){
const err4 = {instancePath:instancePath+"/tool_request/call_id",schemaPath:"#/$defs/ToolRequest/properties/call_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var valid9 = _errs42 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data16.name !== undefined){
const _errs44 = errors;
if(typeof data16.name !== "string"){
const err5 = {instancePath:instancePath+"/tool_request/name",schemaPath:"#/$defs/ToolRequest/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var valid9 = _errs44 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data16.args !== undefined){
let data20 = data16.args;
const _errs46 = errors;
if((((typeof data20 != "object") && (typeof data20 !== "string")) && (!((typeof data20 == "number") && (isFinite(data20))))) && (typeof data20 !== "boolean")){
const err6 = {instancePath:instancePath+"/tool_request/args",schemaPath:"#/$defs/ToolRequest/properties/args/type",keyword:"type",params:{type: schema25.properties.args.type},message:"must be object,array,string,number,boolean,null"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var valid9 = _errs46 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data16.arguments !== undefined){
let data21 = data16.arguments;
const _errs48 = errors;
if((((typeof data21 != "object") && (typeof data21 !== "string")) && (!((typeof data21 == "number") && (isFinite(data21))))) && (typeof data21 !== "boolean")){
const err7 = {instancePath:instancePath+"/tool_request/arguments",schemaPath:"#/$defs/ToolRequest/properties/arguments/type",keyword:"type",params:{type: schema25.properties.arguments.type},message:"must be object,array,string,number,boolean,null"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var valid9 = _errs48 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data16.isClientInitiated !== undefined){
const _errs50 = errors;
if(typeof data16.isClientInitiated !== "boolean"){
const err8 = {instancePath:instancePath+"/tool_request/isClientInitiated",schemaPath:"#/$defs/ToolRequest/properties/isClientInitiated/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var valid9 = _errs50 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data16.prompt_id !== undefined){
const _errs52 = errors;
if(typeof data16.prompt_id !== "string"){
const err9 = {instancePath:instancePath+"/tool_request/prompt_id",schemaPath:"#/$defs/ToolRequest/properties/prompt_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
var valid9 = _errs52 === errors;
}
else {
var valid9 = true;
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
const err10 = {instancePath:instancePath+"/tool_request",schemaPath:"#/$defs/ToolRequest/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var _valid1 = _errs37 === errors;
if(_valid1){
valid7 = true;
passing1 = 0;
}
const _errs54 = errors;
if(data16 !== null){
const err11 = {instancePath:instancePath+"/tool_request",schemaPath:"#/properties/tool_request/oneOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid1 = _errs54 === errors;
if(_valid1 && valid7){
valid7 = false;
passing1 = [passing1, 1];
}
else {
if(_valid1){
valid7 = true;
passing1 = 1;
}
}
if(!valid7){
const err12 = {instancePath:instancePath+"/tool_request",schemaPath:"#/properties/tool_request/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
validate11.errors = vErrors;
return false;
}
else {
errors = _errs36;
if(vErrors !== null){
if(_errs36){
vErrors.length = _errs36;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.continuation !== undefined){
const _errs56 = errors;
if(typeof data.continuation !== "boolean"){
validate11.errors = [{instancePath:instancePath+"/continuation",schemaPath:"#/properties/continuation/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs56 === errors;
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

const schema26 = {"type":"object","properties":{"session_id":{"type":["string","null"]},"prompt_id":{"type":["string","null"]},"protocol_version":{"type":"integer"},"required_capabilities":{"type":"array","items":{"type":"string"}},"model":{"type":"string"},"temperature":{"type":"number","minimum":0,"maximum":2},"top_p":{"type":"number","minimum":0,"maximum":1},"max_tokens":{"type":"integer","minimum":1},"max_completion_tokens":{"type":"integer","minimum":1},"response_format":{"$ref":"#/$defs/ResponseFormat"},"max_turns":{"type":"integer","minimum":1},"timeout_ms":{"type":"integer","minimum":1},"tool_overrides":{"type":"array","items":{"type":"string"}},"messages":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/ChatMessage"}},"tools":{"type":"array","items":{"$ref":"#/$defs/ClientTool"}},"options":{"$ref":"#/$defs/Options"}},"required":["messages"]};
const schema28 = {"type":"object","properties":{"role":{"type":"string","enum":["system","developer","user","assistant","tool","function"]},"content":{"type":["string","array","null"],"items":{"$ref":"#/$defs/ContentPart"}},"tool_calls":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"type":{"const":"function"},"function":{"type":"object","properties":{"name":{"type":"string"},"arguments":{"type":"string"}},"required":["name"]}},"required":["id","function"]}},"tool_call_id":{"type":"string"},"name":{"type":"string"}},"required":["role"]};
const schema29 = {"properties":{"inline_data":{"$ref":"#/$defs/InlineData"},"inlineData":{"$ref":"#/$defs/InlineData"},"file_data":{"$ref":"#/$defs/FileData"},"fileData":{"$ref":"#/$defs/FileData"}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.inline_data !== undefined){
let data0 = data.inline_data;
const _errs0 = errors;
const _errs1 = errors;
if(errors === _errs1){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing0;
if((data0.data === undefined) && (missing0 = "data")){
validate22.errors = [{instancePath:instancePath+"/inline_data",schemaPath:"#/$defs/InlineData/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data0.mime_type !== undefined){
const _errs3 = errors;
if(typeof data0.mime_type !== "string"){
validate22.errors = [{instancePath:instancePath+"/inline_data/mime_type",schemaPath:"#/$defs/InlineData/properties/mime_type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs3 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.mimeType !== undefined){
const _errs5 = errors;
if(typeof data0.mimeType !== "string"){
validate22.errors = [{instancePath:instancePath+"/inline_data/mimeType",schemaPath:"#/$defs/InlineData/properties/mimeType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.data !== undefined){
const _errs7 = errors;
if(typeof data0.data !== "string"){
validate22.errors = [{instancePath:instancePath+"/inline_data/data",schemaPath:"#/$defs/InlineData/properties/data/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.display_name !== undefined){
const _errs9 = errors;
if(typeof data0.display_name !== "string"){
validate22.errors = [{instancePath:instancePath+"/inline_data/display_name",schemaPath:"#/$defs/InlineData/properties/display_name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.displayName !== undefined){
const _errs11 = errors;
if(typeof data0.displayName !== "string"){
validate22.errors = [{instancePath:instancePath+"/inline_data/displayName",schemaPath:"#/$defs/InlineData/properties/displayName/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/inline_data",schemaPath:"#/$defs/InlineData/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs0 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.inlineData !== undefined){
let data6 = data.inlineData;
const _errs13 = errors;
const _errs14 = errors;
if(errors === _errs14){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing1;
if((data6.data === undefined) && (missing1 = "data")){
validate22.errors = [{instancePath:instancePath+"/inlineData",schemaPath:"#/$defs/InlineData/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data6.mime_type !== undefined){
const _errs16 = errors;
if(typeof data6.mime_type !== "string"){
validate22.errors = [{instancePath:instancePath+"/inlineData/mime_type",schemaPath:"#/$defs/InlineData/properties/mime_type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs16 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.mimeType !== undefined){
const _errs18 = errors;
if(typeof data6.mimeType !== "string"){
validate22.errors = [{instancePath:instancePath+"/inlineData/mimeType",schemaPath:"#/$defs/InlineData/properties/mimeType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs18 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.data !== undefined){
const _errs20 = errors;
if(typeof data6.data !== "string"){
validate22.errors = [{instancePath:instancePath+"/inlineData/data",schemaPath:"#/$defs/InlineData/properties/data/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs20 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.display_name !== undefined){
const _errs22 = errors;
if(typeof data6.display_name !== "string"){
validate22.errors = [{instancePath:instancePath+"/inlineData/display_name",schemaPath:"#/$defs/InlineData/properties/display_name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs22 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.displayName !== undefined){
const _errs24 = errors;
if(typeof data6.displayName !== "string"){
validate22.errors = [{instancePath:instancePath+"/inlineData/displayName",schemaPath:"#/$defs/InlineData/properties/displayName/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs24 === errors;
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
else {
validate22.errors = [{instancePath:instancePath+"/inlineData",schemaPath:"#/$defs/InlineData/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.file_data !== undefined){
let data12 = data.file_data;
const _errs26 = errors;
const _errs27 = errors;
if(errors === _errs27){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12.file_uri !== undefined){
const _errs29 = errors;
if(typeof data12.file_uri !== "string"){
validate22.errors = [{instancePath:instancePath+"/file_data/file_uri",schemaPath:"#/$defs/FileData/properties/file_uri/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs29 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data12.fileUri !== undefined){
const _errs31 = errors;
if(typeof data12.fileUri !== "string"){
validate22.errors = [{instancePath:instancePath+"/file_data/fileUri",schemaPath:"#/$defs/FileData/properties/fileUri/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs31 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data12.mime_type !== undefined){
const _errs33 = errors;
if(typeof data12.mime_type !== "string"){
validate22.errors = [{instancePath:instancePath+"/file_data/mime_type",schemaPath:"#/$defs/FileData/properties/mime_type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs33 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data12.mimeType !== undefined){
const _errs35 = errors;
if(typeof data12.mimeType !== "string"){
validate22.errors = [{instancePath:instancePath+"/file_data/mimeType",schemaPath:"#/$defs/FileData/properties/mimeType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs35 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/file_data",schemaPath:"#/$defs/FileData/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.fileData !== undefined){
let data17 = data.fileData;
const _errs37 = errors;
const _errs38 = errors;
if(errors === _errs38){
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(data17.file_uri !== undefined){
const _errs40 = errors;
if(typeof data17.file_uri !== "string"){
validate22.errors = [{instancePath:instancePath+"/fileData/file_uri",schemaPath:"#/$defs/FileData/properties/file_uri/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs40 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data17.fileUri !== undefined){
const _errs42 = errors;
if(typeof data17.fileUri !== "string"){
validate22.errors = [{instancePath:instancePath+"/fileData/fileUri",schemaPath:"#/$defs/FileData/properties/fileUri/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs42 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data17.mime_type !== undefined){
const _errs44 = errors;
if(typeof data17.mime_type !== "string"){
validate22.errors = [{instancePath:instancePath+"/fileData/mime_type",schemaPath:"#/$defs/FileData/properties/mime_type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs44 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data17.mimeType !== undefined){
const _errs46 = errors;
if(typeof data17.mimeType !== "string"){
validate22.errors = [{instancePath:instancePath+"/fileData/mimeType",schemaPath:"#/$defs/FileData/properties/mimeType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs46 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/fileData",schemaPath:"#/$defs/FileData/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs37 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
validate22.errors = vErrors;
return errors === 0;
}


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.role === undefined) && (missing0 = "role")){
validate21.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.role !== undefined){
let data0 = data.role;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate21.errors = [{instancePath:instancePath+"/role",schemaPath:"#/properties/role/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((((data0 === "system") || (data0 === "developer")) || (data0 === "user")) || (data0 === "assistant")) || (data0 === "tool")) || (data0 === "function"))){
validate21.errors = [{instancePath:instancePath+"/role",schemaPath:"#/properties/role/enum",keyword:"enum",params:{allowedValues: schema28.properties.role.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.content !== undefined){
let data1 = data.content;
const _errs3 = errors;
if(((typeof data1 !== "string") && (!(Array.isArray(data1)))) && (data1 !== null)){
validate21.errors = [{instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: schema28.properties.content.type},message:"must be string,array,null"}];
return false;
}
if(errors === _errs3){
if(Array.isArray(data1)){
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
const _errs5 = errors;
if(!(validate22(data1[i0], {instancePath:instancePath+"/content/" + i0,parentData:data1,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tool_calls !== undefined){
let data3 = data.tool_calls;
const _errs6 = errors;
if(errors === _errs6){
if(Array.isArray(data3)){
var valid2 = true;
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
const _errs8 = errors;
if(errors === _errs8){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing1;
if(((data4.id === undefined) && (missing1 = "id")) || ((data4.function === undefined) && (missing1 = "function"))){
validate21.errors = [{instancePath:instancePath+"/tool_calls/" + i1,schemaPath:"#/properties/tool_calls/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data4.id !== undefined){
const _errs10 = errors;
if(typeof data4.id !== "string"){
validate21.errors = [{instancePath:instancePath+"/tool_calls/" + i1+"/id",schemaPath:"#/properties/tool_calls/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs10 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data4.type !== undefined){
const _errs12 = errors;
if("function" !== data4.type){
validate21.errors = [{instancePath:instancePath+"/tool_calls/" + i1+"/type",schemaPath:"#/properties/tool_calls/items/properties/type/const",keyword:"const",params:{allowedValue: "function"},message:"must be equal to constant"}];
return false;
}
var valid3 = _errs12 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data4.function !== undefined){
let data7 = data4.function;
const _errs13 = errors;
if(errors === _errs13){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
let missing2;
if((data7.name === undefined) && (missing2 = "name")){
validate21.errors = [{instancePath:instancePath+"/tool_calls/" + i1+"/function",schemaPath:"#/properties/tool_calls/items/properties/function/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data7.name !== undefined){
const _errs15 = errors;
if(typeof data7.name !== "string"){
validate21.errors = [{instancePath:instancePath+"/tool_calls/" + i1+"/function/name",schemaPath:"#/properties/tool_calls/items/properties/function/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs15 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data7.arguments !== undefined){
const _errs17 = errors;
if(typeof data7.arguments !== "string"){
validate21.errors = [{instancePath:instancePath+"/tool_calls/" + i1+"/function/arguments",schemaPath:"#/properties/tool_calls/items/properties/function/properties/arguments/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs17 === errors;
}
else {
var valid4 = true;
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/tool_calls/" + i1+"/function",schemaPath:"#/properties/tool_calls/items/properties/function/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs13 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/tool_calls/" + i1,schemaPath:"#/properties/tool_calls/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs8 === errors;
if(!valid2){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/tool_calls",schemaPath:"#/properties/tool_calls/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tool_call_id !== undefined){
const _errs19 = errors;
if(typeof data.tool_call_id !== "string"){
validate21.errors = [{instancePath:instancePath+"/tool_call_id",schemaPath:"#/properties/tool_call_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
const _errs21 = errors;
if(typeof data.name !== "string"){
validate21.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
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
else {
validate21.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate21.errors = vErrors;
return errors === 0;
}


function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.messages === undefined) && (missing0 = "messages")){
validate20.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.session_id !== undefined){
let data0 = data.session_id;
const _errs1 = errors;
if((typeof data0 !== "string") && (data0 !== null)){
validate20.errors = [{instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: schema26.properties.session_id.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.prompt_id !== undefined){
let data1 = data.prompt_id;
const _errs3 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
validate20.errors = [{instancePath:instancePath+"/prompt_id",schemaPath:"#/properties/prompt_id/type",keyword:"type",params:{type: schema26.properties.prompt_id.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.protocol_version !== undefined){
let data2 = data.protocol_version;
const _errs5 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate20.errors = [{instancePath:instancePath+"/protocol_version",schemaPath:"#/properties/protocol_version/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.required_capabilities !== undefined){
let data3 = data.required_capabilities;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data3)){
var valid1 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
const _errs9 = errors;
if(typeof data3[i0] !== "string"){
validate20.errors = [{instancePath:instancePath+"/required_capabilities/" + i0,schemaPath:"#/properties/required_capabilities/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs9 === errors;
if(!valid1){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/required_capabilities",schemaPath:"#/properties/required_capabilities/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.model !== undefined){
const _errs11 = errors;
if(typeof data.model !== "string"){
validate20.errors = [{instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.temperature !== undefined){
let data6 = data.temperature;
const _errs13 = errors;
if(errors === _errs13){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 2 || isNaN(data6)){
validate20.errors = [{instancePath:instancePath+"/temperature",schemaPath:"#/properties/temperature/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2},message:"must be <= 2"}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate20.errors = [{instancePath:instancePath+"/temperature",schemaPath:"#/properties/temperature/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/temperature",schemaPath:"#/properties/temperature/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.top_p !== undefined){
let data7 = data.top_p;
const _errs15 = errors;
if(errors === _errs15){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 1 || isNaN(data7)){
validate20.errors = [{instancePath:instancePath+"/top_p",schemaPath:"#/properties/top_p/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate20.errors = [{instancePath:instancePath+"/top_p",schemaPath:"#/properties/top_p/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/top_p",schemaPath:"#/properties/top_p/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.max_tokens !== undefined){
let data8 = data.max_tokens;
const _errs17 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate20.errors = [{instancePath:instancePath+"/max_tokens",schemaPath:"#/properties/max_tokens/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs17){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 1 || isNaN(data8)){
validate20.errors = [{instancePath:instancePath+"/max_tokens",schemaPath:"#/properties/max_tokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.max_completion_tokens !== undefined){
let data9 = data.max_completion_tokens;
const _errs19 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate20.errors = [{instancePath:instancePath+"/max_completion_tokens",schemaPath:"#/properties/max_completion_tokens/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs19){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 1 || isNaN(data9)){
validate20.errors = [{instancePath:instancePath+"/max_completion_tokens",schemaPath:"#/properties/max_completion_tokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.response_format !== undefined){
let data10 = data.response_format;
const _errs21 = errors;
const _errs22 = errors;
if(errors === _errs22){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
let missing1;
if((data10.type === undefined) && (missing1 = "type")){
validate20.errors = [{instancePath:instancePath+"/response_format",schemaPath:"#/$defs/ResponseFormat/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data10.type !== undefined){
let data11 = data10.type;
const _errs24 = errors;
if(typeof data11 !== "string"){
validate20.errors = [{instancePath:instancePath+"/response_format/type",schemaPath:"#/$defs/ResponseFormat/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data11 === "text") || (data11 === "json_object")) || (data11 === "json_schema"))){
validate20.errors = [{instancePath:instancePath+"/response_format/type",schemaPath:"#/$defs/ResponseFormat/properties/type/enum",keyword:"enum",params:{allowedValues: schema23.properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs24 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data10.json_schema !== undefined){
let data12 = data10.json_schema;
const _errs26 = errors;
if(errors === _errs26){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing2;
if((data12.schema === undefined) && (missing2 = "schema")){
validate20.errors = [{instancePath:instancePath+"/response_format/json_schema",schemaPath:"#/$defs/ResponseFormat/properties/json_schema/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data12.name !== undefined){
const _errs28 = errors;
if(typeof data12.name !== "string"){
validate20.errors = [{instancePath:instancePath+"/response_format/json_schema/name",schemaPath:"#/$defs/ResponseFormat/properties/json_schema/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs28 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data12.schema !== undefined){
let data14 = data12.schema;
const _errs30 = errors;
if(!(data14 && typeof data14 == "object" && !Array.isArray(data14))){
validate20.errors = [{instancePath:instancePath+"/response_format/json_schema/schema",schemaPath:"#/$defs/ResponseFormat/properties/json_schema/properties/schema/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid4 = _errs30 === errors;
}
else {
var valid4 = true;
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/response_format/json_schema",schemaPath:"#/$defs/ResponseFormat/properties/json_schema/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs26 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/response_format",schemaPath:"#/$defs/ResponseFormat/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.max_turns !== undefined){
let data15 = data.max_turns;
const _errs32 = errors;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
validate20.errors = [{instancePath:instancePath+"/max_turns",schemaPath:"#/properties/max_turns/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs32){
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 < 1 || isNaN(data15)){
validate20.errors = [{instancePath:instancePath+"/max_turns",schemaPath:"#/properties/max_turns/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs32 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout_ms !== undefined){
let data16 = data.timeout_ms;
const _errs34 = errors;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
validate20.errors = [{instancePath:instancePath+"/timeout_ms",schemaPath:"#/properties/timeout_ms/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs34){
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 < 1 || isNaN(data16)){
validate20.errors = [{instancePath:instancePath+"/timeout_ms",schemaPath:"#/properties/timeout_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs34 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tool_overrides !== undefined){
let data17 = data.tool_overrides;
const _errs36 = errors;
if(errors === _errs36){
if(Array.isArray(data17)){
var valid5 = true;
const len1 = data17.length;
for(let i1=0; i1<len1; i1++){
const _errs38 = errors;
if(typeof data17[i1] !== "string"){
validate20.errors = [{instancePath:instancePath+"/tool_overrides/" + i1,schemaPath:"#/properties/tool_overrides/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs38 === errors;
if(!valid5){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/tool_overrides",schemaPath:"#/properties/tool_overrides/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs36 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.messages !== undefined){
let data19 = data.messages;
const _errs40 = errors;
if(errors === _errs40){
if(Array.isArray(data19)){
if(data19.length < 1){
validate20.errors = [{instancePath:instancePath+"/messages",schemaPath:"#/properties/messages/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid6 = true;
const len2 = data19.length;
for(let i2=0; i2<len2; i2++){
const _errs42 = errors;
if(!(validate21(data19[i2], {instancePath:instancePath+"/messages/" + i2,parentData:data19,parentDataProperty:i2,rootData}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
var valid6 = _errs42 === errors;
if(!valid6){
break;
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/messages",schemaPath:"#/properties/messages/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs40 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tools !== undefined){
let data21 = data.tools;
const _errs43 = errors;
if(errors === _errs43){
if(Array.isArray(data21)){
var valid7 = true;
const len3 = data21.length;
for(let i3=0; i3<len3; i3++){
let data22 = data21[i3];
const _errs45 = errors;
const _errs46 = errors;
if(errors === _errs46){
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
if(data22.type !== undefined){
const _errs48 = errors;
if("function" !== data22.type){
validate20.errors = [{instancePath:instancePath+"/tools/" + i3+"/type",schemaPath:"#/$defs/ClientTool/properties/type/const",keyword:"const",params:{allowedValue: "function"},message:"must be equal to constant"}];
return false;
}
var valid9 = _errs48 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data22.function !== undefined){
let data24 = data22.function;
const _errs49 = errors;
if(errors === _errs49){
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
let missing3;
if((data24.name === undefined) && (missing3 = "name")){
validate20.errors = [{instancePath:instancePath+"/tools/" + i3+"/function",schemaPath:"#/$defs/ClientTool/properties/function/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'"}];
return false;
}
else {
if(data24.name !== undefined){
const _errs51 = errors;
if(typeof data24.name !== "string"){
validate20.errors = [{instancePath:instancePath+"/tools/" + i3+"/function/name",schemaPath:"#/$defs/ClientTool/properties/function/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid10 = _errs51 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data24.description !== undefined){
const _errs53 = errors;
if(typeof data24.description !== "string"){
validate20.errors = [{instancePath:instancePath+"/tools/" + i3+"/function/description",schemaPath:"#/$defs/ClientTool/properties/function/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid10 = _errs53 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data24.parameters !== undefined){
let data27 = data24.parameters;
const _errs55 = errors;
if(!(data27 && typeof data27 == "object" && !Array.isArray(data27))){
validate20.errors = [{instancePath:instancePath+"/tools/" + i3+"/function/parameters",schemaPath:"#/$defs/ClientTool/properties/function/properties/parameters/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid10 = _errs55 === errors;
}
else {
var valid10 = true;
}
}
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/tools/" + i3+"/function",schemaPath:"#/$defs/ClientTool/properties/function/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid9 = _errs49 === errors;
}
else {
var valid9 = true;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/tools/" + i3,schemaPath:"#/$defs/ClientTool/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid7 = _errs45 === errors;
if(!valid7){
break;
}
}
}
else {
validate20.errors = [{instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs43 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.options !== undefined){
const _errs57 = errors;
if(!(validate17(data.options, {instancePath:instancePath+"/options",parentData:data,parentDataProperty:"options",rootData}))){
vErrors = vErrors === null ? validate17.errors : vErrors.concat(validate17.errors);
errors = vErrors.length;
}
var valid0 = _errs57 === errors;
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
}
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate20.errors = vErrors;
return errors === 0;
}


function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="chat-in" */;
let vErrors = null;
let errors = 0;
if(!(data && typeof data == "object" && !Array.isArray(data))){
validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
const _errs1 = errors;
let valid0 = false;
const _errs2 = errors;
if(!(validate11(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs3 = errors;
if(!(validate20(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate20.errors : vErrors.concat(validate20.errors);
errors = vErrors.length;
}
var _valid0 = _errs3 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs4 = errors;
const _errs5 = errors;
if(errors === _errs5){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.type === undefined) && (missing0 = "type")){
const err0 = {instancePath,schemaPath:"#/$defs/HintRequest/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.type !== undefined){
const _errs7 = errors;
if("command_hint_request" !== data.type){
const err1 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/HintRequest/properties/type/const",keyword:"const",params:{allowedValue: "command_hint_request"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.session_id !== undefined){
let data1 = data.session_id;
const _errs8 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/$defs/HintRequest/properties/session_id/type",keyword:"type",params:{type: schema35.properties.session_id.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.prompt_id !== undefined){
let data2 = data.prompt_id;
const _errs10 = errors;
if((typeof data2 !== "string") && (data2 !== null)){
const err3 = {instancePath:instancePath+"/prompt_id",schemaPath:"#/$defs/HintRequest/properties/prompt_id/type",keyword:"type",params:{type: schema35.properties.prompt_id.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.trigger !== undefined){
let data3 = data.trigger;
const _errs12 = errors;
if(typeof data3 !== "string"){
const err4 = {instancePath:instancePath+"/trigger",schemaPath:"#/$defs/HintRequest/properties/trigger/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!(((data3 === "slash") || (data3 === "at")) || (data3 === "question"))){
const err5 = {instancePath:instancePath+"/trigger",schemaPath:"#/$defs/HintRequest/properties/trigger/enum",keyword:"enum",params:{allowedValues: schema35.properties.trigger.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.text !== undefined){
const _errs14 = errors;
if(typeof data.text !== "string"){
const err6 = {instancePath:instancePath+"/text",schemaPath:"#/$defs/HintRequest/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.cursor !== undefined){
let data5 = data.cursor;
const _errs16 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err7 = {instancePath:instancePath+"/cursor",schemaPath:"#/$defs/HintRequest/properties/cursor/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(errors === _errs16){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 0 || isNaN(data5)){
const err8 = {instancePath:instancePath+"/cursor",schemaPath:"#/$defs/HintRequest/properties/cursor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.context !== undefined){
let data6 = data.context;
const _errs18 = errors;
if((!(data6 && typeof data6 == "object" && !Array.isArray(data6))) && (data6 !== null)){
const err9 = {instancePath:instancePath+"/context",schemaPath:"#/$defs/HintRequest/properties/context/type",keyword:"type",params:{type: schema35.properties.context.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(errors === _errs18){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.cwd !== undefined){
const _errs20 = errors;
if(typeof data6.cwd !== "string"){
const err10 = {instancePath:instancePath+"/context/cwd",schemaPath:"#/$defs/HintRequest/properties/context/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var valid3 = _errs20 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.selected_text !== undefined){
const _errs22 = errors;
if(typeof data6.selected_text !== "string"){
const err11 = {instancePath:instancePath+"/context/selected_text",schemaPath:"#/$defs/HintRequest/properties/context/properties/selected_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var valid3 = _errs22 === errors;
}
else {
var valid3 = true;
}
}
}
}
var valid2 = _errs18 === errors;
}
else {
var valid2 = true;
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
const err12 = {instancePath,schemaPath:"#/$defs/HintRequest/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs24 = errors;
const _errs25 = errors;
if(errors === _errs25){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.type === undefined) && (missing1 = "type")){
const err13 = {instancePath,schemaPath:"#/$defs/HintCancel/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
else {
if(data.type !== undefined){
const _errs27 = errors;
if("command_hint_cancel" !== data.type){
const err14 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/HintCancel/properties/type/const",keyword:"const",params:{allowedValue: "command_hint_cancel"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
var valid5 = _errs27 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data.session_id !== undefined){
let data10 = data.session_id;
const _errs28 = errors;
if((typeof data10 !== "string") && (data10 !== null)){
const err15 = {instancePath:instancePath+"/session_id",schemaPath:"#/$defs/HintCancel/properties/session_id/type",keyword:"type",params:{type: schema36.properties.session_id.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
var valid5 = _errs28 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data.prompt_id !== undefined){
let data11 = data.prompt_id;
const _errs30 = errors;
if((typeof data11 !== "string") && (data11 !== null)){
const err16 = {instancePath:instancePath+"/prompt_id",schemaPath:"#/$defs/HintCancel/properties/prompt_id/type",keyword:"type",params:{type: schema36.properties.prompt_id.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
var valid5 = _errs30 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
else {
const err17 = {instancePath,schemaPath:"#/$defs/HintCancel/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
var _valid0 = _errs24 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs32 = errors;
const _errs33 = errors;
if(errors === _errs33){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.type === undefined) && (missing2 = "type")){
const err18 = {instancePath,schemaPath:"#/$defs/HeartbeatRequest/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
else {
if(data.type !== undefined){
const _errs35 = errors;
if("heartbeat_request" !== data.type){
const err19 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/HeartbeatRequest/properties/type/const",keyword:"const",params:{allowedValue: "heartbeat_request"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
var valid7 = _errs35 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data.session_id !== undefined){
let data13 = data.session_id;
const _errs36 = errors;
if((typeof data13 !== "string") && (data13 !== null)){
const err20 = {instancePath:instancePath+"/session_id",schemaPath:"#/$defs/HeartbeatRequest/properties/session_id/type",keyword:"type",params:{type: schema37.properties.session_id.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
var valid7 = _errs36 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data.prompt_id !== undefined){
let data14 = data.prompt_id;
const _errs38 = errors;
if((typeof data14 !== "string") && (data14 !== null)){
const err21 = {instancePath:instancePath+"/prompt_id",schemaPath:"#/$defs/HeartbeatRequest/properties/prompt_id/type",keyword:"type",params:{type: schema37.properties.prompt_id.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
var valid7 = _errs38 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
else {
const err22 = {instancePath,schemaPath:"#/$defs/HeartbeatRequest/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
var _valid0 = _errs32 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs40 = errors;
const _errs41 = errors;
if(errors === _errs41){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing3;
if((data.type === undefined) && (missing3 = "type")){
const err23 = {instancePath,schemaPath:"#/$defs/Cancel/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
else {
if(data.type !== undefined){
const _errs43 = errors;
if("control/cancel" !== data.type){
const err24 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/Cancel/properties/type/const",keyword:"const",params:{allowedValue: "control/cancel"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
var valid9 = _errs43 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data.session_id !== undefined){
let data16 = data.session_id;
const _errs44 = errors;
if((typeof data16 !== "string") && (data16 !== null)){
const err25 = {instancePath:instancePath+"/session_id",schemaPath:"#/$defs/Cancel/properties/session_id/type",keyword:"type",params:{type: schema38.properties.session_id.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
var valid9 = _errs44 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data.prompt_id !== undefined){
let data17 = data.prompt_id;
const _errs46 = errors;
if((typeof data17 !== "string") && (data17 !== null)){
const err26 = {instancePath:instancePath+"/prompt_id",schemaPath:"#/$defs/Cancel/properties/prompt_id/type",keyword:"type",params:{type: schema38.properties.prompt_id.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
var valid9 = _errs46 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data.reason !== undefined){
let data18 = data.reason;
const _errs48 = errors;
if((typeof data18 !== "string") && (data18 !== null)){
const err27 = {instancePath:instancePath+"/reason",schemaPath:"#/$defs/Cancel/properties/reason/type",keyword:"type",params:{type: schema38.properties.reason.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(!(((((data18 === "escape") || (data18 === "user")) || (data18 === "timeout")) || (data18 === "shutdown")) || (data18 === null))){
const err28 = {instancePath:instancePath+"/reason",schemaPath:"#/$defs/Cancel/properties/reason/enum",keyword:"enum",params:{allowedValues: schema38.properties.reason.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
var valid9 = _errs48 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data.request_id !== undefined){
const _errs50 = errors;
if(typeof data.request_id !== "string"){
const err29 = {instancePath:instancePath+"/request_id",schemaPath:"#/$defs/Cancel/properties/request_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
var valid9 = _errs50 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
}
}
else {
const err30 = {instancePath,schemaPath:"#/$defs/Cancel/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
var _valid0 = _errs40 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs52 = errors;
const _errs53 = errors;
if(errors === _errs53){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing4;
if(((data.type === undefined) && (missing4 = "type")) || ((data.response === undefined) && (missing4 = "response"))){
const err31 = {instancePath,schemaPath:"#/$defs/ControlResponse/required",keyword:"required",params:{missingProperty: missing4},message:"must have required property '"+missing4+"'"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
else {
if(data.type !== undefined){
const _errs55 = errors;
if("control_response" !== data.type){
const err32 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/ControlResponse/properties/type/const",keyword:"const",params:{allowedValue: "control_response"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
var valid11 = _errs55 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data.request_id !== undefined){
const _errs56 = errors;
if(typeof data.request_id !== "string"){
const err33 = {instancePath:instancePath+"/request_id",schemaPath:"#/$defs/ControlResponse/properties/request_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
var valid11 = _errs56 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data.response !== undefined){
let data22 = data.response;
const _errs58 = errors;
if(errors === _errs58){
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
if(data22.subtype !== undefined){
const _errs60 = errors;
if(typeof data22.subtype !== "string"){
const err34 = {instancePath:instancePath+"/response/subtype",schemaPath:"#/$defs/ControlResponse/properties/response/properties/subtype/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
var valid12 = _errs60 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data22.request_id !== undefined){
const _errs62 = errors;
if(typeof data22.request_id !== "string"){
const err35 = {instancePath:instancePath+"/response/request_id",schemaPath:"#/$defs/ControlResponse/properties/response/properties/request_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
var valid12 = _errs62 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data22.result !== undefined){
let data25 = data22.result;
const _errs64 = errors;
if((((typeof data25 != "object") && (typeof data25 !== "string")) && (!((typeof data25 == "number") && (isFinite(data25))))) && (typeof data25 !== "boolean")){
const err36 = {instancePath:instancePath+"/response/result",schemaPath:"#/$defs/ControlResponse/properties/response/properties/result/type",keyword:"type",params:{type: schema39.properties.response.properties.result.type},message:"must be object,array,string,number,boolean,null"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
var valid12 = _errs64 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data22.response !== undefined){
let data26 = data22.response;
const _errs66 = errors;
if((((typeof data26 != "object") && (typeof data26 !== "string")) && (!((typeof data26 == "number") && (isFinite(data26))))) && (typeof data26 !== "boolean")){
const err37 = {instancePath:instancePath+"/response/response",schemaPath:"#/$defs/ControlResponse/properties/response/properties/response/type",keyword:"type",params:{type: schema39.properties.response.properties.response.type},message:"must be object,array,string,number,boolean,null"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
var valid12 = _errs66 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data22.error !== undefined){
let data27 = data22.error;
const _errs68 = errors;
if((((typeof data27 != "object") && (typeof data27 !== "string")) && (!((typeof data27 == "number") && (isFinite(data27))))) && (typeof data27 !== "boolean")){
const err38 = {instancePath:instancePath+"/response/error",schemaPath:"#/$defs/ControlResponse/properties/response/properties/error/type",keyword:"type",params:{type: schema39.properties.response.properties.error.type},message:"must be object,array,string,number,boolean,null"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
var valid12 = _errs68 === errors;
}
else {
var valid12 = true;
}
}
}
}
}
}
else {
const err39 = {instancePath:instancePath+"/response",schemaPath:"#/$defs/ControlResponse/properties/response/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
var valid11 = _errs58 === errors;
}
else {
var valid11 = true;
}
}
}
}
}
else {
const err40 = {instancePath,schemaPath:"#/$defs/ControlResponse/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
var _valid0 = _errs52 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs70 = errors;
const _errs71 = errors;
if(errors === _errs71){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing5;
if((((data.type === undefined) && (missing5 = "type")) || ((data.request_id === undefined) && (missing5 = "request_id"))) || ((data.request === undefined) && (missing5 = "request"))){
const err41 = {instancePath,schemaPath:"#/$defs/ControlRequest/required",keyword:"required",params:{missingProperty: missing5},message:"must have required property '"+missing5+"'"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
else {
if(data.type !== undefined){
const _errs73 = errors;
if("control_request" !== data.type){
const err42 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/ControlRequest/properties/type/const",keyword:"const",params:{allowedValue: "control_request"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
var valid14 = _errs73 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data.request_id !== undefined){
const _errs74 = errors;
if(typeof data.request_id !== "string"){
const err43 = {instancePath:instancePath+"/request_id",schemaPath:"#/$defs/ControlRequest/properties/request_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
var valid14 = _errs74 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data.session_id !== undefined){
let data30 = data.session_id;
const _errs76 = errors;
if((typeof data30 !== "string") && (data30 !== null)){
const err44 = {instancePath:instancePath+"/session_id",schemaPath:"#/$defs/ControlRequest/properties/session_id/type",keyword:"type",params:{type: schema40.properties.session_id.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
var valid14 = _errs76 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data.request !== undefined){
let data31 = data.request;
const _errs78 = errors;
const _errs79 = errors;
let valid15 = false;
let passing0 = null;
const _errs80 = errors;
if(errors === _errs80){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
let missing6;
if((data31.subtype === undefined) && (missing6 = "subtype")){
const err45 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/0/required",keyword:"required",params:{missingProperty: missing6},message:"must have required property '"+missing6+"'"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
else {
if(data31.subtype !== undefined){
const _errs82 = errors;
if("initialize" !== data31.subtype){
const err46 = {instancePath:instancePath+"/request/subtype",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/0/properties/subtype/const",keyword:"const",params:{allowedValue: "initialize"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
var valid16 = _errs82 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data31.hooks !== undefined){
let data33 = data31.hooks;
const _errs83 = errors;
if((!(data33 && typeof data33 == "object" && !Array.isArray(data33))) && (data33 !== null)){
const err47 = {instancePath:instancePath+"/request/hooks",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/0/properties/hooks/type",keyword:"type",params:{type: schema40.properties.request.oneOf[0].properties.hooks.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
var valid16 = _errs83 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data31.mcp_servers !== undefined){
let data34 = data31.mcp_servers;
const _errs85 = errors;
if((!(data34 && typeof data34 == "object" && !Array.isArray(data34))) && (data34 !== null)){
const err48 = {instancePath:instancePath+"/request/mcp_servers",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/0/properties/mcp_servers/type",keyword:"type",params:{type: schema40.properties.request.oneOf[0].properties.mcp_servers.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(errors === _errs85){
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
for(const key0 in data34){
let data35 = data34[key0];
const _errs88 = errors;
if(errors === _errs88){
if(data35 && typeof data35 == "object" && !Array.isArray(data35)){
if(data35.type !== undefined){
const _errs90 = errors;
if("sdk" !== data35.type){
const err49 = {instancePath:instancePath+"/request/mcp_servers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/type",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/0/properties/mcp_servers/additionalProperties/properties/type/const",keyword:"const",params:{allowedValue: "sdk"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
var valid18 = _errs90 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data35.name !== undefined){
const _errs91 = errors;
if(typeof data35.name !== "string"){
const err50 = {instancePath:instancePath+"/request/mcp_servers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/name",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/0/properties/mcp_servers/additionalProperties/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
var valid18 = _errs91 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data35.timeout !== undefined){
let data38 = data35.timeout;
const _errs93 = errors;
if(errors === _errs93){
if((typeof data38 == "number") && (isFinite(data38))){
if(data38 < 1 || isNaN(data38)){
const err51 = {instancePath:instancePath+"/request/mcp_servers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/timeout",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/0/properties/mcp_servers/additionalProperties/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
else {
const err52 = {instancePath:instancePath+"/request/mcp_servers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/timeout",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/0/properties/mcp_servers/additionalProperties/properties/timeout/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
var valid18 = _errs93 === errors;
}
else {
var valid18 = true;
}
}
}
}
else {
const err53 = {instancePath:instancePath+"/request/mcp_servers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/0/properties/mcp_servers/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
var valid17 = _errs88 === errors;
if(!valid17){
break;
}
}
}
}
var valid16 = _errs85 === errors;
}
else {
var valid16 = true;
}
}
}
}
}
else {
const err54 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
var _valid1 = _errs80 === errors;
if(_valid1){
valid15 = true;
passing0 = 0;
}
const _errs95 = errors;
if(errors === _errs95){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
let missing7;
if((data31.subtype === undefined) && (missing7 = "subtype")){
const err55 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/1/required",keyword:"required",params:{missingProperty: missing7},message:"must have required property '"+missing7+"'"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
else {
if(data31.subtype !== undefined){
if("list_sessions" !== data31.subtype){
const err56 = {instancePath:instancePath+"/request/subtype",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/1/properties/subtype/const",keyword:"const",params:{allowedValue: "list_sessions"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
}
else {
const err57 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
var _valid1 = _errs95 === errors;
if(_valid1 && valid15){
valid15 = false;
passing0 = [passing0, 1];
}
else {
if(_valid1){
valid15 = true;
passing0 = 1;
}
const _errs98 = errors;
if(errors === _errs98){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
let missing8;
if(((data31.subtype === undefined) && (missing8 = "subtype")) || ((data31.user_message_id === undefined) && (missing8 = "user_message_id"))){
const err58 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/2/required",keyword:"required",params:{missingProperty: missing8},message:"must have required property '"+missing8+"'"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
else {
if(data31.subtype !== undefined){
const _errs100 = errors;
if("rewind" !== data31.subtype){
const err59 = {instancePath:instancePath+"/request/subtype",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/2/properties/subtype/const",keyword:"const",params:{allowedValue: "rewind"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
var valid20 = _errs100 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data31.user_message_id !== undefined){
const _errs101 = errors;
if(typeof data31.user_message_id !== "string"){
const err60 = {instancePath:instancePath+"/request/user_message_id",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/2/properties/user_message_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
var valid20 = _errs101 === errors;
}
else {
var valid20 = true;
}
}
}
}
else {
const err61 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/2/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
var _valid1 = _errs98 === errors;
if(_valid1 && valid15){
valid15 = false;
passing0 = [passing0, 2];
}
else {
if(_valid1){
valid15 = true;
passing0 = 2;
}
const _errs103 = errors;
if(errors === _errs103){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
let missing9;
if((data31.subtype === undefined) && (missing9 = "subtype")){
const err62 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/3/required",keyword:"required",params:{missingProperty: missing9},message:"must have required property '"+missing9+"'"};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
else {
if(data31.subtype !== undefined){
const _errs105 = errors;
if("export" !== data31.subtype){
const err63 = {instancePath:instancePath+"/request/subtype",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/3/properties/subtype/const",keyword:"const",params:{allowedValue: "export"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
var valid21 = _errs105 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data31.format !== undefined){
let data43 = data31.format;
const _errs106 = errors;
if(typeof data43 !== "string"){
const err64 = {instancePath:instancePath+"/request/format",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/3/properties/format/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
if(!(((data43 === "markdown") || (data43 === "json")) || (data43 === "html"))){
const err65 = {instancePath:instancePath+"/request/format",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/3/properties/format/enum",keyword:"enum",params:{allowedValues: schema40.properties.request.oneOf[3].properties.format.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
var valid21 = _errs106 === errors;
}
else {
var valid21 = true;
}
}
}
}
else {
const err66 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/3/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
var _valid1 = _errs103 === errors;
if(_valid1 && valid15){
valid15 = false;
passing0 = [passing0, 3];
}
else {
if(_valid1){
valid15 = true;
passing0 = 3;
}
const _errs108 = errors;
if(errors === _errs108){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
let missing10;
if(((data31.subtype === undefined) && (missing10 = "subtype")) || ((data31.model === undefined) && (missing10 = "model"))){
const err67 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/4/required",keyword:"required",params:{missingProperty: missing10},message:"must have required property '"+missing10+"'"};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
else {
if(data31.subtype !== undefined){
const _errs110 = errors;
if("set_model" !== data31.subtype){
const err68 = {instancePath:instancePath+"/request/subtype",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/4/properties/subtype/const",keyword:"const",params:{allowedValue: "set_model"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
var valid22 = _errs110 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data31.model !== undefined){
const _errs111 = errors;
if(typeof data31.model !== "string"){
const err69 = {instancePath:instancePath+"/request/model",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/4/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
var valid22 = _errs111 === errors;
}
else {
var valid22 = true;
}
}
}
}
else {
const err70 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/4/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
var _valid1 = _errs108 === errors;
if(_valid1 && valid15){
valid15 = false;
passing0 = [passing0, 4];
}
else {
if(_valid1){
valid15 = true;
passing0 = 4;
}
const _errs113 = errors;
if(errors === _errs113){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
let missing11;
if(((data31.subtype === undefined) && (missing11 = "subtype")) || ((data31.mode === undefined) && (missing11 = "mode"))){
const err71 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/5/required",keyword:"required",params:{missingProperty: missing11},message:"must have required property '"+missing11+"'"};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
else {
if(data31.subtype !== undefined){
const _errs115 = errors;
if("set_permission_mode" !== data31.subtype){
const err72 = {instancePath:instancePath+"/request/subtype",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/5/properties/subtype/const",keyword:"const",params:{allowedValue: "set_permission_mode"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
var valid23 = _errs115 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data31.mode !== undefined){
let data47 = data31.mode;
const _errs116 = errors;
if(typeof data47 !== "string"){
const err73 = {instancePath:instancePath+"/request/mode",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/5/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
if(!(((((data47 === "plan") || (data47 === "default")) || (data47 === "auto-edit")) || (data47 === "auto")) || (data47 === "yolo"))){
const err74 = {instancePath:instancePath+"/request/mode",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/5/properties/mode/enum",keyword:"enum",params:{allowedValues: schema40.properties.request.oneOf[5].properties.mode.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
var valid23 = _errs116 === errors;
}
else {
var valid23 = true;
}
}
}
}
else {
const err75 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/5/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
var _valid1 = _errs113 === errors;
if(_valid1 && valid15){
valid15 = false;
passing0 = [passing0, 5];
}
else {
if(_valid1){
valid15 = true;
passing0 = 5;
}
const _errs118 = errors;
if(errors === _errs118){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
let missing12;
if((data31.subtype === undefined) && (missing12 = "subtype")){
const err76 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/6/required",keyword:"required",params:{missingProperty: missing12},message:"must have required property '"+missing12+"'"};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
else {
if(data31.subtype !== undefined){
if("list_jobs" !== data31.subtype){
const err77 = {instancePath:instancePath+"/request/subtype",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/6/properties/subtype/const",keyword:"const",params:{allowedValue: "list_jobs"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
}
}
else {
const err78 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/6/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
var _valid1 = _errs118 === errors;
if(_valid1 && valid15){
valid15 = false;
passing0 = [passing0, 6];
}
else {
if(_valid1){
valid15 = true;
passing0 = 6;
}
const _errs121 = errors;
if(errors === _errs121){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
let missing13;
if((data31.subtype === undefined) && (missing13 = "subtype")){
const err79 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/7/required",keyword:"required",params:{missingProperty: missing13},message:"must have required property '"+missing13+"'"};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
else {
if(data31.subtype !== undefined){
const _errs123 = errors;
if("open_session" !== data31.subtype){
const err80 = {instancePath:instancePath+"/request/subtype",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/7/properties/subtype/const",keyword:"const",params:{allowedValue: "open_session"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
var valid25 = _errs123 === errors;
}
else {
var valid25 = true;
}
if(valid25){
if(data31.from_seq !== undefined){
let data50 = data31.from_seq;
const _errs124 = errors;
if((!(((typeof data50 == "number") && (!(data50 % 1) && !isNaN(data50))) && (isFinite(data50)))) && (data50 !== null)){
const err81 = {instancePath:instancePath+"/request/from_seq",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/7/properties/from_seq/type",keyword:"type",params:{type: schema40.properties.request.oneOf[7].properties.from_seq.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
if(errors === _errs124){
if((typeof data50 == "number") && (isFinite(data50))){
if(data50 < 0 || isNaN(data50)){
const err82 = {instancePath:instancePath+"/request/from_seq",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/7/properties/from_seq/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
}
var valid25 = _errs124 === errors;
}
else {
var valid25 = true;
}
if(valid25){
if(data31.log_id !== undefined){
let data51 = data31.log_id;
const _errs126 = errors;
if((typeof data51 !== "string") && (data51 !== null)){
const err83 = {instancePath:instancePath+"/request/log_id",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/7/properties/log_id/type",keyword:"type",params:{type: schema40.properties.request.oneOf[7].properties.log_id.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
var valid25 = _errs126 === errors;
}
else {
var valid25 = true;
}
}
}
}
}
else {
const err84 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/7/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
var _valid1 = _errs121 === errors;
if(_valid1 && valid15){
valid15 = false;
passing0 = [passing0, 7];
}
else {
if(_valid1){
valid15 = true;
passing0 = 7;
}
const _errs128 = errors;
if(errors === _errs128){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
let missing14;
if((data31.subtype === undefined) && (missing14 = "subtype")){
const err85 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/8/required",keyword:"required",params:{missingProperty: missing14},message:"must have required property '"+missing14+"'"};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
else {
if(data31.subtype !== undefined){
if("leave_session" !== data31.subtype){
const err86 = {instancePath:instancePath+"/request/subtype",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/8/properties/subtype/const",keyword:"const",params:{allowedValue: "leave_session"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
}
}
else {
const err87 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf/8/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
var _valid1 = _errs128 === errors;
if(_valid1 && valid15){
valid15 = false;
passing0 = [passing0, 8];
}
else {
if(_valid1){
valid15 = true;
passing0 = 8;
}
}
}
}
}
}
}
}
}
if(!valid15){
const err88 = {instancePath:instancePath+"/request",schemaPath:"#/$defs/ControlRequest/properties/request/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
else {
errors = _errs79;
if(vErrors !== null){
if(_errs79){
vErrors.length = _errs79;
}
else {
vErrors = null;
}
}
}
var valid14 = _errs78 === errors;
}
else {
var valid14 = true;
}
}
}
}
}
}
else {
const err89 = {instancePath,schemaPath:"#/$defs/ControlRequest/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
var _valid0 = _errs70 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs131 = errors;
const _errs132 = errors;
if(errors === _errs132){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing15;
if((data.type === undefined) && (missing15 = "type")){
const err90 = {instancePath,schemaPath:"#/$defs/Auth/required",keyword:"required",params:{missingProperty: missing15},message:"must have required property '"+missing15+"'"};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
else {
if(data.type !== undefined){
const _errs134 = errors;
if("auth" !== data.type){
const err91 = {instancePath:instancePath+"/type",schemaPath:"#/$defs/Auth/properties/type/const",keyword:"const",params:{allowedValue: "auth"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
var valid28 = _errs134 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data.token !== undefined){
let data54 = data.token;
const _errs135 = errors;
if((typeof data54 !== "string") && (data54 !== null)){
const err92 = {instancePath:instancePath+"/token",schemaPath:"#/$defs/Auth/properties/token/type",keyword:"type",params:{type: schema41.properties.token.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
var valid28 = _errs135 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data.dialect !== undefined){
let data55 = data.dialect;
const _errs137 = errors;
if((typeof data55 !== "string") && (data55 !== null)){
const err93 = {instancePath:instancePath+"/dialect",schemaPath:"#/$defs/Auth/properties/dialect/type",keyword:"type",params:{type: schema41.properties.dialect.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
var valid28 = _errs137 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data.name !== undefined){
let data56 = data.name;
const _errs139 = errors;
if((typeof data56 !== "string") && (data56 !== null)){
const err94 = {instancePath:instancePath+"/name",schemaPath:"#/$defs/Auth/properties/name/type",keyword:"type",params:{type: schema41.properties.name.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
var valid28 = _errs139 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data.role !== undefined){
let data57 = data.role;
const _errs141 = errors;
if(typeof data57 !== "string"){
const err95 = {instancePath:instancePath+"/role",schemaPath:"#/$defs/Auth/properties/role/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
if(!((data57 === "controller") || (data57 === "observer"))){
const err96 = {instancePath:instancePath+"/role",schemaPath:"#/$defs/Auth/properties/role/enum",keyword:"enum",params:{allowedValues: schema41.properties.role.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
var valid28 = _errs141 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data.output_format !== undefined){
let data58 = data.output_format;
const _errs143 = errors;
if((typeof data58 !== "string") && (data58 !== null)){
const err97 = {instancePath:instancePath+"/output_format",schemaPath:"#/$defs/Auth/properties/output_format/type",keyword:"type",params:{type: schema41.properties.output_format.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
if(!(((data58 === "stream-json") || (data58 === "stream-chunk-json")) || (data58 === null))){
const err98 = {instancePath:instancePath+"/output_format",schemaPath:"#/$defs/Auth/properties/output_format/enum",keyword:"enum",params:{allowedValues: schema41.properties.output_format.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
var valid28 = _errs143 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data.attach !== undefined){
let data59 = data.attach;
const _errs145 = errors;
if((typeof data59 !== "string") && (data59 !== null)){
const err99 = {instancePath:instancePath+"/attach",schemaPath:"#/$defs/Auth/properties/attach/type",keyword:"type",params:{type: schema41.properties.attach.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
var valid28 = _errs145 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data.from_seq !== undefined){
let data60 = data.from_seq;
const _errs147 = errors;
if((!(((typeof data60 == "number") && (!(data60 % 1) && !isNaN(data60))) && (isFinite(data60)))) && (data60 !== null)){
const err100 = {instancePath:instancePath+"/from_seq",schemaPath:"#/$defs/Auth/properties/from_seq/type",keyword:"type",params:{type: schema41.properties.from_seq.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
if(errors === _errs147){
if((typeof data60 == "number") && (isFinite(data60))){
if(data60 < 0 || isNaN(data60)){
const err101 = {instancePath:instancePath+"/from_seq",schemaPath:"#/$defs/Auth/properties/from_seq/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
}
var valid28 = _errs147 === errors;
}
else {
var valid28 = true;
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
const err102 = {instancePath,schemaPath:"#/$defs/Auth/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
var _valid0 = _errs131 === errors;
valid0 = valid0 || _valid0;
}
}
}
}
}
}
}
}
if(!valid0){
const err103 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
validate10.errors = vErrors;
return false;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
validate10.errors = vErrors;
return errors === 0;
}
