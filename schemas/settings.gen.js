// Written by schemas/generate.ts from the schema beside it. Do not edit.
// @ts-self-types="./settings.gen.d.ts"
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"settings","title":"Settings","type":"object","properties":{"model":{"type":"object","properties":{"name":{"type":"string"},"baseUrl":{"type":"string"},"reasoningEffort":{"enum":["low","medium","high","xhigh","max"]},"maxSessionTurns":{"type":"integer","minimum":-1},"maxWallTimeSeconds":{"type":"number"},"maxToolCalls":{"type":"integer","minimum":-1},"maxSubagentDepth":{"type":"integer","minimum":1,"maximum":100},"generationConfig":{"type":"object","properties":{"timeout":{"type":"integer","minimum":0},"maxRetries":{"type":"integer","minimum":0},"retryInitialDelayMs":{"type":"integer","minimum":0},"retryMaxDelayMs":{"type":"integer","minimum":0},"samplingParams":{"type":"object"},"extra_body":{"type":"object"},"customHeaders":{"type":"object","additionalProperties":{"type":"string"}},"contextWindowSize":{"type":"integer","minimum":0}}},"maxTotalTokens":{"type":"integer","minimum":-1}}},"modelProviders":{"type":"object","additionalProperties":{"type":"array","items":{"$ref":"#/$defs/ModelEntry"}}},"modelFallbacks":{"type":"array","items":{"type":"string"}},"ui":{"type":"object","properties":{"theme":{"type":"string"}}},"cleanup":{"type":"object","properties":{"sessionDays":{"type":"integer","minimum":1},"sessionMegabytes":{"type":"integer","minimum":1},"spillDays":{"type":"integer","minimum":1},"spillMegabytes":{"type":"integer","minimum":1}},"additionalProperties":false},"webSearch":{"type":"object","properties":{"url":{"type":"string"},"mcp":{"type":"string"}}},"modelPrices":{"type":"object","additionalProperties":{"type":"object","properties":{"input":{"type":"number","minimum":0},"output":{"type":"number","minimum":0},"cachedInput":{"type":"number","minimum":0}},"required":["input","output"]}},"visionModel":{"type":"string"},"security":{"type":"object","properties":{"auth":{"type":"object","properties":{"selectedType":{"type":"string"},"enforcedType":{"type":"string"},"useExternal":{"type":"boolean"},"apiKey":{"type":"string"},"baseUrl":{"type":"string"}}}}},"permissions":{"type":"object","properties":{"allow":{"type":"array","items":{"type":"string"}},"ask":{"type":"array","items":{"type":"string"}},"deny":{"type":"array","items":{"type":"string"}},"examples":{"type":"array","items":{"type":"object","properties":{"tool":{"type":"string"},"input":{"type":"object"},"expect":{"enum":["allow","ask","deny"]}},"required":["tool","input","expect"],"additionalProperties":false}}}},"tools":{"type":"object","properties":{"approvalMode":{"enum":["plan","default","auto-edit","auto","yolo"]},"core":{"type":"array","items":{"type":"string"}},"allowed":{"type":"array","items":{"type":"string"}},"exclude":{"type":"array","items":{"type":"string"}},"disabled":{"type":"array","items":{"type":"string"}},"listDirectory":{"type":"object","properties":{"enabled":{"type":"boolean"}}},"shell":{"type":"object","properties":{"defaultTimeoutMs":{"type":"integer","minimum":0}}},"useRipgrep":{"type":"boolean"},"sandbox":{"enum":["required","auto","off",true,false]}}},"mcpServers":{"type":"object","additionalProperties":{"$ref":"#/$defs/McpServer"}},"mcp":{"type":"object","properties":{"allowed":{"type":"array","items":{"type":"string"}},"toolBudgetBytes":{"type":"integer","minimum":0},"excluded":{"type":"array","items":{"type":"string"}}}},"hooks":{"type":"object","properties":{"enabled":{"type":"boolean"},"disabled":{"type":"array","items":{"type":"string"}},"notifications":{"type":"boolean"}},"additionalProperties":{"type":"array","items":{"$ref":"#/$defs/HookGroup"}}},"disableAllHooks":{"type":"boolean"},"stopHookBlockingCap":{"type":"integer","minimum":0},"context":{"type":"object","properties":{"fileName":{"type":["string","array"],"items":{"type":"string"}},"includeDirectories":{"type":"array","items":{"type":"string"}},"loadFromIncludeDirectories":{"type":"boolean"},"autoCompactThreshold":{"type":"number","minimum":0,"maximum":1}}},"output":{"type":"object","properties":{"format":{"enum":["text","json","stream-json","stream-chunk-json"]}}},"general":{"type":"object","properties":{"chatRecording":{"type":"boolean"}}},"advanced":{"type":"object","properties":{"runtimeOutputDir":{"type":"string"},"excludedEnvVars":{"type":"array","items":{"type":"string"}}}},"env":{"type":"object","additionalProperties":{"type":"string"}},"proxy":{"type":"string"},"verify":{"type":"string"},"slashCommands":{"type":"object","properties":{"disabled":{"type":"array","items":{"type":"string"}}}},"$version":{"type":"number"},"$schema":{"type":"string"},"fences":{"type":"object","properties":{"allowRead":{"type":"array","items":{"type":"string"}},"allowWrite":{"type":"array","items":{"type":"string"}},"allowNet":{"type":"array","items":{"type":"string"}},"allowRun":{"type":"array","items":{"type":"string"}},"allowEnv":{"type":"array","items":{"type":"string"}},"denyRead":{"type":"array","items":{"type":"string"}},"denyWrite":{"type":"array","items":{"type":"string"}},"denyNet":{"type":"array","items":{"type":"string"}},"denyRun":{"type":"array","items":{"type":"string"}},"denyEnv":{"type":"array","items":{"type":"string"}},"passEnv":{"type":"array","items":{"type":"string"}}}}},"$defs":{"McpServer":{"type":"object","properties":{"type":{"enum":["stdio","sse","http","sdk"]},"command":{"type":"string"},"args":{"type":"array","items":{"type":"string"}},"env":{"type":"object","additionalProperties":{"type":"string"}},"cwd":{"type":"string"},"url":{"type":"string"},"httpUrl":{"type":"string"},"headers":{"type":"object","additionalProperties":{"type":"string"}},"timeout":{"type":"integer","minimum":0},"discoveryTimeoutMs":{"type":"integer","minimum":0},"trust":{"type":"boolean"},"required":{"type":"boolean"},"description":{"type":"string"},"includeTools":{"type":"array","items":{"type":"string"}},"excludeTools":{"type":"array","items":{"type":"string"}}}},"Hook":{"type":"object","properties":{"type":{"enum":["command","http","prompt"]},"command":{"type":"string"},"url":{"type":"string"},"prompt":{"type":"string"},"model":{"type":"string"},"continueOnBlock":{"type":"boolean"},"timeout":{"type":"integer","minimum":0},"env":{"type":"object","additionalProperties":{"type":"string"}},"async":{"type":"boolean"}},"required":["type"]},"HookGroup":{"type":"object","properties":{"matcher":{"type":"string"},"hooks":{"type":"array","items":{"$ref":"#/$defs/Hook"}}},"required":["hooks"]},"ModelEntry":{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"description":{"type":"string"},"envKey":{"type":"string"},"baseUrl":{"type":"string"},"generationConfig":{"type":"object"}},"required":["id"]}}};
const schema12 = {"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"description":{"type":"string"},"envKey":{"type":"string"},"baseUrl":{"type":"string"},"generationConfig":{"type":"object"}},"required":["id"]};
const schema13 = {"type":"object","properties":{"type":{"enum":["stdio","sse","http","sdk"]},"command":{"type":"string"},"args":{"type":"array","items":{"type":"string"}},"env":{"type":"object","additionalProperties":{"type":"string"}},"cwd":{"type":"string"},"url":{"type":"string"},"httpUrl":{"type":"string"},"headers":{"type":"object","additionalProperties":{"type":"string"}},"timeout":{"type":"integer","minimum":0},"discoveryTimeoutMs":{"type":"integer","minimum":0},"trust":{"type":"boolean"},"required":{"type":"boolean"},"description":{"type":"string"},"includeTools":{"type":"array","items":{"type":"string"}},"excludeTools":{"type":"array","items":{"type":"string"}}}};
const schema14 = {"type":"object","properties":{"matcher":{"type":"string"},"hooks":{"type":"array","items":{"$ref":"#/$defs/Hook"}}},"required":["hooks"]};
const schema15 = {"type":"object","properties":{"type":{"enum":["command","http","prompt"]},"command":{"type":"string"},"url":{"type":"string"},"prompt":{"type":"string"},"model":{"type":"string"},"continueOnBlock":{"type":"boolean"},"timeout":{"type":"integer","minimum":0},"env":{"type":"object","additionalProperties":{"type":"string"}},"async":{"type":"boolean"}},"required":["type"]};

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
const _errs1 = errors;
if(typeof data.matcher !== "string"){
validate11.errors = [{instancePath:instancePath+"/matcher",schemaPath:"#/properties/matcher/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.hooks !== undefined){
let data1 = data.hooks;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
const _errs6 = errors;
if(errors === _errs6){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if((data2.type === undefined) && (missing1 = "type")){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0,schemaPath:"#/$defs/Hook/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.type !== undefined){
let data3 = data2.type;
const _errs8 = errors;
if(!(((data3 === "command") || (data3 === "http")) || (data3 === "prompt"))){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/type",schemaPath:"#/$defs/Hook/properties/type/enum",keyword:"enum",params:{allowedValues: schema15.properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs8 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.command !== undefined){
const _errs9 = errors;
if(typeof data2.command !== "string"){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/command",schemaPath:"#/$defs/Hook/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs9 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.url !== undefined){
const _errs11 = errors;
if(typeof data2.url !== "string"){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/url",schemaPath:"#/$defs/Hook/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs11 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.prompt !== undefined){
const _errs13 = errors;
if(typeof data2.prompt !== "string"){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/prompt",schemaPath:"#/$defs/Hook/properties/prompt/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs13 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.model !== undefined){
const _errs15 = errors;
if(typeof data2.model !== "string"){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/model",schemaPath:"#/$defs/Hook/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs15 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.continueOnBlock !== undefined){
const _errs17 = errors;
if(typeof data2.continueOnBlock !== "boolean"){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/continueOnBlock",schemaPath:"#/$defs/Hook/properties/continueOnBlock/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid3 = _errs17 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.timeout !== undefined){
let data9 = data2.timeout;
const _errs19 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/timeout",schemaPath:"#/$defs/Hook/properties/timeout/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs19){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/timeout",schemaPath:"#/$defs/Hook/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid3 = _errs19 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.env !== undefined){
let data10 = data2.env;
const _errs21 = errors;
if(errors === _errs21){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
for(const key0 in data10){
const _errs24 = errors;
if(typeof data10[key0] !== "string"){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/env/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Hook/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs24 === errors;
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
var valid3 = _errs21 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.async !== undefined){
const _errs26 = errors;
if(typeof data2.async !== "boolean"){
validate11.errors = [{instancePath:instancePath+"/hooks/" + i0+"/async",schemaPath:"#/$defs/Hook/properties/async/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid3 = _errs26 === errors;
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
var valid1 = _errs5 === errors;
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
var valid0 = _errs3 === errors;
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
const _errs1 = errors;
if(errors === _errs1){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.name !== undefined){
const _errs3 = errors;
if(typeof data0.name !== "string"){
validate10.errors = [{instancePath:instancePath+"/model/name",schemaPath:"#/properties/model/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.baseUrl !== undefined){
const _errs5 = errors;
if(typeof data0.baseUrl !== "string"){
validate10.errors = [{instancePath:instancePath+"/model/baseUrl",schemaPath:"#/properties/model/properties/baseUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.reasoningEffort !== undefined){
let data3 = data0.reasoningEffort;
const _errs7 = errors;
if(!(((((data3 === "low") || (data3 === "medium")) || (data3 === "high")) || (data3 === "xhigh")) || (data3 === "max"))){
validate10.errors = [{instancePath:instancePath+"/model/reasoningEffort",schemaPath:"#/properties/model/properties/reasoningEffort/enum",keyword:"enum",params:{allowedValues: schema11.properties.model.properties.reasoningEffort.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.maxSessionTurns !== undefined){
let data4 = data0.maxSessionTurns;
const _errs8 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate10.errors = [{instancePath:instancePath+"/model/maxSessionTurns",schemaPath:"#/properties/model/properties/maxSessionTurns/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs8){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < -1 || isNaN(data4)){
validate10.errors = [{instancePath:instancePath+"/model/maxSessionTurns",schemaPath:"#/properties/model/properties/maxSessionTurns/minimum",keyword:"minimum",params:{comparison: ">=", limit: -1},message:"must be >= -1"}];
return false;
}
}
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.maxWallTimeSeconds !== undefined){
let data5 = data0.maxWallTimeSeconds;
const _errs10 = errors;
if(!((typeof data5 == "number") && (isFinite(data5)))){
validate10.errors = [{instancePath:instancePath+"/model/maxWallTimeSeconds",schemaPath:"#/properties/model/properties/maxWallTimeSeconds/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.maxToolCalls !== undefined){
let data6 = data0.maxToolCalls;
const _errs12 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate10.errors = [{instancePath:instancePath+"/model/maxToolCalls",schemaPath:"#/properties/model/properties/maxToolCalls/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs12){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < -1 || isNaN(data6)){
validate10.errors = [{instancePath:instancePath+"/model/maxToolCalls",schemaPath:"#/properties/model/properties/maxToolCalls/minimum",keyword:"minimum",params:{comparison: ">=", limit: -1},message:"must be >= -1"}];
return false;
}
}
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.maxSubagentDepth !== undefined){
let data7 = data0.maxSubagentDepth;
const _errs14 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate10.errors = [{instancePath:instancePath+"/model/maxSubagentDepth",schemaPath:"#/properties/model/properties/maxSubagentDepth/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs14){
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
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.generationConfig !== undefined){
let data8 = data0.generationConfig;
const _errs16 = errors;
if(errors === _errs16){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.timeout !== undefined){
let data9 = data8.timeout;
const _errs18 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/timeout",schemaPath:"#/properties/model/properties/generationConfig/properties/timeout/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs18){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/timeout",schemaPath:"#/properties/model/properties/generationConfig/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs18 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data8.maxRetries !== undefined){
let data10 = data8.maxRetries;
const _errs20 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/maxRetries",schemaPath:"#/properties/model/properties/generationConfig/properties/maxRetries/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs20){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 0 || isNaN(data10)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/maxRetries",schemaPath:"#/properties/model/properties/generationConfig/properties/maxRetries/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs20 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data8.retryInitialDelayMs !== undefined){
let data11 = data8.retryInitialDelayMs;
const _errs22 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/retryInitialDelayMs",schemaPath:"#/properties/model/properties/generationConfig/properties/retryInitialDelayMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs22){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 0 || isNaN(data11)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/retryInitialDelayMs",schemaPath:"#/properties/model/properties/generationConfig/properties/retryInitialDelayMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs22 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data8.retryMaxDelayMs !== undefined){
let data12 = data8.retryMaxDelayMs;
const _errs24 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/retryMaxDelayMs",schemaPath:"#/properties/model/properties/generationConfig/properties/retryMaxDelayMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs24){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 0 || isNaN(data12)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/retryMaxDelayMs",schemaPath:"#/properties/model/properties/generationConfig/properties/retryMaxDelayMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs24 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data8.samplingParams !== undefined){
let data13 = data8.samplingParams;
const _errs26 = errors;
if(!(data13 && typeof data13 == "object" && !Array.isArray(data13))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/samplingParams",schemaPath:"#/properties/model/properties/generationConfig/properties/samplingParams/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid2 = _errs26 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data8.extra_body !== undefined){
let data14 = data8.extra_body;
const _errs28 = errors;
if(!(data14 && typeof data14 == "object" && !Array.isArray(data14))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/extra_body",schemaPath:"#/properties/model/properties/generationConfig/properties/extra_body/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid2 = _errs28 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data8.customHeaders !== undefined){
let data15 = data8.customHeaders;
const _errs30 = errors;
if(errors === _errs30){
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
for(const key0 in data15){
const _errs33 = errors;
if(typeof data15[key0] !== "string"){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/customHeaders/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/model/properties/generationConfig/properties/customHeaders/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs33 === errors;
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
var valid2 = _errs30 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data8.contextWindowSize !== undefined){
let data17 = data8.contextWindowSize;
const _errs35 = errors;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/contextWindowSize",schemaPath:"#/properties/model/properties/generationConfig/properties/contextWindowSize/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs35){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 < 0 || isNaN(data17)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/contextWindowSize",schemaPath:"#/properties/model/properties/generationConfig/properties/contextWindowSize/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs35 === errors;
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
var valid1 = _errs16 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.maxTotalTokens !== undefined){
let data18 = data0.maxTotalTokens;
const _errs37 = errors;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
validate10.errors = [{instancePath:instancePath+"/model/maxTotalTokens",schemaPath:"#/properties/model/properties/maxTotalTokens/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs37){
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 < -1 || isNaN(data18)){
validate10.errors = [{instancePath:instancePath+"/model/maxTotalTokens",schemaPath:"#/properties/model/properties/maxTotalTokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: -1},message:"must be >= -1"}];
return false;
}
}
}
var valid1 = _errs37 === errors;
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
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.modelProviders !== undefined){
let data19 = data.modelProviders;
const _errs39 = errors;
if(errors === _errs39){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
for(const key1 in data19){
let data20 = data19[key1];
const _errs42 = errors;
if(errors === _errs42){
if(Array.isArray(data20)){
var valid5 = true;
const len0 = data20.length;
for(let i0=0; i0<len0; i0++){
let data21 = data20[i0];
const _errs44 = errors;
const _errs45 = errors;
if(errors === _errs45){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
let missing0;
if((data21.id === undefined) && (missing0 = "id")){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"#/$defs/ModelEntry/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data21.id !== undefined){
const _errs47 = errors;
if(typeof data21.id !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0+"/id",schemaPath:"#/$defs/ModelEntry/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs47 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data21.name !== undefined){
const _errs49 = errors;
if(typeof data21.name !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0+"/name",schemaPath:"#/$defs/ModelEntry/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs49 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data21.description !== undefined){
const _errs51 = errors;
if(typeof data21.description !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0+"/description",schemaPath:"#/$defs/ModelEntry/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs51 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data21.envKey !== undefined){
const _errs53 = errors;
if(typeof data21.envKey !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0+"/envKey",schemaPath:"#/$defs/ModelEntry/properties/envKey/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs53 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data21.baseUrl !== undefined){
const _errs55 = errors;
if(typeof data21.baseUrl !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0+"/baseUrl",schemaPath:"#/$defs/ModelEntry/properties/baseUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs55 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data21.generationConfig !== undefined){
let data27 = data21.generationConfig;
const _errs57 = errors;
if(!(data27 && typeof data27 == "object" && !Array.isArray(data27))){
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0+"/generationConfig",schemaPath:"#/$defs/ModelEntry/properties/generationConfig/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid7 = _errs57 === errors;
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
var valid5 = _errs44 === errors;
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
var valid4 = _errs42 === errors;
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
var valid0 = _errs39 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.modelFallbacks !== undefined){
let data28 = data.modelFallbacks;
const _errs59 = errors;
if(errors === _errs59){
if(Array.isArray(data28)){
var valid8 = true;
const len1 = data28.length;
for(let i1=0; i1<len1; i1++){
const _errs61 = errors;
if(typeof data28[i1] !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelFallbacks/" + i1,schemaPath:"#/properties/modelFallbacks/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs61 === errors;
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
var valid0 = _errs59 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.ui !== undefined){
let data30 = data.ui;
const _errs63 = errors;
if(errors === _errs63){
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
if(data30.theme !== undefined){
if(typeof data30.theme !== "string"){
validate10.errors = [{instancePath:instancePath+"/ui/theme",schemaPath:"#/properties/ui/properties/theme/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/ui",schemaPath:"#/properties/ui/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs63 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cleanup !== undefined){
let data32 = data.cleanup;
const _errs67 = errors;
if(errors === _errs67){
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
const _errs69 = errors;
for(const key2 in data32){
if(!((((key2 === "sessionDays") || (key2 === "sessionMegabytes")) || (key2 === "spillDays")) || (key2 === "spillMegabytes"))){
validate10.errors = [{instancePath:instancePath+"/cleanup",schemaPath:"#/properties/cleanup/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs69 === errors){
if(data32.sessionDays !== undefined){
let data33 = data32.sessionDays;
const _errs70 = errors;
if(!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))){
validate10.errors = [{instancePath:instancePath+"/cleanup/sessionDays",schemaPath:"#/properties/cleanup/properties/sessionDays/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs70){
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 < 1 || isNaN(data33)){
validate10.errors = [{instancePath:instancePath+"/cleanup/sessionDays",schemaPath:"#/properties/cleanup/properties/sessionDays/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid10 = _errs70 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data32.sessionMegabytes !== undefined){
let data34 = data32.sessionMegabytes;
const _errs72 = errors;
if(!(((typeof data34 == "number") && (!(data34 % 1) && !isNaN(data34))) && (isFinite(data34)))){
validate10.errors = [{instancePath:instancePath+"/cleanup/sessionMegabytes",schemaPath:"#/properties/cleanup/properties/sessionMegabytes/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs72){
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 < 1 || isNaN(data34)){
validate10.errors = [{instancePath:instancePath+"/cleanup/sessionMegabytes",schemaPath:"#/properties/cleanup/properties/sessionMegabytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid10 = _errs72 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data32.spillDays !== undefined){
let data35 = data32.spillDays;
const _errs74 = errors;
if(!(((typeof data35 == "number") && (!(data35 % 1) && !isNaN(data35))) && (isFinite(data35)))){
validate10.errors = [{instancePath:instancePath+"/cleanup/spillDays",schemaPath:"#/properties/cleanup/properties/spillDays/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs74){
if((typeof data35 == "number") && (isFinite(data35))){
if(data35 < 1 || isNaN(data35)){
validate10.errors = [{instancePath:instancePath+"/cleanup/spillDays",schemaPath:"#/properties/cleanup/properties/spillDays/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid10 = _errs74 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data32.spillMegabytes !== undefined){
let data36 = data32.spillMegabytes;
const _errs76 = errors;
if(!(((typeof data36 == "number") && (!(data36 % 1) && !isNaN(data36))) && (isFinite(data36)))){
validate10.errors = [{instancePath:instancePath+"/cleanup/spillMegabytes",schemaPath:"#/properties/cleanup/properties/spillMegabytes/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs76){
if((typeof data36 == "number") && (isFinite(data36))){
if(data36 < 1 || isNaN(data36)){
validate10.errors = [{instancePath:instancePath+"/cleanup/spillMegabytes",schemaPath:"#/properties/cleanup/properties/spillMegabytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid10 = _errs76 === errors;
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
validate10.errors = [{instancePath:instancePath+"/cleanup",schemaPath:"#/properties/cleanup/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs67 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.webSearch !== undefined){
let data37 = data.webSearch;
const _errs78 = errors;
if(errors === _errs78){
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
if(data37.url !== undefined){
const _errs80 = errors;
if(typeof data37.url !== "string"){
validate10.errors = [{instancePath:instancePath+"/webSearch/url",schemaPath:"#/properties/webSearch/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs80 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data37.mcp !== undefined){
const _errs82 = errors;
if(typeof data37.mcp !== "string"){
validate10.errors = [{instancePath:instancePath+"/webSearch/mcp",schemaPath:"#/properties/webSearch/properties/mcp/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs82 === errors;
}
else {
var valid11 = true;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/webSearch",schemaPath:"#/properties/webSearch/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs78 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.modelPrices !== undefined){
let data40 = data.modelPrices;
const _errs84 = errors;
if(errors === _errs84){
if(data40 && typeof data40 == "object" && !Array.isArray(data40)){
for(const key3 in data40){
let data41 = data40[key3];
const _errs87 = errors;
if(errors === _errs87){
if(data41 && typeof data41 == "object" && !Array.isArray(data41)){
let missing1;
if(((data41.input === undefined) && (missing1 = "input")) || ((data41.output === undefined) && (missing1 = "output"))){
validate10.errors = [{instancePath:instancePath+"/modelPrices/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/modelPrices/additionalProperties/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data41.input !== undefined){
let data42 = data41.input;
const _errs89 = errors;
if(errors === _errs89){
if((typeof data42 == "number") && (isFinite(data42))){
if(data42 < 0 || isNaN(data42)){
validate10.errors = [{instancePath:instancePath+"/modelPrices/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/input",schemaPath:"#/properties/modelPrices/additionalProperties/properties/input/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelPrices/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/input",schemaPath:"#/properties/modelPrices/additionalProperties/properties/input/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
}
var valid13 = _errs89 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data41.output !== undefined){
let data43 = data41.output;
const _errs91 = errors;
if(errors === _errs91){
if((typeof data43 == "number") && (isFinite(data43))){
if(data43 < 0 || isNaN(data43)){
validate10.errors = [{instancePath:instancePath+"/modelPrices/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/output",schemaPath:"#/properties/modelPrices/additionalProperties/properties/output/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelPrices/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/output",schemaPath:"#/properties/modelPrices/additionalProperties/properties/output/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
}
var valid13 = _errs91 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data41.cachedInput !== undefined){
let data44 = data41.cachedInput;
const _errs93 = errors;
if(errors === _errs93){
if((typeof data44 == "number") && (isFinite(data44))){
if(data44 < 0 || isNaN(data44)){
validate10.errors = [{instancePath:instancePath+"/modelPrices/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/cachedInput",schemaPath:"#/properties/modelPrices/additionalProperties/properties/cachedInput/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelPrices/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/cachedInput",schemaPath:"#/properties/modelPrices/additionalProperties/properties/cachedInput/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
}
var valid13 = _errs93 === errors;
}
else {
var valid13 = true;
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelPrices/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/modelPrices/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid12 = _errs87 === errors;
if(!valid12){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelPrices",schemaPath:"#/properties/modelPrices/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs84 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.visionModel !== undefined){
const _errs95 = errors;
if(typeof data.visionModel !== "string"){
validate10.errors = [{instancePath:instancePath+"/visionModel",schemaPath:"#/properties/visionModel/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs95 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.security !== undefined){
let data46 = data.security;
const _errs97 = errors;
if(errors === _errs97){
if(data46 && typeof data46 == "object" && !Array.isArray(data46)){
if(data46.auth !== undefined){
let data47 = data46.auth;
const _errs99 = errors;
if(errors === _errs99){
if(data47 && typeof data47 == "object" && !Array.isArray(data47)){
if(data47.selectedType !== undefined){
const _errs101 = errors;
if(typeof data47.selectedType !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/selectedType",schemaPath:"#/properties/security/properties/auth/properties/selectedType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid15 = _errs101 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data47.enforcedType !== undefined){
const _errs103 = errors;
if(typeof data47.enforcedType !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/enforcedType",schemaPath:"#/properties/security/properties/auth/properties/enforcedType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid15 = _errs103 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data47.useExternal !== undefined){
const _errs105 = errors;
if(typeof data47.useExternal !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/security/auth/useExternal",schemaPath:"#/properties/security/properties/auth/properties/useExternal/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid15 = _errs105 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data47.apiKey !== undefined){
const _errs107 = errors;
if(typeof data47.apiKey !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/apiKey",schemaPath:"#/properties/security/properties/auth/properties/apiKey/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid15 = _errs107 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data47.baseUrl !== undefined){
const _errs109 = errors;
if(typeof data47.baseUrl !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/baseUrl",schemaPath:"#/properties/security/properties/auth/properties/baseUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid15 = _errs109 === errors;
}
else {
var valid15 = true;
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
var valid0 = _errs97 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.permissions !== undefined){
let data53 = data.permissions;
const _errs111 = errors;
if(errors === _errs111){
if(data53 && typeof data53 == "object" && !Array.isArray(data53)){
if(data53.allow !== undefined){
let data54 = data53.allow;
const _errs113 = errors;
if(errors === _errs113){
if(Array.isArray(data54)){
var valid17 = true;
const len2 = data54.length;
for(let i2=0; i2<len2; i2++){
const _errs115 = errors;
if(typeof data54[i2] !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/allow/" + i2,schemaPath:"#/properties/permissions/properties/allow/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid17 = _errs115 === errors;
if(!valid17){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions/allow",schemaPath:"#/properties/permissions/properties/allow/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid16 = _errs113 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data53.ask !== undefined){
let data56 = data53.ask;
const _errs117 = errors;
if(errors === _errs117){
if(Array.isArray(data56)){
var valid18 = true;
const len3 = data56.length;
for(let i3=0; i3<len3; i3++){
const _errs119 = errors;
if(typeof data56[i3] !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/ask/" + i3,schemaPath:"#/properties/permissions/properties/ask/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid18 = _errs119 === errors;
if(!valid18){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions/ask",schemaPath:"#/properties/permissions/properties/ask/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid16 = _errs117 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data53.deny !== undefined){
let data58 = data53.deny;
const _errs121 = errors;
if(errors === _errs121){
if(Array.isArray(data58)){
var valid19 = true;
const len4 = data58.length;
for(let i4=0; i4<len4; i4++){
const _errs123 = errors;
if(typeof data58[i4] !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/deny/" + i4,schemaPath:"#/properties/permissions/properties/deny/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid19 = _errs123 === errors;
if(!valid19){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions/deny",schemaPath:"#/properties/permissions/properties/deny/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid16 = _errs121 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data53.examples !== undefined){
let data60 = data53.examples;
const _errs125 = errors;
if(errors === _errs125){
if(Array.isArray(data60)){
var valid20 = true;
const len5 = data60.length;
for(let i5=0; i5<len5; i5++){
let data61 = data60[i5];
const _errs127 = errors;
if(errors === _errs127){
if(data61 && typeof data61 == "object" && !Array.isArray(data61)){
let missing2;
if((((data61.tool === undefined) && (missing2 = "tool")) || ((data61.input === undefined) && (missing2 = "input"))) || ((data61.expect === undefined) && (missing2 = "expect"))){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i5,schemaPath:"#/properties/permissions/properties/examples/items/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
const _errs129 = errors;
for(const key4 in data61){
if(!(((key4 === "tool") || (key4 === "input")) || (key4 === "expect"))){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i5,schemaPath:"#/properties/permissions/properties/examples/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs129 === errors){
if(data61.tool !== undefined){
const _errs130 = errors;
if(typeof data61.tool !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i5+"/tool",schemaPath:"#/properties/permissions/properties/examples/items/properties/tool/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid21 = _errs130 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data61.input !== undefined){
let data63 = data61.input;
const _errs132 = errors;
if(!(data63 && typeof data63 == "object" && !Array.isArray(data63))){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i5+"/input",schemaPath:"#/properties/permissions/properties/examples/items/properties/input/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid21 = _errs132 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data61.expect !== undefined){
let data64 = data61.expect;
const _errs134 = errors;
if(!(((data64 === "allow") || (data64 === "ask")) || (data64 === "deny"))){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i5+"/expect",schemaPath:"#/properties/permissions/properties/examples/items/properties/expect/enum",keyword:"enum",params:{allowedValues: schema11.properties.permissions.properties.examples.items.properties.expect.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid21 = _errs134 === errors;
}
else {
var valid21 = true;
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
var valid20 = _errs127 === errors;
if(!valid20){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions/examples",schemaPath:"#/properties/permissions/properties/examples/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid16 = _errs125 === errors;
}
else {
var valid16 = true;
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
var valid0 = _errs111 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tools !== undefined){
let data65 = data.tools;
const _errs135 = errors;
if(errors === _errs135){
if(data65 && typeof data65 == "object" && !Array.isArray(data65)){
if(data65.approvalMode !== undefined){
let data66 = data65.approvalMode;
const _errs137 = errors;
if(!(((((data66 === "plan") || (data66 === "default")) || (data66 === "auto-edit")) || (data66 === "auto")) || (data66 === "yolo"))){
validate10.errors = [{instancePath:instancePath+"/tools/approvalMode",schemaPath:"#/properties/tools/properties/approvalMode/enum",keyword:"enum",params:{allowedValues: schema11.properties.tools.properties.approvalMode.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid22 = _errs137 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data65.core !== undefined){
let data67 = data65.core;
const _errs138 = errors;
if(errors === _errs138){
if(Array.isArray(data67)){
var valid23 = true;
const len6 = data67.length;
for(let i6=0; i6<len6; i6++){
const _errs140 = errors;
if(typeof data67[i6] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/core/" + i6,schemaPath:"#/properties/tools/properties/core/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid23 = _errs140 === errors;
if(!valid23){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/core",schemaPath:"#/properties/tools/properties/core/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid22 = _errs138 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data65.allowed !== undefined){
let data69 = data65.allowed;
const _errs142 = errors;
if(errors === _errs142){
if(Array.isArray(data69)){
var valid24 = true;
const len7 = data69.length;
for(let i7=0; i7<len7; i7++){
const _errs144 = errors;
if(typeof data69[i7] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/allowed/" + i7,schemaPath:"#/properties/tools/properties/allowed/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid24 = _errs144 === errors;
if(!valid24){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/allowed",schemaPath:"#/properties/tools/properties/allowed/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid22 = _errs142 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data65.exclude !== undefined){
let data71 = data65.exclude;
const _errs146 = errors;
if(errors === _errs146){
if(Array.isArray(data71)){
var valid25 = true;
const len8 = data71.length;
for(let i8=0; i8<len8; i8++){
const _errs148 = errors;
if(typeof data71[i8] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/exclude/" + i8,schemaPath:"#/properties/tools/properties/exclude/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid25 = _errs148 === errors;
if(!valid25){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/exclude",schemaPath:"#/properties/tools/properties/exclude/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid22 = _errs146 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data65.disabled !== undefined){
let data73 = data65.disabled;
const _errs150 = errors;
if(errors === _errs150){
if(Array.isArray(data73)){
var valid26 = true;
const len9 = data73.length;
for(let i9=0; i9<len9; i9++){
const _errs152 = errors;
if(typeof data73[i9] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/disabled/" + i9,schemaPath:"#/properties/tools/properties/disabled/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid26 = _errs152 === errors;
if(!valid26){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/disabled",schemaPath:"#/properties/tools/properties/disabled/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid22 = _errs150 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data65.listDirectory !== undefined){
let data75 = data65.listDirectory;
const _errs154 = errors;
if(errors === _errs154){
if(data75 && typeof data75 == "object" && !Array.isArray(data75)){
if(data75.enabled !== undefined){
if(typeof data75.enabled !== "boolean"){
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
var valid22 = _errs154 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data65.shell !== undefined){
let data77 = data65.shell;
const _errs158 = errors;
if(errors === _errs158){
if(data77 && typeof data77 == "object" && !Array.isArray(data77)){
if(data77.defaultTimeoutMs !== undefined){
let data78 = data77.defaultTimeoutMs;
const _errs160 = errors;
if(!(((typeof data78 == "number") && (!(data78 % 1) && !isNaN(data78))) && (isFinite(data78)))){
validate10.errors = [{instancePath:instancePath+"/tools/shell/defaultTimeoutMs",schemaPath:"#/properties/tools/properties/shell/properties/defaultTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs160){
if((typeof data78 == "number") && (isFinite(data78))){
if(data78 < 0 || isNaN(data78)){
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
var valid22 = _errs158 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data65.useRipgrep !== undefined){
const _errs162 = errors;
if(typeof data65.useRipgrep !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/tools/useRipgrep",schemaPath:"#/properties/tools/properties/useRipgrep/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid22 = _errs162 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data65.sandbox !== undefined){
let data80 = data65.sandbox;
const _errs164 = errors;
if(!(((((data80 === "required") || (data80 === "auto")) || (data80 === "off")) || (data80 === true)) || (data80 === false))){
validate10.errors = [{instancePath:instancePath+"/tools/sandbox",schemaPath:"#/properties/tools/properties/sandbox/enum",keyword:"enum",params:{allowedValues: schema11.properties.tools.properties.sandbox.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid22 = _errs164 === errors;
}
else {
var valid22 = true;
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
var valid0 = _errs135 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mcpServers !== undefined){
let data81 = data.mcpServers;
const _errs165 = errors;
if(errors === _errs165){
if(data81 && typeof data81 == "object" && !Array.isArray(data81)){
for(const key5 in data81){
let data82 = data81[key5];
const _errs168 = errors;
const _errs169 = errors;
if(errors === _errs169){
if(data82 && typeof data82 == "object" && !Array.isArray(data82)){
if(data82.type !== undefined){
let data83 = data82.type;
const _errs171 = errors;
if(!((((data83 === "stdio") || (data83 === "sse")) || (data83 === "http")) || (data83 === "sdk"))){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/type",schemaPath:"#/$defs/McpServer/properties/type/enum",keyword:"enum",params:{allowedValues: schema13.properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid31 = _errs171 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data82.command !== undefined){
const _errs172 = errors;
if(typeof data82.command !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/command",schemaPath:"#/$defs/McpServer/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid31 = _errs172 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data82.args !== undefined){
let data85 = data82.args;
const _errs174 = errors;
if(errors === _errs174){
if(Array.isArray(data85)){
var valid32 = true;
const len10 = data85.length;
for(let i10=0; i10<len10; i10++){
const _errs176 = errors;
if(typeof data85[i10] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/args/" + i10,schemaPath:"#/$defs/McpServer/properties/args/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid32 = _errs176 === errors;
if(!valid32){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/args",schemaPath:"#/$defs/McpServer/properties/args/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid31 = _errs174 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data82.env !== undefined){
let data87 = data82.env;
const _errs178 = errors;
if(errors === _errs178){
if(data87 && typeof data87 == "object" && !Array.isArray(data87)){
for(const key6 in data87){
const _errs181 = errors;
if(typeof data87[key6] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/env/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/McpServer/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid33 = _errs181 === errors;
if(!valid33){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/env",schemaPath:"#/$defs/McpServer/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid31 = _errs178 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data82.cwd !== undefined){
const _errs183 = errors;
if(typeof data82.cwd !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/cwd",schemaPath:"#/$defs/McpServer/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid31 = _errs183 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data82.url !== undefined){
const _errs185 = errors;
if(typeof data82.url !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/url",schemaPath:"#/$defs/McpServer/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid31 = _errs185 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data82.httpUrl !== undefined){
const _errs187 = errors;
if(typeof data82.httpUrl !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/httpUrl",schemaPath:"#/$defs/McpServer/properties/httpUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid31 = _errs187 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data82.headers !== undefined){
let data92 = data82.headers;
const _errs189 = errors;
if(errors === _errs189){
if(data92 && typeof data92 == "object" && !Array.isArray(data92)){
for(const key7 in data92){
const _errs192 = errors;
if(typeof data92[key7] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/headers/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/McpServer/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid34 = _errs192 === errors;
if(!valid34){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/headers",schemaPath:"#/$defs/McpServer/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid31 = _errs189 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data82.timeout !== undefined){
let data94 = data82.timeout;
const _errs194 = errors;
if(!(((typeof data94 == "number") && (!(data94 % 1) && !isNaN(data94))) && (isFinite(data94)))){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/timeout",schemaPath:"#/$defs/McpServer/properties/timeout/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs194){
if((typeof data94 == "number") && (isFinite(data94))){
if(data94 < 0 || isNaN(data94)){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/timeout",schemaPath:"#/$defs/McpServer/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid31 = _errs194 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data82.discoveryTimeoutMs !== undefined){
let data95 = data82.discoveryTimeoutMs;
const _errs196 = errors;
if(!(((typeof data95 == "number") && (!(data95 % 1) && !isNaN(data95))) && (isFinite(data95)))){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/discoveryTimeoutMs",schemaPath:"#/$defs/McpServer/properties/discoveryTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs196){
if((typeof data95 == "number") && (isFinite(data95))){
if(data95 < 0 || isNaN(data95)){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/discoveryTimeoutMs",schemaPath:"#/$defs/McpServer/properties/discoveryTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid31 = _errs196 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data82.trust !== undefined){
const _errs198 = errors;
if(typeof data82.trust !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/trust",schemaPath:"#/$defs/McpServer/properties/trust/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid31 = _errs198 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data82.required !== undefined){
const _errs200 = errors;
if(typeof data82.required !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/required",schemaPath:"#/$defs/McpServer/properties/required/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid31 = _errs200 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data82.description !== undefined){
const _errs202 = errors;
if(typeof data82.description !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/description",schemaPath:"#/$defs/McpServer/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid31 = _errs202 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data82.includeTools !== undefined){
let data99 = data82.includeTools;
const _errs204 = errors;
if(errors === _errs204){
if(Array.isArray(data99)){
var valid35 = true;
const len11 = data99.length;
for(let i11=0; i11<len11; i11++){
const _errs206 = errors;
if(typeof data99[i11] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/includeTools/" + i11,schemaPath:"#/$defs/McpServer/properties/includeTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid35 = _errs206 === errors;
if(!valid35){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/includeTools",schemaPath:"#/$defs/McpServer/properties/includeTools/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid31 = _errs204 === errors;
}
else {
var valid31 = true;
}
if(valid31){
if(data82.excludeTools !== undefined){
let data101 = data82.excludeTools;
const _errs208 = errors;
if(errors === _errs208){
if(Array.isArray(data101)){
var valid36 = true;
const len12 = data101.length;
for(let i12=0; i12<len12; i12++){
const _errs210 = errors;
if(typeof data101[i12] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/excludeTools/" + i12,schemaPath:"#/$defs/McpServer/properties/excludeTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid36 = _errs210 === errors;
if(!valid36){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/excludeTools",schemaPath:"#/$defs/McpServer/properties/excludeTools/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid31 = _errs208 === errors;
}
else {
var valid31 = true;
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
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/McpServer/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid29 = _errs168 === errors;
if(!valid29){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers",schemaPath:"#/properties/mcpServers/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs165 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mcp !== undefined){
let data103 = data.mcp;
const _errs212 = errors;
if(errors === _errs212){
if(data103 && typeof data103 == "object" && !Array.isArray(data103)){
if(data103.allowed !== undefined){
let data104 = data103.allowed;
const _errs214 = errors;
if(errors === _errs214){
if(Array.isArray(data104)){
var valid38 = true;
const len13 = data104.length;
for(let i13=0; i13<len13; i13++){
const _errs216 = errors;
if(typeof data104[i13] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcp/allowed/" + i13,schemaPath:"#/properties/mcp/properties/allowed/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid38 = _errs216 === errors;
if(!valid38){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcp/allowed",schemaPath:"#/properties/mcp/properties/allowed/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid37 = _errs214 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data103.toolBudgetBytes !== undefined){
let data106 = data103.toolBudgetBytes;
const _errs218 = errors;
if(!(((typeof data106 == "number") && (!(data106 % 1) && !isNaN(data106))) && (isFinite(data106)))){
validate10.errors = [{instancePath:instancePath+"/mcp/toolBudgetBytes",schemaPath:"#/properties/mcp/properties/toolBudgetBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs218){
if((typeof data106 == "number") && (isFinite(data106))){
if(data106 < 0 || isNaN(data106)){
validate10.errors = [{instancePath:instancePath+"/mcp/toolBudgetBytes",schemaPath:"#/properties/mcp/properties/toolBudgetBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid37 = _errs218 === errors;
}
else {
var valid37 = true;
}
if(valid37){
if(data103.excluded !== undefined){
let data107 = data103.excluded;
const _errs220 = errors;
if(errors === _errs220){
if(Array.isArray(data107)){
var valid39 = true;
const len14 = data107.length;
for(let i14=0; i14<len14; i14++){
const _errs222 = errors;
if(typeof data107[i14] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcp/excluded/" + i14,schemaPath:"#/properties/mcp/properties/excluded/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid39 = _errs222 === errors;
if(!valid39){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcp/excluded",schemaPath:"#/properties/mcp/properties/excluded/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid37 = _errs220 === errors;
}
else {
var valid37 = true;
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcp",schemaPath:"#/properties/mcp/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs212 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.hooks !== undefined){
let data109 = data.hooks;
const _errs224 = errors;
if(errors === _errs224){
if(data109 && typeof data109 == "object" && !Array.isArray(data109)){
const _errs226 = errors;
for(const key8 in data109){
if(!(((key8 === "enabled") || (key8 === "disabled")) || (key8 === "notifications"))){
let data110 = data109[key8];
const _errs227 = errors;
if(errors === _errs227){
if(Array.isArray(data110)){
var valid41 = true;
const len15 = data110.length;
for(let i15=0; i15<len15; i15++){
const _errs229 = errors;
if(!(validate11(data110[i15], {instancePath:instancePath+"/hooks/" + key8.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i15,parentData:data110,parentDataProperty:i15,rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
var valid41 = _errs229 === errors;
if(!valid41){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/hooks/" + key8.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/hooks/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid40 = _errs227 === errors;
if(!valid40){
break;
}
}
}
if(_errs226 === errors){
if(data109.enabled !== undefined){
const _errs230 = errors;
if(typeof data109.enabled !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/hooks/enabled",schemaPath:"#/properties/hooks/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid42 = _errs230 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data109.disabled !== undefined){
let data113 = data109.disabled;
const _errs232 = errors;
if(errors === _errs232){
if(Array.isArray(data113)){
var valid43 = true;
const len16 = data113.length;
for(let i16=0; i16<len16; i16++){
const _errs234 = errors;
if(typeof data113[i16] !== "string"){
validate10.errors = [{instancePath:instancePath+"/hooks/disabled/" + i16,schemaPath:"#/properties/hooks/properties/disabled/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid43 = _errs234 === errors;
if(!valid43){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/hooks/disabled",schemaPath:"#/properties/hooks/properties/disabled/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid42 = _errs232 === errors;
}
else {
var valid42 = true;
}
if(valid42){
if(data109.notifications !== undefined){
const _errs236 = errors;
if(typeof data109.notifications !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/hooks/notifications",schemaPath:"#/properties/hooks/properties/notifications/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid42 = _errs236 === errors;
}
else {
var valid42 = true;
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/hooks",schemaPath:"#/properties/hooks/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs224 === errors;
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
let data117 = data.stopHookBlockingCap;
const _errs240 = errors;
if(!(((typeof data117 == "number") && (!(data117 % 1) && !isNaN(data117))) && (isFinite(data117)))){
validate10.errors = [{instancePath:instancePath+"/stopHookBlockingCap",schemaPath:"#/properties/stopHookBlockingCap/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs240){
if((typeof data117 == "number") && (isFinite(data117))){
if(data117 < 0 || isNaN(data117)){
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
let data118 = data.context;
const _errs242 = errors;
if(errors === _errs242){
if(data118 && typeof data118 == "object" && !Array.isArray(data118)){
if(data118.fileName !== undefined){
let data119 = data118.fileName;
const _errs244 = errors;
if((typeof data119 !== "string") && (!(Array.isArray(data119)))){
validate10.errors = [{instancePath:instancePath+"/context/fileName",schemaPath:"#/properties/context/properties/fileName/type",keyword:"type",params:{type: schema11.properties.context.properties.fileName.type},message:"must be string,array"}];
return false;
}
if(errors === _errs244){
if(Array.isArray(data119)){
var valid45 = true;
const len17 = data119.length;
for(let i17=0; i17<len17; i17++){
const _errs246 = errors;
if(typeof data119[i17] !== "string"){
validate10.errors = [{instancePath:instancePath+"/context/fileName/" + i17,schemaPath:"#/properties/context/properties/fileName/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid45 = _errs246 === errors;
if(!valid45){
break;
}
}
}
}
var valid44 = _errs244 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data118.includeDirectories !== undefined){
let data121 = data118.includeDirectories;
const _errs248 = errors;
if(errors === _errs248){
if(Array.isArray(data121)){
var valid46 = true;
const len18 = data121.length;
for(let i18=0; i18<len18; i18++){
const _errs250 = errors;
if(typeof data121[i18] !== "string"){
validate10.errors = [{instancePath:instancePath+"/context/includeDirectories/" + i18,schemaPath:"#/properties/context/properties/includeDirectories/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid46 = _errs250 === errors;
if(!valid46){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/context/includeDirectories",schemaPath:"#/properties/context/properties/includeDirectories/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid44 = _errs248 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data118.loadFromIncludeDirectories !== undefined){
const _errs252 = errors;
if(typeof data118.loadFromIncludeDirectories !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/context/loadFromIncludeDirectories",schemaPath:"#/properties/context/properties/loadFromIncludeDirectories/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid44 = _errs252 === errors;
}
else {
var valid44 = true;
}
if(valid44){
if(data118.autoCompactThreshold !== undefined){
let data124 = data118.autoCompactThreshold;
const _errs254 = errors;
if(errors === _errs254){
if((typeof data124 == "number") && (isFinite(data124))){
if(data124 > 1 || isNaN(data124)){
validate10.errors = [{instancePath:instancePath+"/context/autoCompactThreshold",schemaPath:"#/properties/context/properties/autoCompactThreshold/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"}];
return false;
}
else {
if(data124 < 0 || isNaN(data124)){
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
var valid44 = _errs254 === errors;
}
else {
var valid44 = true;
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
let data125 = data.output;
const _errs256 = errors;
if(errors === _errs256){
if(data125 && typeof data125 == "object" && !Array.isArray(data125)){
if(data125.format !== undefined){
let data126 = data125.format;
if(!((((data126 === "text") || (data126 === "json")) || (data126 === "stream-json")) || (data126 === "stream-chunk-json"))){
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
var valid0 = _errs256 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.general !== undefined){
let data127 = data.general;
const _errs259 = errors;
if(errors === _errs259){
if(data127 && typeof data127 == "object" && !Array.isArray(data127)){
if(data127.chatRecording !== undefined){
if(typeof data127.chatRecording !== "boolean"){
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
var valid0 = _errs259 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.advanced !== undefined){
let data129 = data.advanced;
const _errs263 = errors;
if(errors === _errs263){
if(data129 && typeof data129 == "object" && !Array.isArray(data129)){
if(data129.runtimeOutputDir !== undefined){
const _errs265 = errors;
if(typeof data129.runtimeOutputDir !== "string"){
validate10.errors = [{instancePath:instancePath+"/advanced/runtimeOutputDir",schemaPath:"#/properties/advanced/properties/runtimeOutputDir/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid49 = _errs265 === errors;
}
else {
var valid49 = true;
}
if(valid49){
if(data129.excludedEnvVars !== undefined){
let data131 = data129.excludedEnvVars;
const _errs267 = errors;
if(errors === _errs267){
if(Array.isArray(data131)){
var valid50 = true;
const len19 = data131.length;
for(let i19=0; i19<len19; i19++){
const _errs269 = errors;
if(typeof data131[i19] !== "string"){
validate10.errors = [{instancePath:instancePath+"/advanced/excludedEnvVars/" + i19,schemaPath:"#/properties/advanced/properties/excludedEnvVars/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid50 = _errs269 === errors;
if(!valid50){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/advanced/excludedEnvVars",schemaPath:"#/properties/advanced/properties/excludedEnvVars/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid49 = _errs267 === errors;
}
else {
var valid49 = true;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/advanced",schemaPath:"#/properties/advanced/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs263 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.env !== undefined){
let data133 = data.env;
const _errs271 = errors;
if(errors === _errs271){
if(data133 && typeof data133 == "object" && !Array.isArray(data133)){
for(const key9 in data133){
const _errs274 = errors;
if(typeof data133[key9] !== "string"){
validate10.errors = [{instancePath:instancePath+"/env/" + key9.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid51 = _errs274 === errors;
if(!valid51){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/env",schemaPath:"#/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs271 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.proxy !== undefined){
const _errs276 = errors;
if(typeof data.proxy !== "string"){
validate10.errors = [{instancePath:instancePath+"/proxy",schemaPath:"#/properties/proxy/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs276 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.verify !== undefined){
const _errs278 = errors;
if(typeof data.verify !== "string"){
validate10.errors = [{instancePath:instancePath+"/verify",schemaPath:"#/properties/verify/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs278 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.slashCommands !== undefined){
let data137 = data.slashCommands;
const _errs280 = errors;
if(errors === _errs280){
if(data137 && typeof data137 == "object" && !Array.isArray(data137)){
if(data137.disabled !== undefined){
let data138 = data137.disabled;
const _errs282 = errors;
if(errors === _errs282){
if(Array.isArray(data138)){
var valid53 = true;
const len20 = data138.length;
for(let i20=0; i20<len20; i20++){
const _errs284 = errors;
if(typeof data138[i20] !== "string"){
validate10.errors = [{instancePath:instancePath+"/slashCommands/disabled/" + i20,schemaPath:"#/properties/slashCommands/properties/disabled/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid53 = _errs284 === errors;
if(!valid53){
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
var valid0 = _errs280 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.$version !== undefined){
let data140 = data.$version;
const _errs286 = errors;
if(!((typeof data140 == "number") && (isFinite(data140)))){
validate10.errors = [{instancePath:instancePath+"/$version",schemaPath:"#/properties/%24version/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid0 = _errs286 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.$schema !== undefined){
const _errs288 = errors;
if(typeof data.$schema !== "string"){
validate10.errors = [{instancePath:instancePath+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs288 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.fences !== undefined){
let data142 = data.fences;
const _errs290 = errors;
if(errors === _errs290){
if(data142 && typeof data142 == "object" && !Array.isArray(data142)){
if(data142.allowRead !== undefined){
let data143 = data142.allowRead;
const _errs292 = errors;
if(errors === _errs292){
if(Array.isArray(data143)){
var valid55 = true;
const len21 = data143.length;
for(let i21=0; i21<len21; i21++){
const _errs294 = errors;
if(typeof data143[i21] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowRead/" + i21,schemaPath:"#/properties/fences/properties/allowRead/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid55 = _errs294 === errors;
if(!valid55){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowRead",schemaPath:"#/properties/fences/properties/allowRead/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid54 = _errs292 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data142.allowWrite !== undefined){
let data145 = data142.allowWrite;
const _errs296 = errors;
if(errors === _errs296){
if(Array.isArray(data145)){
var valid56 = true;
const len22 = data145.length;
for(let i22=0; i22<len22; i22++){
const _errs298 = errors;
if(typeof data145[i22] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowWrite/" + i22,schemaPath:"#/properties/fences/properties/allowWrite/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid56 = _errs298 === errors;
if(!valid56){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowWrite",schemaPath:"#/properties/fences/properties/allowWrite/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid54 = _errs296 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data142.allowNet !== undefined){
let data147 = data142.allowNet;
const _errs300 = errors;
if(errors === _errs300){
if(Array.isArray(data147)){
var valid57 = true;
const len23 = data147.length;
for(let i23=0; i23<len23; i23++){
const _errs302 = errors;
if(typeof data147[i23] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowNet/" + i23,schemaPath:"#/properties/fences/properties/allowNet/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid57 = _errs302 === errors;
if(!valid57){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowNet",schemaPath:"#/properties/fences/properties/allowNet/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid54 = _errs300 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data142.allowRun !== undefined){
let data149 = data142.allowRun;
const _errs304 = errors;
if(errors === _errs304){
if(Array.isArray(data149)){
var valid58 = true;
const len24 = data149.length;
for(let i24=0; i24<len24; i24++){
const _errs306 = errors;
if(typeof data149[i24] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowRun/" + i24,schemaPath:"#/properties/fences/properties/allowRun/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid58 = _errs306 === errors;
if(!valid58){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowRun",schemaPath:"#/properties/fences/properties/allowRun/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid54 = _errs304 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data142.allowEnv !== undefined){
let data151 = data142.allowEnv;
const _errs308 = errors;
if(errors === _errs308){
if(Array.isArray(data151)){
var valid59 = true;
const len25 = data151.length;
for(let i25=0; i25<len25; i25++){
const _errs310 = errors;
if(typeof data151[i25] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowEnv/" + i25,schemaPath:"#/properties/fences/properties/allowEnv/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid59 = _errs310 === errors;
if(!valid59){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowEnv",schemaPath:"#/properties/fences/properties/allowEnv/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid54 = _errs308 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data142.denyRead !== undefined){
let data153 = data142.denyRead;
const _errs312 = errors;
if(errors === _errs312){
if(Array.isArray(data153)){
var valid60 = true;
const len26 = data153.length;
for(let i26=0; i26<len26; i26++){
const _errs314 = errors;
if(typeof data153[i26] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyRead/" + i26,schemaPath:"#/properties/fences/properties/denyRead/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid60 = _errs314 === errors;
if(!valid60){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyRead",schemaPath:"#/properties/fences/properties/denyRead/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid54 = _errs312 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data142.denyWrite !== undefined){
let data155 = data142.denyWrite;
const _errs316 = errors;
if(errors === _errs316){
if(Array.isArray(data155)){
var valid61 = true;
const len27 = data155.length;
for(let i27=0; i27<len27; i27++){
const _errs318 = errors;
if(typeof data155[i27] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyWrite/" + i27,schemaPath:"#/properties/fences/properties/denyWrite/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid61 = _errs318 === errors;
if(!valid61){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyWrite",schemaPath:"#/properties/fences/properties/denyWrite/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid54 = _errs316 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data142.denyNet !== undefined){
let data157 = data142.denyNet;
const _errs320 = errors;
if(errors === _errs320){
if(Array.isArray(data157)){
var valid62 = true;
const len28 = data157.length;
for(let i28=0; i28<len28; i28++){
const _errs322 = errors;
if(typeof data157[i28] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyNet/" + i28,schemaPath:"#/properties/fences/properties/denyNet/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid62 = _errs322 === errors;
if(!valid62){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyNet",schemaPath:"#/properties/fences/properties/denyNet/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid54 = _errs320 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data142.denyRun !== undefined){
let data159 = data142.denyRun;
const _errs324 = errors;
if(errors === _errs324){
if(Array.isArray(data159)){
var valid63 = true;
const len29 = data159.length;
for(let i29=0; i29<len29; i29++){
const _errs326 = errors;
if(typeof data159[i29] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyRun/" + i29,schemaPath:"#/properties/fences/properties/denyRun/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid63 = _errs326 === errors;
if(!valid63){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyRun",schemaPath:"#/properties/fences/properties/denyRun/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid54 = _errs324 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data142.denyEnv !== undefined){
let data161 = data142.denyEnv;
const _errs328 = errors;
if(errors === _errs328){
if(Array.isArray(data161)){
var valid64 = true;
const len30 = data161.length;
for(let i30=0; i30<len30; i30++){
const _errs330 = errors;
if(typeof data161[i30] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyEnv/" + i30,schemaPath:"#/properties/fences/properties/denyEnv/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid64 = _errs330 === errors;
if(!valid64){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyEnv",schemaPath:"#/properties/fences/properties/denyEnv/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid54 = _errs328 === errors;
}
else {
var valid54 = true;
}
if(valid54){
if(data142.passEnv !== undefined){
let data163 = data142.passEnv;
const _errs332 = errors;
if(errors === _errs332){
if(Array.isArray(data163)){
var valid65 = true;
const len31 = data163.length;
for(let i31=0; i31<len31; i31++){
const _errs334 = errors;
if(typeof data163[i31] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/passEnv/" + i31,schemaPath:"#/properties/fences/properties/passEnv/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid65 = _errs334 === errors;
if(!valid65){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/passEnv",schemaPath:"#/properties/fences/properties/passEnv/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid54 = _errs332 === errors;
}
else {
var valid54 = true;
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
var valid0 = _errs290 === errors;
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
