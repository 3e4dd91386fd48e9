// Written by schemas/generate.ts from the schema beside it. Do not edit.
// @ts-self-types="./settings.gen.d.ts"
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"settings","title":"Settings","description":"The settings file. Unknown keys are kept and warned about.","type":"object","properties":{"model":{"type":"object","properties":{"name":{"type":"string"},"baseUrl":{"type":"string"},"reasoningEffort":{"enum":["low","medium","high","xhigh","max"]},"maxSessionTurns":{"type":"integer","minimum":-1},"maxWallTimeSeconds":{"type":"number"},"maxToolCalls":{"type":"integer","minimum":-1},"maxSubagentDepth":{"type":"integer","minimum":1,"maximum":100},"skipLoopDetection":{"type":"boolean"},"generationConfig":{"description":"How the provider is asked.","type":"object","properties":{"timeout":{"description":"Milliseconds.","type":"integer","minimum":0},"maxRetries":{"type":"integer","minimum":0},"retryInitialDelayMs":{"type":"integer","minimum":0},"retryMaxDelayMs":{"type":"integer","minimum":0},"retryErrorCodes":{"type":"array","items":{"type":"integer"}},"samplingParams":{"type":"object","additionalProperties":true},"extra_body":{"type":"object","additionalProperties":true},"customHeaders":{"type":"object","additionalProperties":{"type":"string"}},"reasoning":{"type":["object","boolean"]},"contextWindowSize":{"type":"integer","minimum":0},"enableCacheControl":{"type":"boolean"}},"additionalProperties":true},"maxTotalTokens":{"description":"Most tokens for a prompt; -1 is no limit.","type":"integer","minimum":-1}},"additionalProperties":true},"modelProviders":{"description":"Models by protocol.","type":"object","additionalProperties":{"type":"array","items":{"$ref":"#/$defs/ModelEntry"}}},"modelFallbacks":{"type":"array","items":{"type":"string"}},"fastModel":{"type":"string"},"visionModel":{"type":"string"},"compactionModel":{"type":"string"},"security":{"type":"object","properties":{"auth":{"type":"object","properties":{"selectedType":{"type":"string"},"enforcedType":{"type":"string"},"useExternal":{"type":"boolean"},"apiKey":{"type":"string"},"baseUrl":{"type":"string"}},"additionalProperties":true},"folderTrust":{"type":"object","properties":{"enabled":{"type":"boolean"}},"additionalProperties":true}},"additionalProperties":true},"permissions":{"description":"Rules such as `Bash(git *)`.","type":"object","properties":{"allow":{"type":"array","items":{"type":"string"}},"ask":{"type":"array","items":{"type":"string"}},"deny":{"type":"array","items":{"type":"string"}},"examples":{"description":"Calls and what the rules must say of them; checked when the settings are used.","type":"array","items":{"type":"object","properties":{"tool":{"type":"string"},"input":{"type":"object"},"expect":{"enum":["allow","ask","deny"]}},"required":["tool","input","expect"],"additionalProperties":false}}},"additionalProperties":true},"tools":{"type":"object","properties":{"approvalMode":{"description":"How much runs without asking.","enum":["plan","default","auto-edit","auto","yolo"]},"core":{"type":"array","items":{"type":"string"}},"allowed":{"type":"array","items":{"type":"string"}},"exclude":{"type":"array","items":{"type":"string"}},"disabled":{"type":"array","items":{"type":"string"}},"listDirectory":{"type":"object","properties":{"enabled":{"type":"boolean"}},"additionalProperties":true},"shell":{"type":"object","properties":{"defaultTimeoutMs":{"type":"integer","minimum":0},"heartbeatIntervalMs":{"type":"integer","minimum":0}},"additionalProperties":true},"truncateToolOutputThreshold":{"type":"integer"},"truncateToolOutputLines":{"type":"integer"},"sandbox":{"description":"Whether shell commands are confined.","enum":["required","auto","off",true,false]},"useRipgrep":{"type":"boolean"}},"additionalProperties":true},"mcpServers":{"type":"object","additionalProperties":{"$ref":"#/$defs/McpServer"}},"mcp":{"type":"object","properties":{"allowed":{"type":"array","items":{"type":"string"}},"excluded":{"type":"array","items":{"type":"string"}},"toolIdleTimeoutMs":{"type":"integer","minimum":0}},"additionalProperties":true},"hooks":{"type":"object","additionalProperties":{"type":"array","items":{"$ref":"#/$defs/HookGroup"}}},"disableAllHooks":{"type":"boolean"},"stopHookBlockingCap":{"type":"integer","minimum":0},"context":{"type":"object","properties":{"fileName":{"type":["string","array"],"items":{"type":"string"}},"includeDirectories":{"type":"array","items":{"type":"string"}},"loadFromIncludeDirectories":{"type":"boolean"},"autoCompactThreshold":{"type":"number","minimum":0,"maximum":1}},"additionalProperties":true},"output":{"type":"object","properties":{"format":{"enum":["text","json","stream-json","stream-chunk-json"]}},"additionalProperties":true},"general":{"type":"object","properties":{"chatRecording":{"type":"boolean"}},"additionalProperties":true},"advanced":{"type":"object","properties":{"runtimeOutputDir":{"type":"string"},"excludedEnvVars":{"type":"array","items":{"type":"string"}}},"additionalProperties":true},"env":{"type":"object","additionalProperties":{"type":"string"}},"proxy":{"type":"string"},"slashCommands":{"type":"object","properties":{"disabled":{"type":"array","items":{"type":"string"}}},"additionalProperties":true},"$version":{"type":"number"},"$schema":{"type":"string"},"fences":{"description":"What tools may reach, in the syntax of the flags of the same names.","type":"object","properties":{"allowRead":{"type":"array","items":{"type":"string"}},"allowWrite":{"type":"array","items":{"type":"string"}},"allowNet":{"type":"array","items":{"type":"string"}},"allowRun":{"type":"array","items":{"type":"string"}},"allowEnv":{"type":"array","items":{"type":"string"}},"denyRead":{"type":"array","items":{"type":"string"}},"denyWrite":{"type":"array","items":{"type":"string"}},"denyNet":{"type":"array","items":{"type":"string"}},"denyRun":{"type":"array","items":{"type":"string"}},"denyEnv":{"type":"array","items":{"type":"string"}},"passEnv":{"type":"array","items":{"type":"string"}}},"additionalProperties":true}},"additionalProperties":true,"$defs":{"McpServer":{"description":"How an MCP server is reached: by a command, by `url` (SSE) or by `httpUrl`.","type":"object","properties":{"type":{"enum":["stdio","sse","http","sdk"]},"command":{"type":"string"},"args":{"type":"array","items":{"type":"string"}},"env":{"type":"object","additionalProperties":{"type":"string"}},"cwd":{"type":"string"},"url":{"type":"string"},"httpUrl":{"type":"string"},"headers":{"type":"object","additionalProperties":{"type":"string"}},"timeout":{"description":"Milliseconds for a call.","type":"integer","minimum":0},"discoveryTimeoutMs":{"description":"Milliseconds for the start.","type":"integer","minimum":0},"trust":{"description":"Calls need no approval.","type":"boolean"},"required":{"description":"The run fails when this server cannot be started.","type":"boolean"},"description":{"type":"string"},"includeTools":{"type":"array","items":{"type":"string"}},"excludeTools":{"type":"array","items":{"type":"string"}}},"additionalProperties":true},"Hook":{"description":"A command that is run, or a server that is told, at an event.","type":"object","properties":{"type":{"enum":["command","http","prompt"]},"command":{"type":"string"},"url":{"type":"string"},"timeout":{"description":"Milliseconds for a command, seconds for a server.","type":"integer","minimum":0},"env":{"type":"object","additionalProperties":{"type":"string"}},"async":{"type":"boolean"}},"required":["type"],"additionalProperties":true},"HookGroup":{"description":"Hooks for the tools that a pattern names.","type":"object","properties":{"matcher":{"type":"string"},"hooks":{"type":"array","items":{"$ref":"#/$defs/Hook"}}},"required":["hooks"],"additionalProperties":true},"ModelEntry":{"description":"A model that can be chosen.","type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"description":{"type":"string"},"envKey":{"type":"string"},"baseUrl":{"type":"string"},"generationConfig":{"type":"object","additionalProperties":true}},"required":["id"],"additionalProperties":true}}};
const schema12 = {"description":"A model that can be chosen.","type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"description":{"type":"string"},"envKey":{"type":"string"},"baseUrl":{"type":"string"},"generationConfig":{"type":"object","additionalProperties":true}},"required":["id"],"additionalProperties":true};
const schema13 = {"description":"How an MCP server is reached: by a command, by `url` (SSE) or by `httpUrl`.","type":"object","properties":{"type":{"enum":["stdio","sse","http","sdk"]},"command":{"type":"string"},"args":{"type":"array","items":{"type":"string"}},"env":{"type":"object","additionalProperties":{"type":"string"}},"cwd":{"type":"string"},"url":{"type":"string"},"httpUrl":{"type":"string"},"headers":{"type":"object","additionalProperties":{"type":"string"}},"timeout":{"description":"Milliseconds for a call.","type":"integer","minimum":0},"discoveryTimeoutMs":{"description":"Milliseconds for the start.","type":"integer","minimum":0},"trust":{"description":"Calls need no approval.","type":"boolean"},"required":{"description":"The run fails when this server cannot be started.","type":"boolean"},"description":{"type":"string"},"includeTools":{"type":"array","items":{"type":"string"}},"excludeTools":{"type":"array","items":{"type":"string"}}},"additionalProperties":true};
const schema14 = {"description":"Hooks for the tools that a pattern names.","type":"object","properties":{"matcher":{"type":"string"},"hooks":{"type":"array","items":{"$ref":"#/$defs/Hook"}}},"required":["hooks"],"additionalProperties":true};
const schema15 = {"description":"A command that is run, or a server that is told, at an event.","type":"object","properties":{"type":{"enum":["command","http","prompt"]},"command":{"type":"string"},"url":{"type":"string"},"timeout":{"description":"Milliseconds for a command, seconds for a server.","type":"integer","minimum":0},"env":{"type":"object","additionalProperties":{"type":"string"}},"async":{"type":"boolean"}},"required":["type"],"additionalProperties":true};

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
if(valid1){
if(data0.maxTotalTokens !== undefined){
let data23 = data0.maxTotalTokens;
const _errs52 = errors;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
validate10.errors = [{instancePath:instancePath+"/model/maxTotalTokens",schemaPath:"#/properties/model/properties/maxTotalTokens/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs52){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 < -1 || isNaN(data23)){
validate10.errors = [{instancePath:instancePath+"/model/maxTotalTokens",schemaPath:"#/properties/model/properties/maxTotalTokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: -1},message:"must be >= -1"}];
return false;
}
}
}
var valid1 = _errs52 === errors;
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
let data24 = data.modelProviders;
const _errs54 = errors;
if(errors === _errs54){
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
for(const key1 in data24){
let data25 = data24[key1];
const _errs57 = errors;
if(errors === _errs57){
if(Array.isArray(data25)){
var valid6 = true;
const len1 = data25.length;
for(let i1=0; i1<len1; i1++){
let data26 = data25[i1];
const _errs59 = errors;
const _errs60 = errors;
if(errors === _errs60){
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
let missing0;
if((data26.id === undefined) && (missing0 = "id")){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1,schemaPath:"#/$defs/ModelEntry/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data26.id !== undefined){
const _errs63 = errors;
if(typeof data26.id !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1+"/id",schemaPath:"#/$defs/ModelEntry/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs63 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data26.name !== undefined){
const _errs65 = errors;
if(typeof data26.name !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1+"/name",schemaPath:"#/$defs/ModelEntry/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs65 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data26.description !== undefined){
const _errs67 = errors;
if(typeof data26.description !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1+"/description",schemaPath:"#/$defs/ModelEntry/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs67 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data26.envKey !== undefined){
const _errs69 = errors;
if(typeof data26.envKey !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1+"/envKey",schemaPath:"#/$defs/ModelEntry/properties/envKey/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs69 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data26.baseUrl !== undefined){
const _errs71 = errors;
if(typeof data26.baseUrl !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1+"/baseUrl",schemaPath:"#/$defs/ModelEntry/properties/baseUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs71 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data26.generationConfig !== undefined){
let data32 = data26.generationConfig;
const _errs73 = errors;
if(errors === _errs73){
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
}
else {
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1+"/generationConfig",schemaPath:"#/$defs/ModelEntry/properties/generationConfig/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid8 = _errs73 === errors;
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
var valid6 = _errs59 === errors;
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
var valid5 = _errs57 === errors;
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
var valid0 = _errs54 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.modelFallbacks !== undefined){
let data33 = data.modelFallbacks;
const _errs76 = errors;
if(errors === _errs76){
if(Array.isArray(data33)){
var valid9 = true;
const len2 = data33.length;
for(let i2=0; i2<len2; i2++){
const _errs78 = errors;
if(typeof data33[i2] !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelFallbacks/" + i2,schemaPath:"#/properties/modelFallbacks/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid9 = _errs78 === errors;
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
var valid0 = _errs76 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.fastModel !== undefined){
const _errs80 = errors;
if(typeof data.fastModel !== "string"){
validate10.errors = [{instancePath:instancePath+"/fastModel",schemaPath:"#/properties/fastModel/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs80 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.visionModel !== undefined){
const _errs82 = errors;
if(typeof data.visionModel !== "string"){
validate10.errors = [{instancePath:instancePath+"/visionModel",schemaPath:"#/properties/visionModel/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs82 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.compactionModel !== undefined){
const _errs84 = errors;
if(typeof data.compactionModel !== "string"){
validate10.errors = [{instancePath:instancePath+"/compactionModel",schemaPath:"#/properties/compactionModel/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs84 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.security !== undefined){
let data38 = data.security;
const _errs86 = errors;
if(errors === _errs86){
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
if(data38.auth !== undefined){
let data39 = data38.auth;
const _errs89 = errors;
if(errors === _errs89){
if(data39 && typeof data39 == "object" && !Array.isArray(data39)){
if(data39.selectedType !== undefined){
const _errs92 = errors;
if(typeof data39.selectedType !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/selectedType",schemaPath:"#/properties/security/properties/auth/properties/selectedType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs92 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data39.enforcedType !== undefined){
const _errs94 = errors;
if(typeof data39.enforcedType !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/enforcedType",schemaPath:"#/properties/security/properties/auth/properties/enforcedType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs94 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data39.useExternal !== undefined){
const _errs96 = errors;
if(typeof data39.useExternal !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/security/auth/useExternal",schemaPath:"#/properties/security/properties/auth/properties/useExternal/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid11 = _errs96 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data39.apiKey !== undefined){
const _errs98 = errors;
if(typeof data39.apiKey !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/apiKey",schemaPath:"#/properties/security/properties/auth/properties/apiKey/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs98 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data39.baseUrl !== undefined){
const _errs100 = errors;
if(typeof data39.baseUrl !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/baseUrl",schemaPath:"#/properties/security/properties/auth/properties/baseUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs100 === errors;
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
var valid10 = _errs89 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data38.folderTrust !== undefined){
let data45 = data38.folderTrust;
const _errs102 = errors;
if(errors === _errs102){
if(data45 && typeof data45 == "object" && !Array.isArray(data45)){
if(data45.enabled !== undefined){
if(typeof data45.enabled !== "boolean"){
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
var valid10 = _errs102 === errors;
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
var valid0 = _errs86 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.permissions !== undefined){
let data47 = data.permissions;
const _errs107 = errors;
if(errors === _errs107){
if(data47 && typeof data47 == "object" && !Array.isArray(data47)){
if(data47.allow !== undefined){
let data48 = data47.allow;
const _errs110 = errors;
if(errors === _errs110){
if(Array.isArray(data48)){
var valid14 = true;
const len3 = data48.length;
for(let i3=0; i3<len3; i3++){
const _errs112 = errors;
if(typeof data48[i3] !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/allow/" + i3,schemaPath:"#/properties/permissions/properties/allow/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid14 = _errs112 === errors;
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
var valid13 = _errs110 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data47.ask !== undefined){
let data50 = data47.ask;
const _errs114 = errors;
if(errors === _errs114){
if(Array.isArray(data50)){
var valid15 = true;
const len4 = data50.length;
for(let i4=0; i4<len4; i4++){
const _errs116 = errors;
if(typeof data50[i4] !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/ask/" + i4,schemaPath:"#/properties/permissions/properties/ask/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid15 = _errs116 === errors;
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
var valid13 = _errs114 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data47.deny !== undefined){
let data52 = data47.deny;
const _errs118 = errors;
if(errors === _errs118){
if(Array.isArray(data52)){
var valid16 = true;
const len5 = data52.length;
for(let i5=0; i5<len5; i5++){
const _errs120 = errors;
if(typeof data52[i5] !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/deny/" + i5,schemaPath:"#/properties/permissions/properties/deny/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid16 = _errs120 === errors;
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
var valid13 = _errs118 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data47.examples !== undefined){
let data54 = data47.examples;
const _errs122 = errors;
if(errors === _errs122){
if(Array.isArray(data54)){
var valid17 = true;
const len6 = data54.length;
for(let i6=0; i6<len6; i6++){
let data55 = data54[i6];
const _errs124 = errors;
if(errors === _errs124){
if(data55 && typeof data55 == "object" && !Array.isArray(data55)){
let missing1;
if((((data55.tool === undefined) && (missing1 = "tool")) || ((data55.input === undefined) && (missing1 = "input"))) || ((data55.expect === undefined) && (missing1 = "expect"))){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i6,schemaPath:"#/properties/permissions/properties/examples/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs126 = errors;
for(const key2 in data55){
if(!(((key2 === "tool") || (key2 === "input")) || (key2 === "expect"))){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i6,schemaPath:"#/properties/permissions/properties/examples/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs126 === errors){
if(data55.tool !== undefined){
const _errs127 = errors;
if(typeof data55.tool !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i6+"/tool",schemaPath:"#/properties/permissions/properties/examples/items/properties/tool/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid18 = _errs127 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data55.input !== undefined){
let data57 = data55.input;
const _errs129 = errors;
if(!(data57 && typeof data57 == "object" && !Array.isArray(data57))){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i6+"/input",schemaPath:"#/properties/permissions/properties/examples/items/properties/input/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid18 = _errs129 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data55.expect !== undefined){
let data58 = data55.expect;
const _errs131 = errors;
if(!(((data58 === "allow") || (data58 === "ask")) || (data58 === "deny"))){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i6+"/expect",schemaPath:"#/properties/permissions/properties/examples/items/properties/expect/enum",keyword:"enum",params:{allowedValues: schema11.properties.permissions.properties.examples.items.properties.expect.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid18 = _errs131 === errors;
}
else {
var valid18 = true;
}
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i6,schemaPath:"#/properties/permissions/properties/examples/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid17 = _errs124 === errors;
if(!valid17){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions/examples",schemaPath:"#/properties/permissions/properties/examples/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid13 = _errs122 === errors;
}
else {
var valid13 = true;
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions",schemaPath:"#/properties/permissions/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs107 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tools !== undefined){
let data59 = data.tools;
const _errs132 = errors;
if(errors === _errs132){
if(data59 && typeof data59 == "object" && !Array.isArray(data59)){
if(data59.approvalMode !== undefined){
let data60 = data59.approvalMode;
const _errs135 = errors;
if(!(((((data60 === "plan") || (data60 === "default")) || (data60 === "auto-edit")) || (data60 === "auto")) || (data60 === "yolo"))){
validate10.errors = [{instancePath:instancePath+"/tools/approvalMode",schemaPath:"#/properties/tools/properties/approvalMode/enum",keyword:"enum",params:{allowedValues: schema11.properties.tools.properties.approvalMode.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid19 = _errs135 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data59.core !== undefined){
let data61 = data59.core;
const _errs136 = errors;
if(errors === _errs136){
if(Array.isArray(data61)){
var valid20 = true;
const len7 = data61.length;
for(let i7=0; i7<len7; i7++){
const _errs138 = errors;
if(typeof data61[i7] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/core/" + i7,schemaPath:"#/properties/tools/properties/core/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid20 = _errs138 === errors;
if(!valid20){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/core",schemaPath:"#/properties/tools/properties/core/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid19 = _errs136 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data59.allowed !== undefined){
let data63 = data59.allowed;
const _errs140 = errors;
if(errors === _errs140){
if(Array.isArray(data63)){
var valid21 = true;
const len8 = data63.length;
for(let i8=0; i8<len8; i8++){
const _errs142 = errors;
if(typeof data63[i8] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/allowed/" + i8,schemaPath:"#/properties/tools/properties/allowed/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid21 = _errs142 === errors;
if(!valid21){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/allowed",schemaPath:"#/properties/tools/properties/allowed/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid19 = _errs140 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data59.exclude !== undefined){
let data65 = data59.exclude;
const _errs144 = errors;
if(errors === _errs144){
if(Array.isArray(data65)){
var valid22 = true;
const len9 = data65.length;
for(let i9=0; i9<len9; i9++){
const _errs146 = errors;
if(typeof data65[i9] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/exclude/" + i9,schemaPath:"#/properties/tools/properties/exclude/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid22 = _errs146 === errors;
if(!valid22){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/exclude",schemaPath:"#/properties/tools/properties/exclude/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid19 = _errs144 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data59.disabled !== undefined){
let data67 = data59.disabled;
const _errs148 = errors;
if(errors === _errs148){
if(Array.isArray(data67)){
var valid23 = true;
const len10 = data67.length;
for(let i10=0; i10<len10; i10++){
const _errs150 = errors;
if(typeof data67[i10] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/disabled/" + i10,schemaPath:"#/properties/tools/properties/disabled/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid23 = _errs150 === errors;
if(!valid23){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/disabled",schemaPath:"#/properties/tools/properties/disabled/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid19 = _errs148 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data59.listDirectory !== undefined){
let data69 = data59.listDirectory;
const _errs152 = errors;
if(errors === _errs152){
if(data69 && typeof data69 == "object" && !Array.isArray(data69)){
if(data69.enabled !== undefined){
if(typeof data69.enabled !== "boolean"){
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
var valid19 = _errs152 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data59.shell !== undefined){
let data71 = data59.shell;
const _errs157 = errors;
if(errors === _errs157){
if(data71 && typeof data71 == "object" && !Array.isArray(data71)){
if(data71.defaultTimeoutMs !== undefined){
let data72 = data71.defaultTimeoutMs;
const _errs160 = errors;
if(!(((typeof data72 == "number") && (!(data72 % 1) && !isNaN(data72))) && (isFinite(data72)))){
validate10.errors = [{instancePath:instancePath+"/tools/shell/defaultTimeoutMs",schemaPath:"#/properties/tools/properties/shell/properties/defaultTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs160){
if((typeof data72 == "number") && (isFinite(data72))){
if(data72 < 0 || isNaN(data72)){
validate10.errors = [{instancePath:instancePath+"/tools/shell/defaultTimeoutMs",schemaPath:"#/properties/tools/properties/shell/properties/defaultTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid25 = _errs160 === errors;
}
else {
var valid25 = true;
}
if(valid25){
if(data71.heartbeatIntervalMs !== undefined){
let data73 = data71.heartbeatIntervalMs;
const _errs162 = errors;
if(!(((typeof data73 == "number") && (!(data73 % 1) && !isNaN(data73))) && (isFinite(data73)))){
validate10.errors = [{instancePath:instancePath+"/tools/shell/heartbeatIntervalMs",schemaPath:"#/properties/tools/properties/shell/properties/heartbeatIntervalMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs162){
if((typeof data73 == "number") && (isFinite(data73))){
if(data73 < 0 || isNaN(data73)){
validate10.errors = [{instancePath:instancePath+"/tools/shell/heartbeatIntervalMs",schemaPath:"#/properties/tools/properties/shell/properties/heartbeatIntervalMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid25 = _errs162 === errors;
}
else {
var valid25 = true;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/shell",schemaPath:"#/properties/tools/properties/shell/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid19 = _errs157 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data59.truncateToolOutputThreshold !== undefined){
let data74 = data59.truncateToolOutputThreshold;
const _errs164 = errors;
if(!(((typeof data74 == "number") && (!(data74 % 1) && !isNaN(data74))) && (isFinite(data74)))){
validate10.errors = [{instancePath:instancePath+"/tools/truncateToolOutputThreshold",schemaPath:"#/properties/tools/properties/truncateToolOutputThreshold/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid19 = _errs164 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data59.truncateToolOutputLines !== undefined){
let data75 = data59.truncateToolOutputLines;
const _errs166 = errors;
if(!(((typeof data75 == "number") && (!(data75 % 1) && !isNaN(data75))) && (isFinite(data75)))){
validate10.errors = [{instancePath:instancePath+"/tools/truncateToolOutputLines",schemaPath:"#/properties/tools/properties/truncateToolOutputLines/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid19 = _errs166 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data59.sandbox !== undefined){
let data76 = data59.sandbox;
const _errs168 = errors;
if(!(((((data76 === "required") || (data76 === "auto")) || (data76 === "off")) || (data76 === true)) || (data76 === false))){
validate10.errors = [{instancePath:instancePath+"/tools/sandbox",schemaPath:"#/properties/tools/properties/sandbox/enum",keyword:"enum",params:{allowedValues: schema11.properties.tools.properties.sandbox.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid19 = _errs168 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data59.useRipgrep !== undefined){
const _errs169 = errors;
if(typeof data59.useRipgrep !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/tools/useRipgrep",schemaPath:"#/properties/tools/properties/useRipgrep/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid19 = _errs169 === errors;
}
else {
var valid19 = true;
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
validate10.errors = [{instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs132 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mcpServers !== undefined){
let data78 = data.mcpServers;
const _errs171 = errors;
if(errors === _errs171){
if(data78 && typeof data78 == "object" && !Array.isArray(data78)){
for(const key3 in data78){
let data79 = data78[key3];
const _errs174 = errors;
const _errs175 = errors;
if(errors === _errs175){
if(data79 && typeof data79 == "object" && !Array.isArray(data79)){
if(data79.type !== undefined){
let data80 = data79.type;
const _errs178 = errors;
if(!((((data80 === "stdio") || (data80 === "sse")) || (data80 === "http")) || (data80 === "sdk"))){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/type",schemaPath:"#/$defs/McpServer/properties/type/enum",keyword:"enum",params:{allowedValues: schema13.properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid28 = _errs178 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data79.command !== undefined){
const _errs179 = errors;
if(typeof data79.command !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/command",schemaPath:"#/$defs/McpServer/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid28 = _errs179 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data79.args !== undefined){
let data82 = data79.args;
const _errs181 = errors;
if(errors === _errs181){
if(Array.isArray(data82)){
var valid29 = true;
const len11 = data82.length;
for(let i11=0; i11<len11; i11++){
const _errs183 = errors;
if(typeof data82[i11] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/args/" + i11,schemaPath:"#/$defs/McpServer/properties/args/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid29 = _errs183 === errors;
if(!valid29){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/args",schemaPath:"#/$defs/McpServer/properties/args/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid28 = _errs181 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data79.env !== undefined){
let data84 = data79.env;
const _errs185 = errors;
if(errors === _errs185){
if(data84 && typeof data84 == "object" && !Array.isArray(data84)){
for(const key4 in data84){
const _errs188 = errors;
if(typeof data84[key4] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/env/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/McpServer/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid30 = _errs188 === errors;
if(!valid30){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/env",schemaPath:"#/$defs/McpServer/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid28 = _errs185 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data79.cwd !== undefined){
const _errs190 = errors;
if(typeof data79.cwd !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/cwd",schemaPath:"#/$defs/McpServer/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid28 = _errs190 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data79.url !== undefined){
const _errs192 = errors;
if(typeof data79.url !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/url",schemaPath:"#/$defs/McpServer/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid28 = _errs192 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data79.httpUrl !== undefined){
const _errs194 = errors;
if(typeof data79.httpUrl !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/httpUrl",schemaPath:"#/$defs/McpServer/properties/httpUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid28 = _errs194 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data79.headers !== undefined){
let data89 = data79.headers;
const _errs196 = errors;
if(errors === _errs196){
if(data89 && typeof data89 == "object" && !Array.isArray(data89)){
for(const key5 in data89){
const _errs199 = errors;
if(typeof data89[key5] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/headers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/McpServer/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid31 = _errs199 === errors;
if(!valid31){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/headers",schemaPath:"#/$defs/McpServer/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid28 = _errs196 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data79.timeout !== undefined){
let data91 = data79.timeout;
const _errs201 = errors;
if(!(((typeof data91 == "number") && (!(data91 % 1) && !isNaN(data91))) && (isFinite(data91)))){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/timeout",schemaPath:"#/$defs/McpServer/properties/timeout/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs201){
if((typeof data91 == "number") && (isFinite(data91))){
if(data91 < 0 || isNaN(data91)){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/timeout",schemaPath:"#/$defs/McpServer/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid28 = _errs201 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data79.discoveryTimeoutMs !== undefined){
let data92 = data79.discoveryTimeoutMs;
const _errs203 = errors;
if(!(((typeof data92 == "number") && (!(data92 % 1) && !isNaN(data92))) && (isFinite(data92)))){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/discoveryTimeoutMs",schemaPath:"#/$defs/McpServer/properties/discoveryTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs203){
if((typeof data92 == "number") && (isFinite(data92))){
if(data92 < 0 || isNaN(data92)){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/discoveryTimeoutMs",schemaPath:"#/$defs/McpServer/properties/discoveryTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid28 = _errs203 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data79.trust !== undefined){
const _errs205 = errors;
if(typeof data79.trust !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/trust",schemaPath:"#/$defs/McpServer/properties/trust/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid28 = _errs205 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data79.required !== undefined){
const _errs207 = errors;
if(typeof data79.required !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/required",schemaPath:"#/$defs/McpServer/properties/required/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid28 = _errs207 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data79.description !== undefined){
const _errs209 = errors;
if(typeof data79.description !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/description",schemaPath:"#/$defs/McpServer/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid28 = _errs209 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data79.includeTools !== undefined){
let data96 = data79.includeTools;
const _errs211 = errors;
if(errors === _errs211){
if(Array.isArray(data96)){
var valid32 = true;
const len12 = data96.length;
for(let i12=0; i12<len12; i12++){
const _errs213 = errors;
if(typeof data96[i12] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/includeTools/" + i12,schemaPath:"#/$defs/McpServer/properties/includeTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid32 = _errs213 === errors;
if(!valid32){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/includeTools",schemaPath:"#/$defs/McpServer/properties/includeTools/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid28 = _errs211 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data79.excludeTools !== undefined){
let data98 = data79.excludeTools;
const _errs215 = errors;
if(errors === _errs215){
if(Array.isArray(data98)){
var valid33 = true;
const len13 = data98.length;
for(let i13=0; i13<len13; i13++){
const _errs217 = errors;
if(typeof data98[i13] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/excludeTools/" + i13,schemaPath:"#/$defs/McpServer/properties/excludeTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid33 = _errs217 === errors;
if(!valid33){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/excludeTools",schemaPath:"#/$defs/McpServer/properties/excludeTools/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid28 = _errs215 === errors;
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
}
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/McpServer/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid26 = _errs174 === errors;
if(!valid26){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers",schemaPath:"#/properties/mcpServers/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs171 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mcp !== undefined){
let data100 = data.mcp;
const _errs219 = errors;
if(errors === _errs219){
if(data100 && typeof data100 == "object" && !Array.isArray(data100)){
if(data100.allowed !== undefined){
let data101 = data100.allowed;
const _errs222 = errors;
if(errors === _errs222){
if(Array.isArray(data101)){
var valid35 = true;
const len14 = data101.length;
for(let i14=0; i14<len14; i14++){
const _errs224 = errors;
if(typeof data101[i14] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcp/allowed/" + i14,schemaPath:"#/properties/mcp/properties/allowed/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid35 = _errs224 === errors;
if(!valid35){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcp/allowed",schemaPath:"#/properties/mcp/properties/allowed/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid34 = _errs222 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data100.excluded !== undefined){
let data103 = data100.excluded;
const _errs226 = errors;
if(errors === _errs226){
if(Array.isArray(data103)){
var valid36 = true;
const len15 = data103.length;
for(let i15=0; i15<len15; i15++){
const _errs228 = errors;
if(typeof data103[i15] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcp/excluded/" + i15,schemaPath:"#/properties/mcp/properties/excluded/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid36 = _errs228 === errors;
if(!valid36){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcp/excluded",schemaPath:"#/properties/mcp/properties/excluded/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid34 = _errs226 === errors;
}
else {
var valid34 = true;
}
if(valid34){
if(data100.toolIdleTimeoutMs !== undefined){
let data105 = data100.toolIdleTimeoutMs;
const _errs230 = errors;
if(!(((typeof data105 == "number") && (!(data105 % 1) && !isNaN(data105))) && (isFinite(data105)))){
validate10.errors = [{instancePath:instancePath+"/mcp/toolIdleTimeoutMs",schemaPath:"#/properties/mcp/properties/toolIdleTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs230){
if((typeof data105 == "number") && (isFinite(data105))){
if(data105 < 0 || isNaN(data105)){
validate10.errors = [{instancePath:instancePath+"/mcp/toolIdleTimeoutMs",schemaPath:"#/properties/mcp/properties/toolIdleTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid34 = _errs230 === errors;
}
else {
var valid34 = true;
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcp",schemaPath:"#/properties/mcp/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs219 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.hooks !== undefined){
let data106 = data.hooks;
const _errs232 = errors;
if(errors === _errs232){
if(data106 && typeof data106 == "object" && !Array.isArray(data106)){
for(const key6 in data106){
let data107 = data106[key6];
const _errs235 = errors;
if(errors === _errs235){
if(Array.isArray(data107)){
var valid38 = true;
const len16 = data107.length;
for(let i16=0; i16<len16; i16++){
const _errs237 = errors;
if(!(validate11(data107[i16], {instancePath:instancePath+"/hooks/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i16,parentData:data107,parentDataProperty:i16,rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
var valid38 = _errs237 === errors;
if(!valid38){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/hooks/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/hooks/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid37 = _errs235 === errors;
if(!valid37){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/hooks",schemaPath:"#/properties/hooks/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs232 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.disableAllHooks !== undefined){
const _errs238 = errors;
if(typeof data.disableAllHooks !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/disableAllHooks",schemaPath:"#/properties/disableAllHooks/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs238 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.stopHookBlockingCap !== undefined){
let data110 = data.stopHookBlockingCap;
const _errs240 = errors;
if(!(((typeof data110 == "number") && (!(data110 % 1) && !isNaN(data110))) && (isFinite(data110)))){
validate10.errors = [{instancePath:instancePath+"/stopHookBlockingCap",schemaPath:"#/properties/stopHookBlockingCap/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs240){
if((typeof data110 == "number") && (isFinite(data110))){
if(data110 < 0 || isNaN(data110)){
validate10.errors = [{instancePath:instancePath+"/stopHookBlockingCap",schemaPath:"#/properties/stopHookBlockingCap/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs240 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.context !== undefined){
let data111 = data.context;
const _errs242 = errors;
if(errors === _errs242){
if(data111 && typeof data111 == "object" && !Array.isArray(data111)){
if(data111.fileName !== undefined){
let data112 = data111.fileName;
const _errs245 = errors;
if((typeof data112 !== "string") && (!(Array.isArray(data112)))){
validate10.errors = [{instancePath:instancePath+"/context/fileName",schemaPath:"#/properties/context/properties/fileName/type",keyword:"type",params:{type: schema11.properties.context.properties.fileName.type},message:"must be string,array"}];
return false;
}
if(errors === _errs245){
if(Array.isArray(data112)){
var valid40 = true;
const len17 = data112.length;
for(let i17=0; i17<len17; i17++){
const _errs247 = errors;
if(typeof data112[i17] !== "string"){
validate10.errors = [{instancePath:instancePath+"/context/fileName/" + i17,schemaPath:"#/properties/context/properties/fileName/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid40 = _errs247 === errors;
if(!valid40){
break;
}
}
}
}
var valid39 = _errs245 === errors;
}
else {
var valid39 = true;
}
if(valid39){
if(data111.includeDirectories !== undefined){
let data114 = data111.includeDirectories;
const _errs249 = errors;
if(errors === _errs249){
if(Array.isArray(data114)){
var valid41 = true;
const len18 = data114.length;
for(let i18=0; i18<len18; i18++){
const _errs251 = errors;
if(typeof data114[i18] !== "string"){
validate10.errors = [{instancePath:instancePath+"/context/includeDirectories/" + i18,schemaPath:"#/properties/context/properties/includeDirectories/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid41 = _errs251 === errors;
if(!valid41){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/context/includeDirectories",schemaPath:"#/properties/context/properties/includeDirectories/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid39 = _errs249 === errors;
}
else {
var valid39 = true;
}
if(valid39){
if(data111.loadFromIncludeDirectories !== undefined){
const _errs253 = errors;
if(typeof data111.loadFromIncludeDirectories !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/context/loadFromIncludeDirectories",schemaPath:"#/properties/context/properties/loadFromIncludeDirectories/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid39 = _errs253 === errors;
}
else {
var valid39 = true;
}
if(valid39){
if(data111.autoCompactThreshold !== undefined){
let data117 = data111.autoCompactThreshold;
const _errs255 = errors;
if(errors === _errs255){
if((typeof data117 == "number") && (isFinite(data117))){
if(data117 > 1 || isNaN(data117)){
validate10.errors = [{instancePath:instancePath+"/context/autoCompactThreshold",schemaPath:"#/properties/context/properties/autoCompactThreshold/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"}];
return false;
}
else {
if(data117 < 0 || isNaN(data117)){
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
var valid39 = _errs255 === errors;
}
else {
var valid39 = true;
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
var valid0 = _errs242 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
let data118 = data.output;
const _errs257 = errors;
if(errors === _errs257){
if(data118 && typeof data118 == "object" && !Array.isArray(data118)){
if(data118.format !== undefined){
let data119 = data118.format;
if(!((((data119 === "text") || (data119 === "json")) || (data119 === "stream-json")) || (data119 === "stream-chunk-json"))){
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
var valid0 = _errs257 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.general !== undefined){
let data120 = data.general;
const _errs261 = errors;
if(errors === _errs261){
if(data120 && typeof data120 == "object" && !Array.isArray(data120)){
if(data120.chatRecording !== undefined){
if(typeof data120.chatRecording !== "boolean"){
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
var valid0 = _errs261 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.advanced !== undefined){
let data122 = data.advanced;
const _errs266 = errors;
if(errors === _errs266){
if(data122 && typeof data122 == "object" && !Array.isArray(data122)){
if(data122.runtimeOutputDir !== undefined){
const _errs269 = errors;
if(typeof data122.runtimeOutputDir !== "string"){
validate10.errors = [{instancePath:instancePath+"/advanced/runtimeOutputDir",schemaPath:"#/properties/advanced/properties/runtimeOutputDir/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid44 = _errs269 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data122.excludedEnvVars !== undefined){
let data124 = data122.excludedEnvVars;
const _errs271 = errors;
if(errors === _errs271){
if(Array.isArray(data124)){
var valid45 = true;
const len19 = data124.length;
for(let i19=0; i19<len19; i19++){
const _errs273 = errors;
if(typeof data124[i19] !== "string"){
validate10.errors = [{instancePath:instancePath+"/advanced/excludedEnvVars/" + i19,schemaPath:"#/properties/advanced/properties/excludedEnvVars/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid45 = _errs273 === errors;
if(!valid45){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/advanced/excludedEnvVars",schemaPath:"#/properties/advanced/properties/excludedEnvVars/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid44 = _errs271 === errors;
}
else {
var valid44 = true;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/advanced",schemaPath:"#/properties/advanced/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs266 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.env !== undefined){
let data126 = data.env;
const _errs275 = errors;
if(errors === _errs275){
if(data126 && typeof data126 == "object" && !Array.isArray(data126)){
for(const key7 in data126){
const _errs278 = errors;
if(typeof data126[key7] !== "string"){
validate10.errors = [{instancePath:instancePath+"/env/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid46 = _errs278 === errors;
if(!valid46){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/env",schemaPath:"#/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs275 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.proxy !== undefined){
const _errs280 = errors;
if(typeof data.proxy !== "string"){
validate10.errors = [{instancePath:instancePath+"/proxy",schemaPath:"#/properties/proxy/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs280 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.slashCommands !== undefined){
let data129 = data.slashCommands;
const _errs282 = errors;
if(errors === _errs282){
if(data129 && typeof data129 == "object" && !Array.isArray(data129)){
if(data129.disabled !== undefined){
let data130 = data129.disabled;
const _errs285 = errors;
if(errors === _errs285){
if(Array.isArray(data130)){
var valid48 = true;
const len20 = data130.length;
for(let i20=0; i20<len20; i20++){
const _errs287 = errors;
if(typeof data130[i20] !== "string"){
validate10.errors = [{instancePath:instancePath+"/slashCommands/disabled/" + i20,schemaPath:"#/properties/slashCommands/properties/disabled/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid48 = _errs287 === errors;
if(!valid48){
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
var valid0 = _errs282 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.$version !== undefined){
let data132 = data.$version;
const _errs289 = errors;
if(!((typeof data132 == "number") && (isFinite(data132)))){
validate10.errors = [{instancePath:instancePath+"/$version",schemaPath:"#/properties/%24version/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid0 = _errs289 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.$schema !== undefined){
const _errs291 = errors;
if(typeof data.$schema !== "string"){
validate10.errors = [{instancePath:instancePath+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs291 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.fences !== undefined){
let data134 = data.fences;
const _errs293 = errors;
if(errors === _errs293){
if(data134 && typeof data134 == "object" && !Array.isArray(data134)){
if(data134.allowRead !== undefined){
let data135 = data134.allowRead;
const _errs296 = errors;
if(errors === _errs296){
if(Array.isArray(data135)){
var valid50 = true;
const len21 = data135.length;
for(let i21=0; i21<len21; i21++){
const _errs298 = errors;
if(typeof data135[i21] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowRead/" + i21,schemaPath:"#/properties/fences/properties/allowRead/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid50 = _errs298 === errors;
if(!valid50){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowRead",schemaPath:"#/properties/fences/properties/allowRead/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid49 = _errs296 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data134.allowWrite !== undefined){
let data137 = data134.allowWrite;
const _errs300 = errors;
if(errors === _errs300){
if(Array.isArray(data137)){
var valid51 = true;
const len22 = data137.length;
for(let i22=0; i22<len22; i22++){
const _errs302 = errors;
if(typeof data137[i22] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowWrite/" + i22,schemaPath:"#/properties/fences/properties/allowWrite/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid51 = _errs302 === errors;
if(!valid51){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowWrite",schemaPath:"#/properties/fences/properties/allowWrite/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid49 = _errs300 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data134.allowNet !== undefined){
let data139 = data134.allowNet;
const _errs304 = errors;
if(errors === _errs304){
if(Array.isArray(data139)){
var valid52 = true;
const len23 = data139.length;
for(let i23=0; i23<len23; i23++){
const _errs306 = errors;
if(typeof data139[i23] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowNet/" + i23,schemaPath:"#/properties/fences/properties/allowNet/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid52 = _errs306 === errors;
if(!valid52){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowNet",schemaPath:"#/properties/fences/properties/allowNet/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid49 = _errs304 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data134.allowRun !== undefined){
let data141 = data134.allowRun;
const _errs308 = errors;
if(errors === _errs308){
if(Array.isArray(data141)){
var valid53 = true;
const len24 = data141.length;
for(let i24=0; i24<len24; i24++){
const _errs310 = errors;
if(typeof data141[i24] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowRun/" + i24,schemaPath:"#/properties/fences/properties/allowRun/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid53 = _errs310 === errors;
if(!valid53){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowRun",schemaPath:"#/properties/fences/properties/allowRun/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid49 = _errs308 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data134.allowEnv !== undefined){
let data143 = data134.allowEnv;
const _errs312 = errors;
if(errors === _errs312){
if(Array.isArray(data143)){
var valid54 = true;
const len25 = data143.length;
for(let i25=0; i25<len25; i25++){
const _errs314 = errors;
if(typeof data143[i25] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowEnv/" + i25,schemaPath:"#/properties/fences/properties/allowEnv/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid54 = _errs314 === errors;
if(!valid54){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowEnv",schemaPath:"#/properties/fences/properties/allowEnv/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid49 = _errs312 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data134.denyRead !== undefined){
let data145 = data134.denyRead;
const _errs316 = errors;
if(errors === _errs316){
if(Array.isArray(data145)){
var valid55 = true;
const len26 = data145.length;
for(let i26=0; i26<len26; i26++){
const _errs318 = errors;
if(typeof data145[i26] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyRead/" + i26,schemaPath:"#/properties/fences/properties/denyRead/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid55 = _errs318 === errors;
if(!valid55){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyRead",schemaPath:"#/properties/fences/properties/denyRead/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid49 = _errs316 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data134.denyWrite !== undefined){
let data147 = data134.denyWrite;
const _errs320 = errors;
if(errors === _errs320){
if(Array.isArray(data147)){
var valid56 = true;
const len27 = data147.length;
for(let i27=0; i27<len27; i27++){
const _errs322 = errors;
if(typeof data147[i27] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyWrite/" + i27,schemaPath:"#/properties/fences/properties/denyWrite/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid56 = _errs322 === errors;
if(!valid56){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyWrite",schemaPath:"#/properties/fences/properties/denyWrite/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid49 = _errs320 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data134.denyNet !== undefined){
let data149 = data134.denyNet;
const _errs324 = errors;
if(errors === _errs324){
if(Array.isArray(data149)){
var valid57 = true;
const len28 = data149.length;
for(let i28=0; i28<len28; i28++){
const _errs326 = errors;
if(typeof data149[i28] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyNet/" + i28,schemaPath:"#/properties/fences/properties/denyNet/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid57 = _errs326 === errors;
if(!valid57){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyNet",schemaPath:"#/properties/fences/properties/denyNet/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid49 = _errs324 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data134.denyRun !== undefined){
let data151 = data134.denyRun;
const _errs328 = errors;
if(errors === _errs328){
if(Array.isArray(data151)){
var valid58 = true;
const len29 = data151.length;
for(let i29=0; i29<len29; i29++){
const _errs330 = errors;
if(typeof data151[i29] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyRun/" + i29,schemaPath:"#/properties/fences/properties/denyRun/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid58 = _errs330 === errors;
if(!valid58){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyRun",schemaPath:"#/properties/fences/properties/denyRun/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid49 = _errs328 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data134.denyEnv !== undefined){
let data153 = data134.denyEnv;
const _errs332 = errors;
if(errors === _errs332){
if(Array.isArray(data153)){
var valid59 = true;
const len30 = data153.length;
for(let i30=0; i30<len30; i30++){
const _errs334 = errors;
if(typeof data153[i30] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyEnv/" + i30,schemaPath:"#/properties/fences/properties/denyEnv/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid59 = _errs334 === errors;
if(!valid59){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyEnv",schemaPath:"#/properties/fences/properties/denyEnv/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid49 = _errs332 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data134.passEnv !== undefined){
let data155 = data134.passEnv;
const _errs336 = errors;
if(errors === _errs336){
if(Array.isArray(data155)){
var valid60 = true;
const len31 = data155.length;
for(let i31=0; i31<len31; i31++){
const _errs338 = errors;
if(typeof data155[i31] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/passEnv/" + i31,schemaPath:"#/properties/fences/properties/passEnv/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid60 = _errs338 === errors;
if(!valid60){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/passEnv",schemaPath:"#/properties/fences/properties/passEnv/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid49 = _errs336 === errors;
}
else {
var valid49 = true;
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
validate10.errors = [{instancePath:instancePath+"/fences",schemaPath:"#/properties/fences/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs293 === errors;
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
}
else {
validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate10.errors = vErrors;
return errors === 0;
}
