// Written by schemas/generate.ts from the schema beside it. Do not edit.
// @ts-self-types="./settings.gen.d.ts"
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"settings","title":"Settings","description":"The settings file. Unknown keys are kept and warned about.","type":"object","properties":{"model":{"type":"object","properties":{"name":{"type":"string"},"baseUrl":{"type":"string"},"reasoningEffort":{"enum":["low","medium","high","xhigh","max"]},"maxSessionTurns":{"type":"integer","minimum":-1},"maxWallTimeSeconds":{"type":"number"},"maxToolCalls":{"type":"integer","minimum":-1},"maxSubagentDepth":{"type":"integer","minimum":1,"maximum":100},"skipLoopDetection":{"type":"boolean"},"generationConfig":{"description":"How the provider is asked.","type":"object","properties":{"timeout":{"description":"Milliseconds.","type":"integer","minimum":0},"maxRetries":{"type":"integer","minimum":0},"retryInitialDelayMs":{"type":"integer","minimum":0},"retryMaxDelayMs":{"type":"integer","minimum":0},"retryErrorCodes":{"type":"array","items":{"type":"integer"}},"samplingParams":{"type":"object","additionalProperties":true},"extra_body":{"type":"object","additionalProperties":true},"customHeaders":{"type":"object","additionalProperties":{"type":"string"}},"reasoning":{"type":["object","boolean"]},"contextWindowSize":{"type":"integer","minimum":0},"enableCacheControl":{"type":"boolean"}},"additionalProperties":true}},"additionalProperties":true},"modelProviders":{"description":"Models by protocol.","type":"object","additionalProperties":{"type":"array","items":{"$ref":"#/$defs/ModelEntry"}}},"modelFallbacks":{"type":"array","items":{"type":"string"}},"fastModel":{"type":"string"},"visionModel":{"type":"string"},"compactionModel":{"type":"string"},"security":{"type":"object","properties":{"auth":{"type":"object","properties":{"selectedType":{"type":"string"},"enforcedType":{"type":"string"},"useExternal":{"type":"boolean"},"apiKey":{"type":"string"},"baseUrl":{"type":"string"}},"additionalProperties":true},"folderTrust":{"type":"object","properties":{"enabled":{"type":"boolean"}},"additionalProperties":true}},"additionalProperties":true},"permissions":{"description":"Rules such as `Bash(git *)`.","type":"object","properties":{"allow":{"type":"array","items":{"type":"string"}},"ask":{"type":"array","items":{"type":"string"}},"deny":{"type":"array","items":{"type":"string"}}},"additionalProperties":true},"tools":{"type":"object","properties":{"approvalMode":{"description":"How much runs without asking.","enum":["plan","default","auto-edit","auto","yolo"]},"core":{"type":"array","items":{"type":"string"}},"allowed":{"type":"array","items":{"type":"string"}},"exclude":{"type":"array","items":{"type":"string"}},"disabled":{"type":"array","items":{"type":"string"}},"listDirectory":{"type":"object","properties":{"enabled":{"type":"boolean"}},"additionalProperties":true},"shell":{"type":"object","properties":{"defaultTimeoutMs":{"type":"integer","minimum":0},"heartbeatIntervalMs":{"type":"integer","minimum":0}},"additionalProperties":true},"truncateToolOutputThreshold":{"type":"integer"},"truncateToolOutputLines":{"type":"integer"}},"additionalProperties":true},"mcpServers":{"type":"object","additionalProperties":{"$ref":"#/$defs/McpServer"}},"mcp":{"type":"object","properties":{"allowed":{"type":"array","items":{"type":"string"}},"excluded":{"type":"array","items":{"type":"string"}},"toolIdleTimeoutMs":{"type":"integer","minimum":0}},"additionalProperties":true},"hooks":{"type":"object","additionalProperties":{"type":"array","items":{"$ref":"#/$defs/HookGroup"}}},"disableAllHooks":{"type":"boolean"},"stopHookBlockingCap":{"type":"integer","minimum":0},"context":{"type":"object","properties":{"fileName":{"type":["string","array"],"items":{"type":"string"}},"includeDirectories":{"type":"array","items":{"type":"string"}},"loadFromIncludeDirectories":{"type":"boolean"},"autoCompactThreshold":{"type":"number","minimum":0,"maximum":1}},"additionalProperties":true},"output":{"type":"object","properties":{"format":{"enum":["text","json","stream-json","stream-chunk-json"]}},"additionalProperties":true},"general":{"type":"object","properties":{"chatRecording":{"type":"boolean"}},"additionalProperties":true},"advanced":{"type":"object","properties":{"runtimeOutputDir":{"type":"string"},"excludedEnvVars":{"type":"array","items":{"type":"string"}}},"additionalProperties":true},"env":{"type":"object","additionalProperties":{"type":"string"}},"proxy":{"type":"string"},"slashCommands":{"type":"object","properties":{"disabled":{"type":"array","items":{"type":"string"}}},"additionalProperties":true},"$version":{"type":"number"},"$schema":{"type":"string"}},"additionalProperties":true,"$defs":{"McpServer":{"description":"How an MCP server is reached: by a command, by `url` (SSE) or by `httpUrl`.","type":"object","properties":{"type":{"enum":["stdio","sse","http","sdk"]},"command":{"type":"string"},"args":{"type":"array","items":{"type":"string"}},"env":{"type":"object","additionalProperties":{"type":"string"}},"cwd":{"type":"string"},"url":{"type":"string"},"httpUrl":{"type":"string"},"headers":{"type":"object","additionalProperties":{"type":"string"}},"timeout":{"description":"Milliseconds for a call.","type":"integer","minimum":0},"discoveryTimeoutMs":{"description":"Milliseconds for the start.","type":"integer","minimum":0},"trust":{"description":"Calls need no approval.","type":"boolean"},"required":{"description":"The run fails when this server cannot be started.","type":"boolean"},"description":{"type":"string"},"includeTools":{"type":"array","items":{"type":"string"}},"excludeTools":{"type":"array","items":{"type":"string"}}},"additionalProperties":true},"Hook":{"description":"A command that is run for an event.","type":"object","properties":{"type":{"enum":["command","http","prompt"]},"command":{"type":"string"},"url":{"type":"string"},"timeout":{"description":"Milliseconds.","type":"integer","minimum":0},"env":{"type":"object","additionalProperties":{"type":"string"}},"async":{"type":"boolean"}},"required":["type"],"additionalProperties":true},"HookGroup":{"description":"Hooks for the tools that a pattern names.","type":"object","properties":{"matcher":{"type":"string"},"hooks":{"type":"array","items":{"$ref":"#/$defs/Hook"}}},"required":["hooks"],"additionalProperties":true},"ModelEntry":{"description":"A model that can be chosen.","type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"description":{"type":"string"},"envKey":{"type":"string"},"baseUrl":{"type":"string"},"generationConfig":{"type":"object","additionalProperties":true}},"required":["id"],"additionalProperties":true}}};
const schema12 = {"description":"A model that can be chosen.","type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"description":{"type":"string"},"envKey":{"type":"string"},"baseUrl":{"type":"string"},"generationConfig":{"type":"object","additionalProperties":true}},"required":["id"],"additionalProperties":true};
const schema13 = {"description":"How an MCP server is reached: by a command, by `url` (SSE) or by `httpUrl`.","type":"object","properties":{"type":{"enum":["stdio","sse","http","sdk"]},"command":{"type":"string"},"args":{"type":"array","items":{"type":"string"}},"env":{"type":"object","additionalProperties":{"type":"string"}},"cwd":{"type":"string"},"url":{"type":"string"},"httpUrl":{"type":"string"},"headers":{"type":"object","additionalProperties":{"type":"string"}},"timeout":{"description":"Milliseconds for a call.","type":"integer","minimum":0},"discoveryTimeoutMs":{"description":"Milliseconds for the start.","type":"integer","minimum":0},"trust":{"description":"Calls need no approval.","type":"boolean"},"required":{"description":"The run fails when this server cannot be started.","type":"boolean"},"description":{"type":"string"},"includeTools":{"type":"array","items":{"type":"string"}},"excludeTools":{"type":"array","items":{"type":"string"}}},"additionalProperties":true};
const schema14 = {"description":"Hooks for the tools that a pattern names.","type":"object","properties":{"matcher":{"type":"string"},"hooks":{"type":"array","items":{"$ref":"#/$defs/Hook"}}},"required":["hooks"],"additionalProperties":true};
const schema15 = {"description":"A command that is run for an event.","type":"object","properties":{"type":{"enum":["command","http","prompt"]},"command":{"type":"string"},"url":{"type":"string"},"timeout":{"description":"Milliseconds.","type":"integer","minimum":0},"env":{"type":"object","additionalProperties":{"type":"string"}},"async":{"type":"boolean"}},"required":["type"],"additionalProperties":true};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.hooks === undefined) && (missing0 = "hooks")){
validate11.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.matcher !== undefined){
const _errs2 = errors;
if(typeof data.matcher !== "string"){
validate11.errors = [{instancePath:instancePath+"/matcher",schemaPath:"#/properties/matcher/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.hooks !== undefined){
let data1 = data.hooks;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data1)){
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs6 = errors;
const _errs7 = errors;
if(errors === _errs7){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if((data2.type === undefined) && (missing1 = "type")){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0,schemaPath:"#/$defs/Hook/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.type !== undefined){
let data3 = data2.type;
const _errs10 = errors;
if(!(((data3 === "command") || (data3 === "http")) || (data3 === "prompt"))){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/type",schemaPath:"#/$defs/Hook/properties/type/enum",keyword:"enum",params:{allowedValues: schema15.properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs10 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.command !== undefined){
const _errs11 = errors;
if(typeof data2.command !== "string"){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/command",schemaPath:"#/$defs/Hook/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs11 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.url !== undefined){
const _errs13 = errors;
if(typeof data2.url !== "string"){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/url",schemaPath:"#/$defs/Hook/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs13 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.timeout !== undefined){
let data6 = data2.timeout;
const _errs15 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/timeout",schemaPath:"#/$defs/Hook/properties/timeout/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs15){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/timeout",schemaPath:"#/$defs/Hook/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid3 = _errs15 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.env !== undefined){
let data7 = data2.env;
const _errs17 = errors;
if(errors === _errs17){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
for(const key0 in data7){
const _errs20 = errors;
if(typeof data7[key0] !== "string"){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/env/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Hook/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs20 === errors;
if(!valid4){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/env",schemaPath:"#/$defs/Hook/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs17 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.async !== undefined){
const _errs22 = errors;
if(typeof data2.async !== "boolean"){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/async",schemaPath:"#/$defs/Hook/properties/async/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid3 = _errs22 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0,schemaPath:"#/$defs/Hook/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs6 === errors;
if(!valid1){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/hooks",schemaPath:"#/properties/hooks/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
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


function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="settings" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.model !== undefined){
let data0 = data.model;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.name !== undefined){
const _errs5 = errors;
if(typeof data0.name !== "string"){
validate10.errors = [{instancePath:instancePath+"/model/name",schemaPath:"#/properties/model/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.baseUrl !== undefined){
const _errs7 = errors;
if(typeof data0.baseUrl !== "string"){
validate10.errors = [{instancePath:instancePath+"/model/baseUrl",schemaPath:"#/properties/model/properties/baseUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.reasoningEffort !== undefined){
let data3 = data0.reasoningEffort;
const _errs9 = errors;
if(!(((((data3 === "low") || (data3 === "medium")) || (data3 === "high")) || (data3 === "xhigh")) || (data3 === "max"))){
validate10.errors = [{instancePath:instancePath+"/model/reasoningEffort",schemaPath:"#/properties/model/properties/reasoningEffort/enum",keyword:"enum",params:{allowedValues: schema11.properties.model.properties.reasoningEffort.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.maxSessionTurns !== undefined){
let data4 = data0.maxSessionTurns;
const _errs10 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate10.errors = [{instancePath:instancePath+"/model/maxSessionTurns",schemaPath:"#/properties/model/properties/maxSessionTurns/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs10){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < -1 || isNaN(data4)){
validate10.errors = [{instancePath:instancePath+"/model/maxSessionTurns",schemaPath:"#/properties/model/properties/maxSessionTurns/minimum",keyword:"minimum",params:{comparison: ">=", limit: -1},message:"must be >= -1"}];
return false;
}
}
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.maxWallTimeSeconds !== undefined){
let data5 = data0.maxWallTimeSeconds;
const _errs12 = errors;
if(!((typeof data5 == "number") && (isFinite(data5)))){
validate10.errors = [{instancePath:instancePath+"/model/maxWallTimeSeconds",schemaPath:"#/properties/model/properties/maxWallTimeSeconds/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.maxToolCalls !== undefined){
let data6 = data0.maxToolCalls;
const _errs14 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate10.errors = [{instancePath:instancePath+"/model/maxToolCalls",schemaPath:"#/properties/model/properties/maxToolCalls/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs14){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < -1 || isNaN(data6)){
validate10.errors = [{instancePath:instancePath+"/model/maxToolCalls",schemaPath:"#/properties/model/properties/maxToolCalls/minimum",keyword:"minimum",params:{comparison: ">=", limit: -1},message:"must be >= -1"}];
return false;
}
}
}
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.maxSubagentDepth !== undefined){
let data7 = data0.maxSubagentDepth;
const _errs16 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate10.errors = [{instancePath:instancePath+"/model/maxSubagentDepth",schemaPath:"#/properties/model/properties/maxSubagentDepth/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs16){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 100 || isNaN(data7)){
validate10.errors = [{instancePath:instancePath+"/model/maxSubagentDepth",schemaPath:"#/properties/model/properties/maxSubagentDepth/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"}];
return false;
}
else {
if(data7 < 1 || isNaN(data7)){
validate10.errors = [{instancePath:instancePath+"/model/maxSubagentDepth",schemaPath:"#/properties/model/properties/maxSubagentDepth/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
}
var valid1 = _errs16 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.skipLoopDetection !== undefined){
const _errs18 = errors;
if(typeof data0.skipLoopDetection !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/model/skipLoopDetection",schemaPath:"#/properties/model/properties/skipLoopDetection/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs18 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.generationConfig !== undefined){
let data9 = data0.generationConfig;
const _errs20 = errors;
if(errors === _errs20){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.timeout !== undefined){
let data10 = data9.timeout;
const _errs23 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/timeout",schemaPath:"#/properties/model/properties/generationConfig/properties/timeout/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs23){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 0 || isNaN(data10)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/timeout",schemaPath:"#/properties/model/properties/generationConfig/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs23 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data9.maxRetries !== undefined){
let data11 = data9.maxRetries;
const _errs25 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/maxRetries",schemaPath:"#/properties/model/properties/generationConfig/properties/maxRetries/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs25){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 0 || isNaN(data11)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/maxRetries",schemaPath:"#/properties/model/properties/generationConfig/properties/maxRetries/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs25 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data9.retryInitialDelayMs !== undefined){
let data12 = data9.retryInitialDelayMs;
const _errs27 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/retryInitialDelayMs",schemaPath:"#/properties/model/properties/generationConfig/properties/retryInitialDelayMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs27){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 0 || isNaN(data12)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/retryInitialDelayMs",schemaPath:"#/properties/model/properties/generationConfig/properties/retryInitialDelayMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs27 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data9.retryMaxDelayMs !== undefined){
let data13 = data9.retryMaxDelayMs;
const _errs29 = errors;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/retryMaxDelayMs",schemaPath:"#/properties/model/properties/generationConfig/properties/retryMaxDelayMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs29){
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 < 0 || isNaN(data13)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/retryMaxDelayMs",schemaPath:"#/properties/model/properties/generationConfig/properties/retryMaxDelayMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs29 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data9.retryErrorCodes !== undefined){
let data14 = data9.retryErrorCodes;
const _errs31 = errors;
if(errors === _errs31){
if(Array.isArray(data14)){
var valid3 = true;
const len0 = data14.length;
for(let i0=0; i0<len0; i0++){
let data15 = data14[i0];
const _errs33 = errors;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/retryErrorCodes/" + i0,schemaPath:"#/properties/model/properties/generationConfig/properties/retryErrorCodes/items/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid3 = _errs33 === errors;
if(!valid3){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/retryErrorCodes",schemaPath:"#/properties/model/properties/generationConfig/properties/retryErrorCodes/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs31 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data9.samplingParams !== undefined){
let data16 = data9.samplingParams;
const _errs35 = errors;
if(errors === _errs35){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
}
else {
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/samplingParams",schemaPath:"#/properties/model/properties/generationConfig/properties/samplingParams/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs35 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data9.extra_body !== undefined){
let data17 = data9.extra_body;
const _errs38 = errors;
if(errors === _errs38){
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
}
else {
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/extra_body",schemaPath:"#/properties/model/properties/generationConfig/properties/extra_body/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs38 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data9.customHeaders !== undefined){
let data18 = data9.customHeaders;
const _errs41 = errors;
if(errors === _errs41){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
for(const key0 in data18){
const _errs44 = errors;
if(typeof data18[key0] !== "string"){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/customHeaders/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/model/properties/generationConfig/properties/customHeaders/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs44 === errors;
if(!valid4){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/customHeaders",schemaPath:"#/properties/model/properties/generationConfig/properties/customHeaders/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs41 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data9.reasoning !== undefined){
let data20 = data9.reasoning;
const _errs46 = errors;
if((!(data20 && typeof data20 == "object" && !Array.isArray(data20))) && (typeof data20 !== "boolean")){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/reasoning",schemaPath:"#/properties/model/properties/generationConfig/properties/reasoning/type",keyword:"type",params:{type: schema11.properties.model.properties.generationConfig.properties.reasoning.type},message:"must be object,boolean"}];
return false;
}
var valid2 = _errs46 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data9.contextWindowSize !== undefined){
let data21 = data9.contextWindowSize;
const _errs48 = errors;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/contextWindowSize",schemaPath:"#/properties/model/properties/generationConfig/properties/contextWindowSize/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs48){
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 < 0 || isNaN(data21)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/contextWindowSize",schemaPath:"#/properties/model/properties/generationConfig/properties/contextWindowSize/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs48 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data9.enableCacheControl !== undefined){
const _errs50 = errors;
if(typeof data9.enableCacheControl !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/enableCacheControl",schemaPath:"#/properties/model/properties/generationConfig/properties/enableCacheControl/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs50 === errors;
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
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/model/generationConfig",schemaPath:"#/properties/model/properties/generationConfig/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs20 === errors;
}
else {
var valid1 = true;
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
validate10.errors = [{instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.modelProviders !== undefined){
let data23 = data.modelProviders;
const _errs52 = errors;
if(errors === _errs52){
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
for(const key1 in data23){
let data24 = data23[key1];
const _errs55 = errors;
if(errors === _errs55){
if(Array.isArray(data24)){
var valid6 = true;
const len1 = data24.length;
for(let i1=0; i1<len1; i1++){
let data25 = data24[i1];
const _errs57 = errors;
const _errs58 = errors;
if(errors === _errs58){
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
let missing0;
if((data25.id === undefined) && (missing0 = "id")){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1,schemaPath:"#/$defs/ModelEntry/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data25.id !== undefined){
const _errs61 = errors;
if(typeof data25.id !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1+"/id",schemaPath:"#/$defs/ModelEntry/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs61 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data25.name !== undefined){
const _errs63 = errors;
if(typeof data25.name !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1+"/name",schemaPath:"#/$defs/ModelEntry/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs63 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data25.description !== undefined){
const _errs65 = errors;
if(typeof data25.description !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1+"/description",schemaPath:"#/$defs/ModelEntry/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs65 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data25.envKey !== undefined){
const _errs67 = errors;
if(typeof data25.envKey !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1+"/envKey",schemaPath:"#/$defs/ModelEntry/properties/envKey/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs67 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data25.baseUrl !== undefined){
const _errs69 = errors;
if(typeof data25.baseUrl !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1+"/baseUrl",schemaPath:"#/$defs/ModelEntry/properties/baseUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs69 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data25.generationConfig !== undefined){
let data31 = data25.generationConfig;
const _errs71 = errors;
if(errors === _errs71){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
}
else {
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1+"/generationConfig",schemaPath:"#/$defs/ModelEntry/properties/generationConfig/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid8 = _errs71 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1,schemaPath:"#/$defs/ModelEntry/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid6 = _errs57 === errors;
if(!valid6){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/modelProviders/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid5 = _errs55 === errors;
if(!valid5){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelProviders",schemaPath:"#/properties/modelProviders/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs52 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.modelFallbacks !== undefined){
let data32 = data.modelFallbacks;
const _errs74 = errors;
if(errors === _errs74){
if(Array.isArray(data32)){
var valid9 = true;
const len2 = data32.length;
for(let i2=0; i2<len2; i2++){
const _errs76 = errors;
if(typeof data32[i2] !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelFallbacks/" + i2,schemaPath:"#/properties/modelFallbacks/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid9 = _errs76 === errors;
if(!valid9){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelFallbacks",schemaPath:"#/properties/modelFallbacks/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs74 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.fastModel !== undefined){
const _errs78 = errors;
if(typeof data.fastModel !== "string"){
validate10.errors = [{instancePath:instancePath+"/fastModel",schemaPath:"#/properties/fastModel/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs78 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.visionModel !== undefined){
const _errs80 = errors;
if(typeof data.visionModel !== "string"){
validate10.errors = [{instancePath:instancePath+"/visionModel",schemaPath:"#/properties/visionModel/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs80 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.compactionModel !== undefined){
const _errs82 = errors;
if(typeof data.compactionModel !== "string"){
validate10.errors = [{instancePath:instancePath+"/compactionModel",schemaPath:"#/properties/compactionModel/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs82 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.security !== undefined){
let data37 = data.security;
const _errs84 = errors;
if(errors === _errs84){
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
if(data37.auth !== undefined){
let data38 = data37.auth;
const _errs87 = errors;
if(errors === _errs87){
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
if(data38.selectedType !== undefined){
const _errs90 = errors;
if(typeof data38.selectedType !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/selectedType",schemaPath:"#/properties/security/properties/auth/properties/selectedType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs90 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data38.enforcedType !== undefined){
const _errs92 = errors;
if(typeof data38.enforcedType !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/enforcedType",schemaPath:"#/properties/security/properties/auth/properties/enforcedType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs92 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data38.useExternal !== undefined){
const _errs94 = errors;
if(typeof data38.useExternal !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/security/auth/useExternal",schemaPath:"#/properties/security/properties/auth/properties/useExternal/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid11 = _errs94 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data38.apiKey !== undefined){
const _errs96 = errors;
if(typeof data38.apiKey !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/apiKey",schemaPath:"#/properties/security/properties/auth/properties/apiKey/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs96 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data38.baseUrl !== undefined){
const _errs98 = errors;
if(typeof data38.baseUrl !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/baseUrl",schemaPath:"#/properties/security/properties/auth/properties/baseUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs98 === errors;
}
else {
var valid11 = true;
}
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/security/auth",schemaPath:"#/properties/security/properties/auth/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid10 = _errs87 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data37.folderTrust !== undefined){
let data44 = data37.folderTrust;
const _errs100 = errors;
if(errors === _errs100){
if(data44 && typeof data44 == "object" && !Array.isArray(data44)){
if(data44.enabled !== undefined){
if(typeof data44.enabled !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/security/folderTrust/enabled",schemaPath:"#/properties/security/properties/folderTrust/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/security/folderTrust",schemaPath:"#/properties/security/properties/folderTrust/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid10 = _errs100 === errors;
}
else {
var valid10 = true;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/security",schemaPath:"#/properties/security/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs84 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.permissions !== undefined){
let data46 = data.permissions;
const _errs105 = errors;
if(errors === _errs105){
if(data46 && typeof data46 == "object" && !Array.isArray(data46)){
if(data46.allow !== undefined){
let data47 = data46.allow;
const _errs108 = errors;
if(errors === _errs108){
if(Array.isArray(data47)){
var valid14 = true;
const len3 = data47.length;
for(let i3=0; i3<len3; i3++){
const _errs110 = errors;
if(typeof data47[i3] !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/allow/" + i3,schemaPath:"#/properties/permissions/properties/allow/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid14 = _errs110 === errors;
if(!valid14){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions/allow",schemaPath:"#/properties/permissions/properties/allow/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid13 = _errs108 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data46.ask !== undefined){
let data49 = data46.ask;
const _errs112 = errors;
if(errors === _errs112){
if(Array.isArray(data49)){
var valid15 = true;
const len4 = data49.length;
for(let i4=0; i4<len4; i4++){
const _errs114 = errors;
if(typeof data49[i4] !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/ask/" + i4,schemaPath:"#/properties/permissions/properties/ask/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid15 = _errs114 === errors;
if(!valid15){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions/ask",schemaPath:"#/properties/permissions/properties/ask/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid13 = _errs112 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data46.deny !== undefined){
let data51 = data46.deny;
const _errs116 = errors;
if(errors === _errs116){
if(Array.isArray(data51)){
var valid16 = true;
const len5 = data51.length;
for(let i5=0; i5<len5; i5++){
const _errs118 = errors;
if(typeof data51[i5] !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/deny/" + i5,schemaPath:"#/properties/permissions/properties/deny/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid16 = _errs118 === errors;
if(!valid16){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions/deny",schemaPath:"#/properties/permissions/properties/deny/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid13 = _errs116 === errors;
}
else {
var valid13 = true;
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions",schemaPath:"#/properties/permissions/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs105 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tools !== undefined){
let data53 = data.tools;
const _errs120 = errors;
if(errors === _errs120){
if(data53 && typeof data53 == "object" && !Array.isArray(data53)){
if(data53.approvalMode !== undefined){
let data54 = data53.approvalMode;
const _errs123 = errors;
if(!(((((data54 === "plan") || (data54 === "default")) || (data54 === "auto-edit")) || (data54 === "auto")) || (data54 === "yolo"))){
validate10.errors = [{instancePath:instancePath+"/tools/approvalMode",schemaPath:"#/properties/tools/properties/approvalMode/enum",keyword:"enum",params:{allowedValues: schema11.properties.tools.properties.approvalMode.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid17 = _errs123 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data53.core !== undefined){
let data55 = data53.core;
const _errs124 = errors;
if(errors === _errs124){
if(Array.isArray(data55)){
var valid18 = true;
const len6 = data55.length;
for(let i6=0; i6<len6; i6++){
const _errs126 = errors;
if(typeof data55[i6] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/core/" + i6,schemaPath:"#/properties/tools/properties/core/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid18 = _errs126 === errors;
if(!valid18){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/core",schemaPath:"#/properties/tools/properties/core/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid17 = _errs124 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data53.allowed !== undefined){
let data57 = data53.allowed;
const _errs128 = errors;
if(errors === _errs128){
if(Array.isArray(data57)){
var valid19 = true;
const len7 = data57.length;
for(let i7=0; i7<len7; i7++){
const _errs130 = errors;
if(typeof data57[i7] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/allowed/" + i7,schemaPath:"#/properties/tools/properties/allowed/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid19 = _errs130 === errors;
if(!valid19){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/allowed",schemaPath:"#/properties/tools/properties/allowed/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid17 = _errs128 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data53.exclude !== undefined){
let data59 = data53.exclude;
const _errs132 = errors;
if(errors === _errs132){
if(Array.isArray(data59)){
var valid20 = true;
const len8 = data59.length;
for(let i8=0; i8<len8; i8++){
const _errs134 = errors;
if(typeof data59[i8] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/exclude/" + i8,schemaPath:"#/properties/tools/properties/exclude/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid20 = _errs134 === errors;
if(!valid20){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/exclude",schemaPath:"#/properties/tools/properties/exclude/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid17 = _errs132 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data53.disabled !== undefined){
let data61 = data53.disabled;
const _errs136 = errors;
if(errors === _errs136){
if(Array.isArray(data61)){
var valid21 = true;
const len9 = data61.length;
for(let i9=0; i9<len9; i9++){
const _errs138 = errors;
if(typeof data61[i9] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/disabled/" + i9,schemaPath:"#/properties/tools/properties/disabled/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid21 = _errs138 === errors;
if(!valid21){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/disabled",schemaPath:"#/properties/tools/properties/disabled/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid17 = _errs136 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data53.listDirectory !== undefined){
let data63 = data53.listDirectory;
const _errs140 = errors;
if(errors === _errs140){
if(data63 && typeof data63 == "object" && !Array.isArray(data63)){
if(data63.enabled !== undefined){
if(typeof data63.enabled !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/tools/listDirectory/enabled",schemaPath:"#/properties/tools/properties/listDirectory/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/listDirectory",schemaPath:"#/properties/tools/properties/listDirectory/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid17 = _errs140 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data53.shell !== undefined){
let data65 = data53.shell;
const _errs145 = errors;
if(errors === _errs145){
if(data65 && typeof data65 == "object" && !Array.isArray(data65)){
if(data65.defaultTimeoutMs !== undefined){
let data66 = data65.defaultTimeoutMs;
const _errs148 = errors;
if(!(((typeof data66 == "number") && (!(data66 % 1) && !isNaN(data66))) && (isFinite(data66)))){
validate10.errors = [{instancePath:instancePath+"/tools/shell/defaultTimeoutMs",schemaPath:"#/properties/tools/properties/shell/properties/defaultTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs148){
if((typeof data66 == "number") && (isFinite(data66))){
if(data66 < 0 || isNaN(data66)){
validate10.errors = [{instancePath:instancePath+"/tools/shell/defaultTimeoutMs",schemaPath:"#/properties/tools/properties/shell/properties/defaultTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid23 = _errs148 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data65.heartbeatIntervalMs !== undefined){
let data67 = data65.heartbeatIntervalMs;
const _errs150 = errors;
if(!(((typeof data67 == "number") && (!(data67 % 1) && !isNaN(data67))) && (isFinite(data67)))){
validate10.errors = [{instancePath:instancePath+"/tools/shell/heartbeatIntervalMs",schemaPath:"#/properties/tools/properties/shell/properties/heartbeatIntervalMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs150){
if((typeof data67 == "number") && (isFinite(data67))){
if(data67 < 0 || isNaN(data67)){
validate10.errors = [{instancePath:instancePath+"/tools/shell/heartbeatIntervalMs",schemaPath:"#/properties/tools/properties/shell/properties/heartbeatIntervalMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid23 = _errs150 === errors;
}
else {
var valid23 = true;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/shell",schemaPath:"#/properties/tools/properties/shell/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid17 = _errs145 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data53.truncateToolOutputThreshold !== undefined){
let data68 = data53.truncateToolOutputThreshold;
const _errs152 = errors;
if(!(((typeof data68 == "number") && (!(data68 % 1) && !isNaN(data68))) && (isFinite(data68)))){
validate10.errors = [{instancePath:instancePath+"/tools/truncateToolOutputThreshold",schemaPath:"#/properties/tools/properties/truncateToolOutputThreshold/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid17 = _errs152 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data53.truncateToolOutputLines !== undefined){
let data69 = data53.truncateToolOutputLines;
const _errs154 = errors;
if(!(((typeof data69 == "number") && (!(data69 % 1) && !isNaN(data69))) && (isFinite(data69)))){
validate10.errors = [{instancePath:instancePath+"/tools/truncateToolOutputLines",schemaPath:"#/properties/tools/properties/truncateToolOutputLines/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid17 = _errs154 === errors;
}
else {
var valid17 = true;
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
validate10.errors = [{instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs120 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mcpServers !== undefined){
let data70 = data.mcpServers;
const _errs156 = errors;
if(errors === _errs156){
if(data70 && typeof data70 == "object" && !Array.isArray(data70)){
for(const key2 in data70){
let data71 = data70[key2];
const _errs159 = errors;
const _errs160 = errors;
if(errors === _errs160){
if(data71 && typeof data71 == "object" && !Array.isArray(data71)){
if(data71.type !== undefined){
let data72 = data71.type;
const _errs163 = errors;
if(!((((data72 === "stdio") || (data72 === "sse")) || (data72 === "http")) || (data72 === "sdk"))){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/type",schemaPath:"#/$defs/McpServer/properties/type/enum",keyword:"enum",params:{allowedValues: schema13.properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid26 = _errs163 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data71.command !== undefined){
const _errs164 = errors;
if(typeof data71.command !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/command",schemaPath:"#/$defs/McpServer/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid26 = _errs164 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data71.args !== undefined){
let data74 = data71.args;
const _errs166 = errors;
if(errors === _errs166){
if(Array.isArray(data74)){
var valid27 = true;
const len10 = data74.length;
for(let i10=0; i10<len10; i10++){
const _errs168 = errors;
if(typeof data74[i10] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/args/" + i10,schemaPath:"#/$defs/McpServer/properties/args/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid27 = _errs168 === errors;
if(!valid27){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/args",schemaPath:"#/$defs/McpServer/properties/args/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid26 = _errs166 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data71.env !== undefined){
let data76 = data71.env;
const _errs170 = errors;
if(errors === _errs170){
if(data76 && typeof data76 == "object" && !Array.isArray(data76)){
for(const key3 in data76){
const _errs173 = errors;
if(typeof data76[key3] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/env/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/McpServer/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid28 = _errs173 === errors;
if(!valid28){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/env",schemaPath:"#/$defs/McpServer/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid26 = _errs170 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data71.cwd !== undefined){
const _errs175 = errors;
if(typeof data71.cwd !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/cwd",schemaPath:"#/$defs/McpServer/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid26 = _errs175 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data71.url !== undefined){
const _errs177 = errors;
if(typeof data71.url !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/url",schemaPath:"#/$defs/McpServer/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid26 = _errs177 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data71.httpUrl !== undefined){
const _errs179 = errors;
if(typeof data71.httpUrl !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/httpUrl",schemaPath:"#/$defs/McpServer/properties/httpUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid26 = _errs179 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data71.headers !== undefined){
let data81 = data71.headers;
const _errs181 = errors;
if(errors === _errs181){
if(data81 && typeof data81 == "object" && !Array.isArray(data81)){
for(const key4 in data81){
const _errs184 = errors;
if(typeof data81[key4] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/headers/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/McpServer/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid29 = _errs184 === errors;
if(!valid29){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/headers",schemaPath:"#/$defs/McpServer/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid26 = _errs181 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data71.timeout !== undefined){
let data83 = data71.timeout;
const _errs186 = errors;
if(!(((typeof data83 == "number") && (!(data83 % 1) && !isNaN(data83))) && (isFinite(data83)))){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/timeout",schemaPath:"#/$defs/McpServer/properties/timeout/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs186){
if((typeof data83 == "number") && (isFinite(data83))){
if(data83 < 0 || isNaN(data83)){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/timeout",schemaPath:"#/$defs/McpServer/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid26 = _errs186 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data71.discoveryTimeoutMs !== undefined){
let data84 = data71.discoveryTimeoutMs;
const _errs188 = errors;
if(!(((typeof data84 == "number") && (!(data84 % 1) && !isNaN(data84))) && (isFinite(data84)))){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/discoveryTimeoutMs",schemaPath:"#/$defs/McpServer/properties/discoveryTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs188){
if((typeof data84 == "number") && (isFinite(data84))){
if(data84 < 0 || isNaN(data84)){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/discoveryTimeoutMs",schemaPath:"#/$defs/McpServer/properties/discoveryTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid26 = _errs188 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data71.trust !== undefined){
const _errs190 = errors;
if(typeof data71.trust !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/trust",schemaPath:"#/$defs/McpServer/properties/trust/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid26 = _errs190 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data71.required !== undefined){
const _errs192 = errors;
if(typeof data71.required !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/required",schemaPath:"#/$defs/McpServer/properties/required/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid26 = _errs192 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data71.description !== undefined){
const _errs194 = errors;
if(typeof data71.description !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/description",schemaPath:"#/$defs/McpServer/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid26 = _errs194 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data71.includeTools !== undefined){
let data88 = data71.includeTools;
const _errs196 = errors;
if(errors === _errs196){
if(Array.isArray(data88)){
var valid30 = true;
const len11 = data88.length;
for(let i11=0; i11<len11; i11++){
const _errs198 = errors;
if(typeof data88[i11] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/includeTools/" + i11,schemaPath:"#/$defs/McpServer/properties/includeTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid30 = _errs198 === errors;
if(!valid30){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/includeTools",schemaPath:"#/$defs/McpServer/properties/includeTools/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid26 = _errs196 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data71.excludeTools !== undefined){
let data90 = data71.excludeTools;
const _errs200 = errors;
if(errors === _errs200){
if(Array.isArray(data90)){
var valid31 = true;
const len12 = data90.length;
for(let i12=0; i12<len12; i12++){
const _errs202 = errors;
if(typeof data90[i12] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/excludeTools/" + i12,schemaPath:"#/$defs/McpServer/properties/excludeTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid31 = _errs202 === errors;
if(!valid31){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/excludeTools",schemaPath:"#/$defs/McpServer/properties/excludeTools/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid26 = _errs200 === errors;
}
else {
var valid26 = true;
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
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/McpServer/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid24 = _errs159 === errors;
if(!valid24){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers",schemaPath:"#/properties/mcpServers/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs156 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mcp !== undefined){
let data92 = data.mcp;
const _errs204 = errors;
if(errors === _errs204){
if(data92 && typeof data92 == "object" && !Array.isArray(data92)){
if(data92.allowed !== undefined){
let data93 = data92.allowed;
const _errs207 = errors;
if(errors === _errs207){
if(Array.isArray(data93)){
var valid33 = true;
const len13 = data93.length;
for(let i13=0; i13<len13; i13++){
const _errs209 = errors;
if(typeof data93[i13] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcp/allowed/" + i13,schemaPath:"#/properties/mcp/properties/allowed/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid33 = _errs209 === errors;
if(!valid33){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcp/allowed",schemaPath:"#/properties/mcp/properties/allowed/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid32 = _errs207 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data92.excluded !== undefined){
let data95 = data92.excluded;
const _errs211 = errors;
if(errors === _errs211){
if(Array.isArray(data95)){
var valid34 = true;
const len14 = data95.length;
for(let i14=0; i14<len14; i14++){
const _errs213 = errors;
if(typeof data95[i14] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcp/excluded/" + i14,schemaPath:"#/properties/mcp/properties/excluded/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid34 = _errs213 === errors;
if(!valid34){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcp/excluded",schemaPath:"#/properties/mcp/properties/excluded/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid32 = _errs211 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data92.toolIdleTimeoutMs !== undefined){
let data97 = data92.toolIdleTimeoutMs;
const _errs215 = errors;
if(!(((typeof data97 == "number") && (!(data97 % 1) && !isNaN(data97))) && (isFinite(data97)))){
validate10.errors = [{instancePath:instancePath+"/mcp/toolIdleTimeoutMs",schemaPath:"#/properties/mcp/properties/toolIdleTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs215){
if((typeof data97 == "number") && (isFinite(data97))){
if(data97 < 0 || isNaN(data97)){
validate10.errors = [{instancePath:instancePath+"/mcp/toolIdleTimeoutMs",schemaPath:"#/properties/mcp/properties/toolIdleTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid32 = _errs215 === errors;
}
else {
var valid32 = true;
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcp",schemaPath:"#/properties/mcp/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs204 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.hooks !== undefined){
let data98 = data.hooks;
const _errs217 = errors;
if(errors === _errs217){
if(data98 && typeof data98 == "object" && !Array.isArray(data98)){
for(const key5 in data98){
let data99 = data98[key5];
const _errs220 = errors;
if(errors === _errs220){
if(Array.isArray(data99)){
var valid36 = true;
const len15 = data99.length;
for(let i15=0; i15<len15; i15++){
const _errs222 = errors;
if(!(validate11(data99[i15], {instancePath:instancePath+"/hooks/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i15,parentData:data99,parentDataProperty:i15,rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
var valid36 = _errs222 === errors;
if(!valid36){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/hooks/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/hooks/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid35 = _errs220 === errors;
if(!valid35){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/hooks",schemaPath:"#/properties/hooks/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs217 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.disableAllHooks !== undefined){
const _errs223 = errors;
if(typeof data.disableAllHooks !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/disableAllHooks",schemaPath:"#/properties/disableAllHooks/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs223 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.stopHookBlockingCap !== undefined){
let data102 = data.stopHookBlockingCap;
const _errs225 = errors;
if(!(((typeof data102 == "number") && (!(data102 % 1) && !isNaN(data102))) && (isFinite(data102)))){
validate10.errors = [{instancePath:instancePath+"/stopHookBlockingCap",schemaPath:"#/properties/stopHookBlockingCap/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs225){
if((typeof data102 == "number") && (isFinite(data102))){
if(data102 < 0 || isNaN(data102)){
validate10.errors = [{instancePath:instancePath+"/stopHookBlockingCap",schemaPath:"#/properties/stopHookBlockingCap/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs225 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.context !== undefined){
let data103 = data.context;
const _errs227 = errors;
if(errors === _errs227){
if(data103 && typeof data103 == "object" && !Array.isArray(data103)){
if(data103.fileName !== undefined){
let data104 = data103.fileName;
const _errs230 = errors;
if((typeof data104 !== "string") && (!(Array.isArray(data104)))){
validate10.errors = [{instancePath:instancePath+"/context/fileName",schemaPath:"#/properties/context/properties/fileName/type",keyword:"type",params:{type: schema11.properties.context.properties.fileName.type},message:"must be string,array"}];
return false;
}
if(errors === _errs230){
if(Array.isArray(data104)){
var valid38 = true;
const len16 = data104.length;
for(let i16=0; i16<len16; i16++){
const _errs232 = errors;
if(typeof data104[i16] !== "string"){
validate10.errors = [{instancePath:instancePath+"/context/fileName/" + i16,schemaPath:"#/properties/context/properties/fileName/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid38 = _errs232 === errors;
if(!valid38){
break;
}
}
}
}
var valid37 = _errs230 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data103.includeDirectories !== undefined){
let data106 = data103.includeDirectories;
const _errs234 = errors;
if(errors === _errs234){
if(Array.isArray(data106)){
var valid39 = true;
const len17 = data106.length;
for(let i17=0; i17<len17; i17++){
const _errs236 = errors;
if(typeof data106[i17] !== "string"){
validate10.errors = [{instancePath:instancePath+"/context/includeDirectories/" + i17,schemaPath:"#/properties/context/properties/includeDirectories/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid39 = _errs236 === errors;
if(!valid39){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/context/includeDirectories",schemaPath:"#/properties/context/properties/includeDirectories/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid37 = _errs234 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data103.loadFromIncludeDirectories !== undefined){
const _errs238 = errors;
if(typeof data103.loadFromIncludeDirectories !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/context/loadFromIncludeDirectories",schemaPath:"#/properties/context/properties/loadFromIncludeDirectories/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid37 = _errs238 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data103.autoCompactThreshold !== undefined){
let data109 = data103.autoCompactThreshold;
const _errs240 = errors;
if(errors === _errs240){
if((typeof data109 == "number") && (isFinite(data109))){
if(data109 > 1 || isNaN(data109)){
validate10.errors = [{instancePath:instancePath+"/context/autoCompactThreshold",schemaPath:"#/properties/context/properties/autoCompactThreshold/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"}];
return false;
}
else {
if(data109 < 0 || isNaN(data109)){
validate10.errors = [{instancePath:instancePath+"/context/autoCompactThreshold",schemaPath:"#/properties/context/properties/autoCompactThreshold/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/context/autoCompactThreshold",schemaPath:"#/properties/context/properties/autoCompactThreshold/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
}
var valid37 = _errs240 === errors;
}
else {
var valid37 = true;
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/context",schemaPath:"#/properties/context/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs227 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
let data110 = data.output;
const _errs242 = errors;
if(errors === _errs242){
if(data110 && typeof data110 == "object" && !Array.isArray(data110)){
if(data110.format !== undefined){
let data111 = data110.format;
if(!((((data111 === "text") || (data111 === "json")) || (data111 === "stream-json")) || (data111 === "stream-chunk-json"))){
validate10.errors = [{instancePath:instancePath+"/output/format",schemaPath:"#/properties/output/properties/format/enum",keyword:"enum",params:{allowedValues: schema11.properties.output.properties.format.enum},message:"must be equal to one of the allowed values"}];
return false;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/output",schemaPath:"#/properties/output/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs242 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.general !== undefined){
let data112 = data.general;
const _errs246 = errors;
if(errors === _errs246){
if(data112 && typeof data112 == "object" && !Array.isArray(data112)){
if(data112.chatRecording !== undefined){
if(typeof data112.chatRecording !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/general/chatRecording",schemaPath:"#/properties/general/properties/chatRecording/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/general",schemaPath:"#/properties/general/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs246 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.advanced !== undefined){
let data114 = data.advanced;
const _errs251 = errors;
if(errors === _errs251){
if(data114 && typeof data114 == "object" && !Array.isArray(data114)){
if(data114.runtimeOutputDir !== undefined){
const _errs254 = errors;
if(typeof data114.runtimeOutputDir !== "string"){
validate10.errors = [{instancePath:instancePath+"/advanced/runtimeOutputDir",schemaPath:"#/properties/advanced/properties/runtimeOutputDir/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid42 = _errs254 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data114.excludedEnvVars !== undefined){
let data116 = data114.excludedEnvVars;
const _errs256 = errors;
if(errors === _errs256){
if(Array.isArray(data116)){
var valid43 = true;
const len18 = data116.length;
for(let i18=0; i18<len18; i18++){
const _errs258 = errors;
if(typeof data116[i18] !== "string"){
validate10.errors = [{instancePath:instancePath+"/advanced/excludedEnvVars/" + i18,schemaPath:"#/properties/advanced/properties/excludedEnvVars/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid43 = _errs258 === errors;
if(!valid43){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/advanced/excludedEnvVars",schemaPath:"#/properties/advanced/properties/excludedEnvVars/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid42 = _errs256 === errors;
}
else {
var valid42 = true;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/advanced",schemaPath:"#/properties/advanced/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs251 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.env !== undefined){
let data118 = data.env;
const _errs260 = errors;
if(errors === _errs260){
if(data118 && typeof data118 == "object" && !Array.isArray(data118)){
for(const key6 in data118){
const _errs263 = errors;
if(typeof data118[key6] !== "string"){
validate10.errors = [{instancePath:instancePath+"/env/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid44 = _errs263 === errors;
if(!valid44){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/env",schemaPath:"#/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs260 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.proxy !== undefined){
const _errs265 = errors;
if(typeof data.proxy !== "string"){
validate10.errors = [{instancePath:instancePath+"/proxy",schemaPath:"#/properties/proxy/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs265 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.slashCommands !== undefined){
let data121 = data.slashCommands;
const _errs267 = errors;
if(errors === _errs267){
if(data121 && typeof data121 == "object" && !Array.isArray(data121)){
if(data121.disabled !== undefined){
let data122 = data121.disabled;
const _errs270 = errors;
if(errors === _errs270){
if(Array.isArray(data122)){
var valid46 = true;
const len19 = data122.length;
for(let i19=0; i19<len19; i19++){
const _errs272 = errors;
if(typeof data122[i19] !== "string"){
validate10.errors = [{instancePath:instancePath+"/slashCommands/disabled/" + i19,schemaPath:"#/properties/slashCommands/properties/disabled/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid46 = _errs272 === errors;
if(!valid46){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/slashCommands/disabled",schemaPath:"#/properties/slashCommands/properties/disabled/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/slashCommands",schemaPath:"#/properties/slashCommands/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs267 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.$version !== undefined){
let data124 = data.$version;
const _errs274 = errors;
if(!((typeof data124 == "number") && (isFinite(data124)))){
validate10.errors = [{instancePath:instancePath+"/$version",schemaPath:"#/properties/%24version/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid0 = _errs274 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.$schema !== undefined){
const _errs276 = errors;
if(typeof data.$schema !== "string"){
validate10.errors = [{instancePath:instancePath+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs276 === errors;
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
}
}
}
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
