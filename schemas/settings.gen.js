// Written by schemas/generate.ts from the schema beside it. Do not edit.
// @ts-self-types="./settings.gen.d.ts"
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"settings","title":"Settings","description":"The settings file. Unknown keys are kept and warned about.","type":"object","properties":{"model":{"type":"object","properties":{"name":{"type":"string"},"baseUrl":{"type":"string"},"reasoningEffort":{"enum":["low","medium","high","xhigh","max"]},"maxSessionTurns":{"type":"integer","minimum":-1},"maxWallTimeSeconds":{"type":"number"},"maxToolCalls":{"type":"integer","minimum":-1},"maxSubagentDepth":{"type":"integer","minimum":1,"maximum":100},"generationConfig":{"description":"How the provider is asked.","type":"object","properties":{"timeout":{"description":"Milliseconds until the first byte of an answer.","type":"integer","minimum":0},"maxRetries":{"type":"integer","minimum":0},"retryInitialDelayMs":{"type":"integer","minimum":0},"retryMaxDelayMs":{"type":"integer","minimum":0},"samplingParams":{"type":"object","additionalProperties":true},"extra_body":{"type":"object","additionalProperties":true},"customHeaders":{"type":"object","additionalProperties":{"type":"string"}},"contextWindowSize":{"type":"integer","minimum":0}},"additionalProperties":true},"maxTotalTokens":{"description":"Most tokens for a prompt; -1 is no limit.","type":"integer","minimum":-1}},"additionalProperties":true},"modelProviders":{"description":"Models by protocol.","type":"object","additionalProperties":{"type":"array","items":{"$ref":"#/$defs/ModelEntry"}}},"modelFallbacks":{"type":"array","items":{"type":"string"}},"visionModel":{"type":"string"},"security":{"type":"object","properties":{"auth":{"type":"object","properties":{"selectedType":{"type":"string"},"enforcedType":{"type":"string"},"useExternal":{"type":"boolean"},"apiKey":{"type":"string"},"baseUrl":{"type":"string"}},"additionalProperties":true}},"additionalProperties":true},"permissions":{"description":"Rules such as `Bash(git *)`.","type":"object","properties":{"allow":{"type":"array","items":{"type":"string"}},"ask":{"type":"array","items":{"type":"string"}},"deny":{"type":"array","items":{"type":"string"}},"examples":{"description":"Calls and what the rules must say of them; checked when the settings are used.","type":"array","items":{"type":"object","properties":{"tool":{"type":"string"},"input":{"type":"object"},"expect":{"enum":["allow","ask","deny"]}},"required":["tool","input","expect"],"additionalProperties":false}}},"additionalProperties":true},"tools":{"type":"object","properties":{"approvalMode":{"description":"How much runs without asking.","enum":["plan","default","auto-edit","auto","yolo"]},"core":{"type":"array","items":{"type":"string"}},"allowed":{"type":"array","items":{"type":"string"}},"exclude":{"type":"array","items":{"type":"string"}},"disabled":{"type":"array","items":{"type":"string"}},"listDirectory":{"type":"object","properties":{"enabled":{"type":"boolean"}},"additionalProperties":true},"shell":{"type":"object","properties":{"defaultTimeoutMs":{"type":"integer","minimum":0}},"additionalProperties":true},"sandbox":{"description":"Whether shell commands are confined.","enum":["required","auto","off",true,false]}},"additionalProperties":true},"mcpServers":{"type":"object","additionalProperties":{"$ref":"#/$defs/McpServer"}},"mcp":{"type":"object","properties":{"allowed":{"type":"array","items":{"type":"string"}},"excluded":{"type":"array","items":{"type":"string"}}},"additionalProperties":true},"hooks":{"type":"object","additionalProperties":{"type":"array","items":{"$ref":"#/$defs/HookGroup"}}},"disableAllHooks":{"type":"boolean"},"stopHookBlockingCap":{"type":"integer","minimum":0},"context":{"type":"object","properties":{"fileName":{"type":["string","array"],"items":{"type":"string"}},"includeDirectories":{"type":"array","items":{"type":"string"}},"loadFromIncludeDirectories":{"type":"boolean"},"autoCompactThreshold":{"type":"number","minimum":0,"maximum":1}},"additionalProperties":true},"output":{"type":"object","properties":{"format":{"enum":["text","json","stream-json","stream-chunk-json"]}},"additionalProperties":true},"general":{"type":"object","properties":{"chatRecording":{"type":"boolean"}},"additionalProperties":true},"advanced":{"type":"object","properties":{"runtimeOutputDir":{"type":"string"},"excludedEnvVars":{"type":"array","items":{"type":"string"}}},"additionalProperties":true},"env":{"type":"object","additionalProperties":{"type":"string"}},"proxy":{"type":"string"},"slashCommands":{"type":"object","properties":{"disabled":{"type":"array","items":{"type":"string"}}},"additionalProperties":true},"$version":{"type":"number"},"$schema":{"type":"string"},"fences":{"description":"What tools may reach, in the syntax of the flags of the same names.","type":"object","properties":{"allowRead":{"type":"array","items":{"type":"string"}},"allowWrite":{"type":"array","items":{"type":"string"}},"allowNet":{"type":"array","items":{"type":"string"}},"allowRun":{"type":"array","items":{"type":"string"}},"allowEnv":{"type":"array","items":{"type":"string"}},"denyRead":{"type":"array","items":{"type":"string"}},"denyWrite":{"type":"array","items":{"type":"string"}},"denyNet":{"type":"array","items":{"type":"string"}},"denyRun":{"type":"array","items":{"type":"string"}},"denyEnv":{"type":"array","items":{"type":"string"}},"passEnv":{"type":"array","items":{"type":"string"}}},"additionalProperties":true}},"additionalProperties":true,"$defs":{"McpServer":{"description":"How an MCP server is reached: by a command, by `url` (SSE) or by `httpUrl`.","type":"object","properties":{"type":{"enum":["stdio","sse","http","sdk"]},"command":{"type":"string"},"args":{"type":"array","items":{"type":"string"}},"env":{"type":"object","additionalProperties":{"type":"string"}},"cwd":{"type":"string"},"url":{"type":"string"},"httpUrl":{"type":"string"},"headers":{"type":"object","additionalProperties":{"type":"string"}},"timeout":{"description":"Milliseconds for a call.","type":"integer","minimum":0},"discoveryTimeoutMs":{"description":"Milliseconds for the start.","type":"integer","minimum":0},"trust":{"description":"Calls need no approval.","type":"boolean"},"required":{"description":"The run fails when this server cannot be started.","type":"boolean"},"description":{"type":"string"},"includeTools":{"type":"array","items":{"type":"string"}},"excludeTools":{"type":"array","items":{"type":"string"}}},"additionalProperties":true},"Hook":{"description":"A command that is run, or a server that is told, at an event.","type":"object","properties":{"type":{"enum":["command","http","prompt"]},"command":{"type":"string"},"url":{"type":"string"},"prompt":{"description":"What the model is asked; $ARGUMENTS stands for what happens, as JSON.","type":"string"},"model":{"description":"The model that decides on a prompt; the session's own unless named.","type":"string"},"continueOnBlock":{"description":"Whether the turn goes on after a refusal by a prompt.","type":"boolean"},"timeout":{"description":"Milliseconds for a command, seconds for a server and for a prompt.","type":"integer","minimum":0},"env":{"type":"object","additionalProperties":{"type":"string"}},"async":{"type":"boolean"}},"required":["type"],"additionalProperties":true},"HookGroup":{"description":"Hooks for the tools that a pattern names.","type":"object","properties":{"matcher":{"type":"string"},"hooks":{"type":"array","items":{"$ref":"#/$defs/Hook"}}},"required":["hooks"],"additionalProperties":true},"ModelEntry":{"description":"A model that can be chosen.","type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"description":{"type":"string"},"envKey":{"type":"string"},"baseUrl":{"type":"string"},"generationConfig":{"type":"object","additionalProperties":true}},"required":["id"],"additionalProperties":true}}};
const schema12 = {"description":"A model that can be chosen.","type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"description":{"type":"string"},"envKey":{"type":"string"},"baseUrl":{"type":"string"},"generationConfig":{"type":"object","additionalProperties":true}},"required":["id"],"additionalProperties":true};
const schema13 = {"description":"How an MCP server is reached: by a command, by `url` (SSE) or by `httpUrl`.","type":"object","properties":{"type":{"enum":["stdio","sse","http","sdk"]},"command":{"type":"string"},"args":{"type":"array","items":{"type":"string"}},"env":{"type":"object","additionalProperties":{"type":"string"}},"cwd":{"type":"string"},"url":{"type":"string"},"httpUrl":{"type":"string"},"headers":{"type":"object","additionalProperties":{"type":"string"}},"timeout":{"description":"Milliseconds for a call.","type":"integer","minimum":0},"discoveryTimeoutMs":{"description":"Milliseconds for the start.","type":"integer","minimum":0},"trust":{"description":"Calls need no approval.","type":"boolean"},"required":{"description":"The run fails when this server cannot be started.","type":"boolean"},"description":{"type":"string"},"includeTools":{"type":"array","items":{"type":"string"}},"excludeTools":{"type":"array","items":{"type":"string"}}},"additionalProperties":true};
const schema14 = {"description":"Hooks for the tools that a pattern names.","type":"object","properties":{"matcher":{"type":"string"},"hooks":{"type":"array","items":{"$ref":"#/$defs/Hook"}}},"required":["hooks"],"additionalProperties":true};
const schema15 = {"description":"A command that is run, or a server that is told, at an event.","type":"object","properties":{"type":{"enum":["command","http","prompt"]},"command":{"type":"string"},"url":{"type":"string"},"prompt":{"description":"What the model is asked; $ARGUMENTS stands for what happens, as JSON.","type":"string"},"model":{"description":"The model that decides on a prompt; the session's own unless named.","type":"string"},"continueOnBlock":{"description":"Whether the turn goes on after a refusal by a prompt.","type":"boolean"},"timeout":{"description":"Milliseconds for a command, seconds for a server and for a prompt.","type":"integer","minimum":0},"env":{"type":"object","additionalProperties":{"type":"string"}},"async":{"type":"boolean"}},"required":["type"],"additionalProperties":true};

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
if(data2.prompt !== undefined){
const _errs15 = errors;
if(typeof data2.prompt !== "string"){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/prompt",schemaPath:"#/$defs/Hook/properties/prompt/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs15 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.model !== undefined){
const _errs17 = errors;
if(typeof data2.model !== "string"){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/model",schemaPath:"#/$defs/Hook/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs17 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.continueOnBlock !== undefined){
const _errs19 = errors;
if(typeof data2.continueOnBlock !== "boolean"){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/continueOnBlock",schemaPath:"#/$defs/Hook/properties/continueOnBlock/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid3 = _errs19 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.timeout !== undefined){
let data9 = data2.timeout;
const _errs21 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/timeout",schemaPath:"#/$defs/Hook/properties/timeout/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs21){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/timeout",schemaPath:"#/$defs/Hook/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid3 = _errs21 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.env !== undefined){
let data10 = data2.env;
const _errs23 = errors;
if(errors === _errs23){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
for(const key0 in data10){
const _errs26 = errors;
if(typeof data10[key0] !== "string"){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/env/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Hook/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs26 === errors;
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
var valid3 = _errs23 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.async !== undefined){
const _errs28 = errors;
if(typeof data2.async !== "boolean"){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/async",schemaPath:"#/$defs/Hook/properties/async/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid3 = _errs28 === errors;
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
if(data0.generationConfig !== undefined){
let data8 = data0.generationConfig;
const _errs18 = errors;
if(errors === _errs18){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.timeout !== undefined){
let data9 = data8.timeout;
const _errs21 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/timeout",schemaPath:"#/properties/model/properties/generationConfig/properties/timeout/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs21){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/timeout",schemaPath:"#/properties/model/properties/generationConfig/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs21 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data8.maxRetries !== undefined){
let data10 = data8.maxRetries;
const _errs23 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/maxRetries",schemaPath:"#/properties/model/properties/generationConfig/properties/maxRetries/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs23){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 0 || isNaN(data10)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/maxRetries",schemaPath:"#/properties/model/properties/generationConfig/properties/maxRetries/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
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
if(data8.retryInitialDelayMs !== undefined){
let data11 = data8.retryInitialDelayMs;
const _errs25 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/retryInitialDelayMs",schemaPath:"#/properties/model/properties/generationConfig/properties/retryInitialDelayMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs25){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 0 || isNaN(data11)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/retryInitialDelayMs",schemaPath:"#/properties/model/properties/generationConfig/properties/retryInitialDelayMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
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
if(data8.retryMaxDelayMs !== undefined){
let data12 = data8.retryMaxDelayMs;
const _errs27 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/retryMaxDelayMs",schemaPath:"#/properties/model/properties/generationConfig/properties/retryMaxDelayMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs27){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 0 || isNaN(data12)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/retryMaxDelayMs",schemaPath:"#/properties/model/properties/generationConfig/properties/retryMaxDelayMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
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
if(data8.samplingParams !== undefined){
let data13 = data8.samplingParams;
const _errs29 = errors;
if(errors === _errs29){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
}
else {
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/samplingParams",schemaPath:"#/properties/model/properties/generationConfig/properties/samplingParams/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs29 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data8.extra_body !== undefined){
let data14 = data8.extra_body;
const _errs32 = errors;
if(errors === _errs32){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
}
else {
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/extra_body",schemaPath:"#/properties/model/properties/generationConfig/properties/extra_body/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs32 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data8.customHeaders !== undefined){
let data15 = data8.customHeaders;
const _errs35 = errors;
if(errors === _errs35){
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
for(const key0 in data15){
const _errs38 = errors;
if(typeof data15[key0] !== "string"){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/customHeaders/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/model/properties/generationConfig/properties/customHeaders/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs38 === errors;
if(!valid3){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/customHeaders",schemaPath:"#/properties/model/properties/generationConfig/properties/customHeaders/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs35 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data8.contextWindowSize !== undefined){
let data17 = data8.contextWindowSize;
const _errs40 = errors;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/contextWindowSize",schemaPath:"#/properties/model/properties/generationConfig/properties/contextWindowSize/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs40){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 < 0 || isNaN(data17)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/contextWindowSize",schemaPath:"#/properties/model/properties/generationConfig/properties/contextWindowSize/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs40 === errors;
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
validate10.errors = [{instancePath:instancePath+"/model/generationConfig",schemaPath:"#/properties/model/properties/generationConfig/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs18 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.maxTotalTokens !== undefined){
let data18 = data0.maxTotalTokens;
const _errs42 = errors;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
validate10.errors = [{instancePath:instancePath+"/model/maxTotalTokens",schemaPath:"#/properties/model/properties/maxTotalTokens/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs42){
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 < -1 || isNaN(data18)){
validate10.errors = [{instancePath:instancePath+"/model/maxTotalTokens",schemaPath:"#/properties/model/properties/maxTotalTokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: -1},message:"must be >= -1"}];
return false;
}
}
}
var valid1 = _errs42 === errors;
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
let data19 = data.modelProviders;
const _errs44 = errors;
if(errors === _errs44){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
for(const key1 in data19){
let data20 = data19[key1];
const _errs47 = errors;
if(errors === _errs47){
if(Array.isArray(data20)){
var valid5 = true;
const len0 = data20.length;
for(let i0=0; i0<len0; i0++){
let data21 = data20[i0];
const _errs49 = errors;
const _errs50 = errors;
if(errors === _errs50){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
let missing0;
if((data21.id === undefined) && (missing0 = "id")){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"#/$defs/ModelEntry/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data21.id !== undefined){
const _errs53 = errors;
if(typeof data21.id !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0+"/id",schemaPath:"#/$defs/ModelEntry/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs53 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data21.name !== undefined){
const _errs55 = errors;
if(typeof data21.name !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0+"/name",schemaPath:"#/$defs/ModelEntry/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs55 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data21.description !== undefined){
const _errs57 = errors;
if(typeof data21.description !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0+"/description",schemaPath:"#/$defs/ModelEntry/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs57 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data21.envKey !== undefined){
const _errs59 = errors;
if(typeof data21.envKey !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0+"/envKey",schemaPath:"#/$defs/ModelEntry/properties/envKey/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs59 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data21.baseUrl !== undefined){
const _errs61 = errors;
if(typeof data21.baseUrl !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0+"/baseUrl",schemaPath:"#/$defs/ModelEntry/properties/baseUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs61 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data21.generationConfig !== undefined){
let data27 = data21.generationConfig;
const _errs63 = errors;
if(errors === _errs63){
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
}
else {
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0+"/generationConfig",schemaPath:"#/$defs/ModelEntry/properties/generationConfig/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid7 = _errs63 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"#/$defs/ModelEntry/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid5 = _errs49 === errors;
if(!valid5){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/modelProviders/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid4 = _errs47 === errors;
if(!valid4){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelProviders",schemaPath:"#/properties/modelProviders/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs44 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.modelFallbacks !== undefined){
let data28 = data.modelFallbacks;
const _errs66 = errors;
if(errors === _errs66){
if(Array.isArray(data28)){
var valid8 = true;
const len1 = data28.length;
for(let i1=0; i1<len1; i1++){
const _errs68 = errors;
if(typeof data28[i1] !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelFallbacks/" + i1,schemaPath:"#/properties/modelFallbacks/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs68 === errors;
if(!valid8){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelFallbacks",schemaPath:"#/properties/modelFallbacks/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs66 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.visionModel !== undefined){
const _errs70 = errors;
if(typeof data.visionModel !== "string"){
validate10.errors = [{instancePath:instancePath+"/visionModel",schemaPath:"#/properties/visionModel/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs70 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.security !== undefined){
let data31 = data.security;
const _errs72 = errors;
if(errors === _errs72){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
if(data31.auth !== undefined){
let data32 = data31.auth;
const _errs75 = errors;
if(errors === _errs75){
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
if(data32.selectedType !== undefined){
const _errs78 = errors;
if(typeof data32.selectedType !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/selectedType",schemaPath:"#/properties/security/properties/auth/properties/selectedType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid10 = _errs78 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data32.enforcedType !== undefined){
const _errs80 = errors;
if(typeof data32.enforcedType !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/enforcedType",schemaPath:"#/properties/security/properties/auth/properties/enforcedType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid10 = _errs80 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data32.useExternal !== undefined){
const _errs82 = errors;
if(typeof data32.useExternal !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/security/auth/useExternal",schemaPath:"#/properties/security/properties/auth/properties/useExternal/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid10 = _errs82 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data32.apiKey !== undefined){
const _errs84 = errors;
if(typeof data32.apiKey !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/apiKey",schemaPath:"#/properties/security/properties/auth/properties/apiKey/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid10 = _errs84 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data32.baseUrl !== undefined){
const _errs86 = errors;
if(typeof data32.baseUrl !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/baseUrl",schemaPath:"#/properties/security/properties/auth/properties/baseUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid10 = _errs86 === errors;
}
else {
var valid10 = true;
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
}
}
else {
validate10.errors = [{instancePath:instancePath+"/security",schemaPath:"#/properties/security/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs72 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.permissions !== undefined){
let data38 = data.permissions;
const _errs88 = errors;
if(errors === _errs88){
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
if(data38.allow !== undefined){
let data39 = data38.allow;
const _errs91 = errors;
if(errors === _errs91){
if(Array.isArray(data39)){
var valid12 = true;
const len2 = data39.length;
for(let i2=0; i2<len2; i2++){
const _errs93 = errors;
if(typeof data39[i2] !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/allow/" + i2,schemaPath:"#/properties/permissions/properties/allow/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid12 = _errs93 === errors;
if(!valid12){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions/allow",schemaPath:"#/properties/permissions/properties/allow/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid11 = _errs91 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data38.ask !== undefined){
let data41 = data38.ask;
const _errs95 = errors;
if(errors === _errs95){
if(Array.isArray(data41)){
var valid13 = true;
const len3 = data41.length;
for(let i3=0; i3<len3; i3++){
const _errs97 = errors;
if(typeof data41[i3] !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/ask/" + i3,schemaPath:"#/properties/permissions/properties/ask/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid13 = _errs97 === errors;
if(!valid13){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions/ask",schemaPath:"#/properties/permissions/properties/ask/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid11 = _errs95 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data38.deny !== undefined){
let data43 = data38.deny;
const _errs99 = errors;
if(errors === _errs99){
if(Array.isArray(data43)){
var valid14 = true;
const len4 = data43.length;
for(let i4=0; i4<len4; i4++){
const _errs101 = errors;
if(typeof data43[i4] !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/deny/" + i4,schemaPath:"#/properties/permissions/properties/deny/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid14 = _errs101 === errors;
if(!valid14){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions/deny",schemaPath:"#/properties/permissions/properties/deny/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid11 = _errs99 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data38.examples !== undefined){
let data45 = data38.examples;
const _errs103 = errors;
if(errors === _errs103){
if(Array.isArray(data45)){
var valid15 = true;
const len5 = data45.length;
for(let i5=0; i5<len5; i5++){
let data46 = data45[i5];
const _errs105 = errors;
if(errors === _errs105){
if(data46 && typeof data46 == "object" && !Array.isArray(data46)){
let missing1;
if((((data46.tool === undefined) && (missing1 = "tool")) || ((data46.input === undefined) && (missing1 = "input"))) || ((data46.expect === undefined) && (missing1 = "expect"))){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i5,schemaPath:"#/properties/permissions/properties/examples/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs107 = errors;
for(const key2 in data46){
if(!(((key2 === "tool") || (key2 === "input")) || (key2 === "expect"))){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i5,schemaPath:"#/properties/permissions/properties/examples/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs107 === errors){
if(data46.tool !== undefined){
const _errs108 = errors;
if(typeof data46.tool !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i5+"/tool",schemaPath:"#/properties/permissions/properties/examples/items/properties/tool/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid16 = _errs108 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data46.input !== undefined){
let data48 = data46.input;
const _errs110 = errors;
if(!(data48 && typeof data48 == "object" && !Array.isArray(data48))){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i5+"/input",schemaPath:"#/properties/permissions/properties/examples/items/properties/input/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid16 = _errs110 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data46.expect !== undefined){
let data49 = data46.expect;
const _errs112 = errors;
if(!(((data49 === "allow") || (data49 === "ask")) || (data49 === "deny"))){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i5+"/expect",schemaPath:"#/properties/permissions/properties/examples/items/properties/expect/enum",keyword:"enum",params:{allowedValues: schema11.properties.permissions.properties.examples.items.properties.expect.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid16 = _errs112 === errors;
}
else {
var valid16 = true;
}
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i5,schemaPath:"#/properties/permissions/properties/examples/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid15 = _errs105 === errors;
if(!valid15){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions/examples",schemaPath:"#/properties/permissions/properties/examples/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid11 = _errs103 === errors;
}
else {
var valid11 = true;
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
var valid0 = _errs88 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tools !== undefined){
let data50 = data.tools;
const _errs113 = errors;
if(errors === _errs113){
if(data50 && typeof data50 == "object" && !Array.isArray(data50)){
if(data50.approvalMode !== undefined){
let data51 = data50.approvalMode;
const _errs116 = errors;
if(!(((((data51 === "plan") || (data51 === "default")) || (data51 === "auto-edit")) || (data51 === "auto")) || (data51 === "yolo"))){
validate10.errors = [{instancePath:instancePath+"/tools/approvalMode",schemaPath:"#/properties/tools/properties/approvalMode/enum",keyword:"enum",params:{allowedValues: schema11.properties.tools.properties.approvalMode.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid17 = _errs116 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data50.core !== undefined){
let data52 = data50.core;
const _errs117 = errors;
if(errors === _errs117){
if(Array.isArray(data52)){
var valid18 = true;
const len6 = data52.length;
for(let i6=0; i6<len6; i6++){
const _errs119 = errors;
if(typeof data52[i6] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/core/" + i6,schemaPath:"#/properties/tools/properties/core/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid18 = _errs119 === errors;
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
var valid17 = _errs117 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data50.allowed !== undefined){
let data54 = data50.allowed;
const _errs121 = errors;
if(errors === _errs121){
if(Array.isArray(data54)){
var valid19 = true;
const len7 = data54.length;
for(let i7=0; i7<len7; i7++){
const _errs123 = errors;
if(typeof data54[i7] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/allowed/" + i7,schemaPath:"#/properties/tools/properties/allowed/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid19 = _errs123 === errors;
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
var valid17 = _errs121 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data50.exclude !== undefined){
let data56 = data50.exclude;
const _errs125 = errors;
if(errors === _errs125){
if(Array.isArray(data56)){
var valid20 = true;
const len8 = data56.length;
for(let i8=0; i8<len8; i8++){
const _errs127 = errors;
if(typeof data56[i8] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/exclude/" + i8,schemaPath:"#/properties/tools/properties/exclude/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid20 = _errs127 === errors;
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
var valid17 = _errs125 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data50.disabled !== undefined){
let data58 = data50.disabled;
const _errs129 = errors;
if(errors === _errs129){
if(Array.isArray(data58)){
var valid21 = true;
const len9 = data58.length;
for(let i9=0; i9<len9; i9++){
const _errs131 = errors;
if(typeof data58[i9] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/disabled/" + i9,schemaPath:"#/properties/tools/properties/disabled/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid21 = _errs131 === errors;
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
var valid17 = _errs129 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data50.listDirectory !== undefined){
let data60 = data50.listDirectory;
const _errs133 = errors;
if(errors === _errs133){
if(data60 && typeof data60 == "object" && !Array.isArray(data60)){
if(data60.enabled !== undefined){
if(typeof data60.enabled !== "boolean"){
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
var valid17 = _errs133 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data50.shell !== undefined){
let data62 = data50.shell;
const _errs138 = errors;
if(errors === _errs138){
if(data62 && typeof data62 == "object" && !Array.isArray(data62)){
if(data62.defaultTimeoutMs !== undefined){
let data63 = data62.defaultTimeoutMs;
const _errs141 = errors;
if(!(((typeof data63 == "number") && (!(data63 % 1) && !isNaN(data63))) && (isFinite(data63)))){
validate10.errors = [{instancePath:instancePath+"/tools/shell/defaultTimeoutMs",schemaPath:"#/properties/tools/properties/shell/properties/defaultTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs141){
if((typeof data63 == "number") && (isFinite(data63))){
if(data63 < 0 || isNaN(data63)){
validate10.errors = [{instancePath:instancePath+"/tools/shell/defaultTimeoutMs",schemaPath:"#/properties/tools/properties/shell/properties/defaultTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/shell",schemaPath:"#/properties/tools/properties/shell/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid17 = _errs138 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data50.sandbox !== undefined){
let data64 = data50.sandbox;
const _errs143 = errors;
if(!(((((data64 === "required") || (data64 === "auto")) || (data64 === "off")) || (data64 === true)) || (data64 === false))){
validate10.errors = [{instancePath:instancePath+"/tools/sandbox",schemaPath:"#/properties/tools/properties/sandbox/enum",keyword:"enum",params:{allowedValues: schema11.properties.tools.properties.sandbox.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid17 = _errs143 === errors;
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
else {
validate10.errors = [{instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs113 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mcpServers !== undefined){
let data65 = data.mcpServers;
const _errs144 = errors;
if(errors === _errs144){
if(data65 && typeof data65 == "object" && !Array.isArray(data65)){
for(const key3 in data65){
let data66 = data65[key3];
const _errs147 = errors;
const _errs148 = errors;
if(errors === _errs148){
if(data66 && typeof data66 == "object" && !Array.isArray(data66)){
if(data66.type !== undefined){
let data67 = data66.type;
const _errs151 = errors;
if(!((((data67 === "stdio") || (data67 === "sse")) || (data67 === "http")) || (data67 === "sdk"))){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/type",schemaPath:"#/$defs/McpServer/properties/type/enum",keyword:"enum",params:{allowedValues: schema13.properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid26 = _errs151 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data66.command !== undefined){
const _errs152 = errors;
if(typeof data66.command !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/command",schemaPath:"#/$defs/McpServer/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid26 = _errs152 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data66.args !== undefined){
let data69 = data66.args;
const _errs154 = errors;
if(errors === _errs154){
if(Array.isArray(data69)){
var valid27 = true;
const len10 = data69.length;
for(let i10=0; i10<len10; i10++){
const _errs156 = errors;
if(typeof data69[i10] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/args/" + i10,schemaPath:"#/$defs/McpServer/properties/args/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid27 = _errs156 === errors;
if(!valid27){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/args",schemaPath:"#/$defs/McpServer/properties/args/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid26 = _errs154 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data66.env !== undefined){
let data71 = data66.env;
const _errs158 = errors;
if(errors === _errs158){
if(data71 && typeof data71 == "object" && !Array.isArray(data71)){
for(const key4 in data71){
const _errs161 = errors;
if(typeof data71[key4] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/env/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/McpServer/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid28 = _errs161 === errors;
if(!valid28){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/env",schemaPath:"#/$defs/McpServer/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid26 = _errs158 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data66.cwd !== undefined){
const _errs163 = errors;
if(typeof data66.cwd !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/cwd",schemaPath:"#/$defs/McpServer/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid26 = _errs163 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data66.url !== undefined){
const _errs165 = errors;
if(typeof data66.url !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/url",schemaPath:"#/$defs/McpServer/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid26 = _errs165 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data66.httpUrl !== undefined){
const _errs167 = errors;
if(typeof data66.httpUrl !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/httpUrl",schemaPath:"#/$defs/McpServer/properties/httpUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid26 = _errs167 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data66.headers !== undefined){
let data76 = data66.headers;
const _errs169 = errors;
if(errors === _errs169){
if(data76 && typeof data76 == "object" && !Array.isArray(data76)){
for(const key5 in data76){
const _errs172 = errors;
if(typeof data76[key5] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/headers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/McpServer/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid29 = _errs172 === errors;
if(!valid29){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/headers",schemaPath:"#/$defs/McpServer/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid26 = _errs169 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data66.timeout !== undefined){
let data78 = data66.timeout;
const _errs174 = errors;
if(!(((typeof data78 == "number") && (!(data78 % 1) && !isNaN(data78))) && (isFinite(data78)))){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/timeout",schemaPath:"#/$defs/McpServer/properties/timeout/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs174){
if((typeof data78 == "number") && (isFinite(data78))){
if(data78 < 0 || isNaN(data78)){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/timeout",schemaPath:"#/$defs/McpServer/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid26 = _errs174 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data66.discoveryTimeoutMs !== undefined){
let data79 = data66.discoveryTimeoutMs;
const _errs176 = errors;
if(!(((typeof data79 == "number") && (!(data79 % 1) && !isNaN(data79))) && (isFinite(data79)))){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/discoveryTimeoutMs",schemaPath:"#/$defs/McpServer/properties/discoveryTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs176){
if((typeof data79 == "number") && (isFinite(data79))){
if(data79 < 0 || isNaN(data79)){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/discoveryTimeoutMs",schemaPath:"#/$defs/McpServer/properties/discoveryTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid26 = _errs176 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data66.trust !== undefined){
const _errs178 = errors;
if(typeof data66.trust !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/trust",schemaPath:"#/$defs/McpServer/properties/trust/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid26 = _errs178 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data66.required !== undefined){
const _errs180 = errors;
if(typeof data66.required !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/required",schemaPath:"#/$defs/McpServer/properties/required/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid26 = _errs180 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data66.description !== undefined){
const _errs182 = errors;
if(typeof data66.description !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/description",schemaPath:"#/$defs/McpServer/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid26 = _errs182 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data66.includeTools !== undefined){
let data83 = data66.includeTools;
const _errs184 = errors;
if(errors === _errs184){
if(Array.isArray(data83)){
var valid30 = true;
const len11 = data83.length;
for(let i11=0; i11<len11; i11++){
const _errs186 = errors;
if(typeof data83[i11] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/includeTools/" + i11,schemaPath:"#/$defs/McpServer/properties/includeTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid30 = _errs186 === errors;
if(!valid30){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/includeTools",schemaPath:"#/$defs/McpServer/properties/includeTools/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid26 = _errs184 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data66.excludeTools !== undefined){
let data85 = data66.excludeTools;
const _errs188 = errors;
if(errors === _errs188){
if(Array.isArray(data85)){
var valid31 = true;
const len12 = data85.length;
for(let i12=0; i12<len12; i12++){
const _errs190 = errors;
if(typeof data85[i12] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/excludeTools/" + i12,schemaPath:"#/$defs/McpServer/properties/excludeTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid31 = _errs190 === errors;
if(!valid31){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/excludeTools",schemaPath:"#/$defs/McpServer/properties/excludeTools/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid26 = _errs188 === errors;
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
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/McpServer/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid24 = _errs147 === errors;
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
var valid0 = _errs144 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mcp !== undefined){
let data87 = data.mcp;
const _errs192 = errors;
if(errors === _errs192){
if(data87 && typeof data87 == "object" && !Array.isArray(data87)){
if(data87.allowed !== undefined){
let data88 = data87.allowed;
const _errs195 = errors;
if(errors === _errs195){
if(Array.isArray(data88)){
var valid33 = true;
const len13 = data88.length;
for(let i13=0; i13<len13; i13++){
const _errs197 = errors;
if(typeof data88[i13] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcp/allowed/" + i13,schemaPath:"#/properties/mcp/properties/allowed/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid33 = _errs197 === errors;
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
var valid32 = _errs195 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data87.excluded !== undefined){
let data90 = data87.excluded;
const _errs199 = errors;
if(errors === _errs199){
if(Array.isArray(data90)){
var valid34 = true;
const len14 = data90.length;
for(let i14=0; i14<len14; i14++){
const _errs201 = errors;
if(typeof data90[i14] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcp/excluded/" + i14,schemaPath:"#/properties/mcp/properties/excluded/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid34 = _errs201 === errors;
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
var valid32 = _errs199 === errors;
}
else {
var valid32 = true;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcp",schemaPath:"#/properties/mcp/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs192 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.hooks !== undefined){
let data92 = data.hooks;
const _errs203 = errors;
if(errors === _errs203){
if(data92 && typeof data92 == "object" && !Array.isArray(data92)){
for(const key6 in data92){
let data93 = data92[key6];
const _errs206 = errors;
if(errors === _errs206){
if(Array.isArray(data93)){
var valid36 = true;
const len15 = data93.length;
for(let i15=0; i15<len15; i15++){
const _errs208 = errors;
if(!(validate11(data93[i15], {instancePath:instancePath+"/hooks/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i15,parentData:data93,parentDataProperty:i15,rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
var valid36 = _errs208 === errors;
if(!valid36){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/hooks/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/hooks/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid35 = _errs206 === errors;
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
var valid0 = _errs203 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.disableAllHooks !== undefined){
const _errs209 = errors;
if(typeof data.disableAllHooks !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/disableAllHooks",schemaPath:"#/properties/disableAllHooks/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs209 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.stopHookBlockingCap !== undefined){
let data96 = data.stopHookBlockingCap;
const _errs211 = errors;
if(!(((typeof data96 == "number") && (!(data96 % 1) && !isNaN(data96))) && (isFinite(data96)))){
validate10.errors = [{instancePath:instancePath+"/stopHookBlockingCap",schemaPath:"#/properties/stopHookBlockingCap/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs211){
if((typeof data96 == "number") && (isFinite(data96))){
if(data96 < 0 || isNaN(data96)){
validate10.errors = [{instancePath:instancePath+"/stopHookBlockingCap",schemaPath:"#/properties/stopHookBlockingCap/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs211 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.context !== undefined){
let data97 = data.context;
const _errs213 = errors;
if(errors === _errs213){
if(data97 && typeof data97 == "object" && !Array.isArray(data97)){
if(data97.fileName !== undefined){
let data98 = data97.fileName;
const _errs216 = errors;
if((typeof data98 !== "string") && (!(Array.isArray(data98)))){
validate10.errors = [{instancePath:instancePath+"/context/fileName",schemaPath:"#/properties/context/properties/fileName/type",keyword:"type",params:{type: schema11.properties.context.properties.fileName.type},message:"must be string,array"}];
return false;
}
if(errors === _errs216){
if(Array.isArray(data98)){
var valid38 = true;
const len16 = data98.length;
for(let i16=0; i16<len16; i16++){
const _errs218 = errors;
if(typeof data98[i16] !== "string"){
validate10.errors = [{instancePath:instancePath+"/context/fileName/" + i16,schemaPath:"#/properties/context/properties/fileName/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid38 = _errs218 === errors;
if(!valid38){
break;
}
}
}
}
var valid37 = _errs216 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data97.includeDirectories !== undefined){
let data100 = data97.includeDirectories;
const _errs220 = errors;
if(errors === _errs220){
if(Array.isArray(data100)){
var valid39 = true;
const len17 = data100.length;
for(let i17=0; i17<len17; i17++){
const _errs222 = errors;
if(typeof data100[i17] !== "string"){
validate10.errors = [{instancePath:instancePath+"/context/includeDirectories/" + i17,schemaPath:"#/properties/context/properties/includeDirectories/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid39 = _errs222 === errors;
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
var valid37 = _errs220 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data97.loadFromIncludeDirectories !== undefined){
const _errs224 = errors;
if(typeof data97.loadFromIncludeDirectories !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/context/loadFromIncludeDirectories",schemaPath:"#/properties/context/properties/loadFromIncludeDirectories/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid37 = _errs224 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data97.autoCompactThreshold !== undefined){
let data103 = data97.autoCompactThreshold;
const _errs226 = errors;
if(errors === _errs226){
if((typeof data103 == "number") && (isFinite(data103))){
if(data103 > 1 || isNaN(data103)){
validate10.errors = [{instancePath:instancePath+"/context/autoCompactThreshold",schemaPath:"#/properties/context/properties/autoCompactThreshold/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"}];
return false;
}
else {
if(data103 < 0 || isNaN(data103)){
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
var valid37 = _errs226 === errors;
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
var valid0 = _errs213 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
let data104 = data.output;
const _errs228 = errors;
if(errors === _errs228){
if(data104 && typeof data104 == "object" && !Array.isArray(data104)){
if(data104.format !== undefined){
let data105 = data104.format;
if(!((((data105 === "text") || (data105 === "json")) || (data105 === "stream-json")) || (data105 === "stream-chunk-json"))){
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
var valid0 = _errs228 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.general !== undefined){
let data106 = data.general;
const _errs232 = errors;
if(errors === _errs232){
if(data106 && typeof data106 == "object" && !Array.isArray(data106)){
if(data106.chatRecording !== undefined){
if(typeof data106.chatRecording !== "boolean"){
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
var valid0 = _errs232 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.advanced !== undefined){
let data108 = data.advanced;
const _errs237 = errors;
if(errors === _errs237){
if(data108 && typeof data108 == "object" && !Array.isArray(data108)){
if(data108.runtimeOutputDir !== undefined){
const _errs240 = errors;
if(typeof data108.runtimeOutputDir !== "string"){
validate10.errors = [{instancePath:instancePath+"/advanced/runtimeOutputDir",schemaPath:"#/properties/advanced/properties/runtimeOutputDir/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid42 = _errs240 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data108.excludedEnvVars !== undefined){
let data110 = data108.excludedEnvVars;
const _errs242 = errors;
if(errors === _errs242){
if(Array.isArray(data110)){
var valid43 = true;
const len18 = data110.length;
for(let i18=0; i18<len18; i18++){
const _errs244 = errors;
if(typeof data110[i18] !== "string"){
validate10.errors = [{instancePath:instancePath+"/advanced/excludedEnvVars/" + i18,schemaPath:"#/properties/advanced/properties/excludedEnvVars/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid43 = _errs244 === errors;
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
var valid42 = _errs242 === errors;
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
var valid0 = _errs237 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.env !== undefined){
let data112 = data.env;
const _errs246 = errors;
if(errors === _errs246){
if(data112 && typeof data112 == "object" && !Array.isArray(data112)){
for(const key7 in data112){
const _errs249 = errors;
if(typeof data112[key7] !== "string"){
validate10.errors = [{instancePath:instancePath+"/env/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid44 = _errs249 === errors;
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
var valid0 = _errs246 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.proxy !== undefined){
const _errs251 = errors;
if(typeof data.proxy !== "string"){
validate10.errors = [{instancePath:instancePath+"/proxy",schemaPath:"#/properties/proxy/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs251 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.slashCommands !== undefined){
let data115 = data.slashCommands;
const _errs253 = errors;
if(errors === _errs253){
if(data115 && typeof data115 == "object" && !Array.isArray(data115)){
if(data115.disabled !== undefined){
let data116 = data115.disabled;
const _errs256 = errors;
if(errors === _errs256){
if(Array.isArray(data116)){
var valid46 = true;
const len19 = data116.length;
for(let i19=0; i19<len19; i19++){
const _errs258 = errors;
if(typeof data116[i19] !== "string"){
validate10.errors = [{instancePath:instancePath+"/slashCommands/disabled/" + i19,schemaPath:"#/properties/slashCommands/properties/disabled/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid46 = _errs258 === errors;
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
var valid0 = _errs253 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.$version !== undefined){
let data118 = data.$version;
const _errs260 = errors;
if(!((typeof data118 == "number") && (isFinite(data118)))){
validate10.errors = [{instancePath:instancePath+"/$version",schemaPath:"#/properties/%24version/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid0 = _errs260 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.$schema !== undefined){
const _errs262 = errors;
if(typeof data.$schema !== "string"){
validate10.errors = [{instancePath:instancePath+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs262 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.fences !== undefined){
let data120 = data.fences;
const _errs264 = errors;
if(errors === _errs264){
if(data120 && typeof data120 == "object" && !Array.isArray(data120)){
if(data120.allowRead !== undefined){
let data121 = data120.allowRead;
const _errs267 = errors;
if(errors === _errs267){
if(Array.isArray(data121)){
var valid48 = true;
const len20 = data121.length;
for(let i20=0; i20<len20; i20++){
const _errs269 = errors;
if(typeof data121[i20] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowRead/" + i20,schemaPath:"#/properties/fences/properties/allowRead/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid48 = _errs269 === errors;
if(!valid48){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowRead",schemaPath:"#/properties/fences/properties/allowRead/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid47 = _errs267 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data120.allowWrite !== undefined){
let data123 = data120.allowWrite;
const _errs271 = errors;
if(errors === _errs271){
if(Array.isArray(data123)){
var valid49 = true;
const len21 = data123.length;
for(let i21=0; i21<len21; i21++){
const _errs273 = errors;
if(typeof data123[i21] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowWrite/" + i21,schemaPath:"#/properties/fences/properties/allowWrite/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid49 = _errs273 === errors;
if(!valid49){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowWrite",schemaPath:"#/properties/fences/properties/allowWrite/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid47 = _errs271 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data120.allowNet !== undefined){
let data125 = data120.allowNet;
const _errs275 = errors;
if(errors === _errs275){
if(Array.isArray(data125)){
var valid50 = true;
const len22 = data125.length;
for(let i22=0; i22<len22; i22++){
const _errs277 = errors;
if(typeof data125[i22] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowNet/" + i22,schemaPath:"#/properties/fences/properties/allowNet/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid50 = _errs277 === errors;
if(!valid50){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowNet",schemaPath:"#/properties/fences/properties/allowNet/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid47 = _errs275 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data120.allowRun !== undefined){
let data127 = data120.allowRun;
const _errs279 = errors;
if(errors === _errs279){
if(Array.isArray(data127)){
var valid51 = true;
const len23 = data127.length;
for(let i23=0; i23<len23; i23++){
const _errs281 = errors;
if(typeof data127[i23] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowRun/" + i23,schemaPath:"#/properties/fences/properties/allowRun/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid51 = _errs281 === errors;
if(!valid51){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowRun",schemaPath:"#/properties/fences/properties/allowRun/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid47 = _errs279 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data120.allowEnv !== undefined){
let data129 = data120.allowEnv;
const _errs283 = errors;
if(errors === _errs283){
if(Array.isArray(data129)){
var valid52 = true;
const len24 = data129.length;
for(let i24=0; i24<len24; i24++){
const _errs285 = errors;
if(typeof data129[i24] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowEnv/" + i24,schemaPath:"#/properties/fences/properties/allowEnv/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid52 = _errs285 === errors;
if(!valid52){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowEnv",schemaPath:"#/properties/fences/properties/allowEnv/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid47 = _errs283 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data120.denyRead !== undefined){
let data131 = data120.denyRead;
const _errs287 = errors;
if(errors === _errs287){
if(Array.isArray(data131)){
var valid53 = true;
const len25 = data131.length;
for(let i25=0; i25<len25; i25++){
const _errs289 = errors;
if(typeof data131[i25] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyRead/" + i25,schemaPath:"#/properties/fences/properties/denyRead/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid53 = _errs289 === errors;
if(!valid53){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyRead",schemaPath:"#/properties/fences/properties/denyRead/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid47 = _errs287 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data120.denyWrite !== undefined){
let data133 = data120.denyWrite;
const _errs291 = errors;
if(errors === _errs291){
if(Array.isArray(data133)){
var valid54 = true;
const len26 = data133.length;
for(let i26=0; i26<len26; i26++){
const _errs293 = errors;
if(typeof data133[i26] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyWrite/" + i26,schemaPath:"#/properties/fences/properties/denyWrite/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid54 = _errs293 === errors;
if(!valid54){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyWrite",schemaPath:"#/properties/fences/properties/denyWrite/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid47 = _errs291 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data120.denyNet !== undefined){
let data135 = data120.denyNet;
const _errs295 = errors;
if(errors === _errs295){
if(Array.isArray(data135)){
var valid55 = true;
const len27 = data135.length;
for(let i27=0; i27<len27; i27++){
const _errs297 = errors;
if(typeof data135[i27] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyNet/" + i27,schemaPath:"#/properties/fences/properties/denyNet/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid55 = _errs297 === errors;
if(!valid55){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyNet",schemaPath:"#/properties/fences/properties/denyNet/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid47 = _errs295 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data120.denyRun !== undefined){
let data137 = data120.denyRun;
const _errs299 = errors;
if(errors === _errs299){
if(Array.isArray(data137)){
var valid56 = true;
const len28 = data137.length;
for(let i28=0; i28<len28; i28++){
const _errs301 = errors;
if(typeof data137[i28] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyRun/" + i28,schemaPath:"#/properties/fences/properties/denyRun/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid56 = _errs301 === errors;
if(!valid56){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyRun",schemaPath:"#/properties/fences/properties/denyRun/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid47 = _errs299 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data120.denyEnv !== undefined){
let data139 = data120.denyEnv;
const _errs303 = errors;
if(errors === _errs303){
if(Array.isArray(data139)){
var valid57 = true;
const len29 = data139.length;
for(let i29=0; i29<len29; i29++){
const _errs305 = errors;
if(typeof data139[i29] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyEnv/" + i29,schemaPath:"#/properties/fences/properties/denyEnv/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid57 = _errs305 === errors;
if(!valid57){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyEnv",schemaPath:"#/properties/fences/properties/denyEnv/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid47 = _errs303 === errors;
}
else {
var valid47 = true;
}
if(valid47){
if(data120.passEnv !== undefined){
let data141 = data120.passEnv;
const _errs307 = errors;
if(errors === _errs307){
if(Array.isArray(data141)){
var valid58 = true;
const len30 = data141.length;
for(let i30=0; i30<len30; i30++){
const _errs309 = errors;
if(typeof data141[i30] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/passEnv/" + i30,schemaPath:"#/properties/fences/properties/passEnv/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid58 = _errs309 === errors;
if(!valid58){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/passEnv",schemaPath:"#/properties/fences/properties/passEnv/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid47 = _errs307 === errors;
}
else {
var valid47 = true;
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
var valid0 = _errs264 === errors;
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
else {
validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate10.errors = vErrors;
return errors === 0;
}
