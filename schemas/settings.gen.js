// Written by schemas/generate.ts from the schema beside it. Do not edit.
// @ts-self-types="./settings.gen.d.ts"
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"settings","title":"Settings","type":"object","properties":{"model":{"type":"object","properties":{"name":{"type":"string"},"baseUrl":{"type":"string"},"reasoningEffort":{"enum":["low","medium","high","xhigh","max"]},"maxSessionTurns":{"type":"integer","minimum":-1},"maxWallTimeSeconds":{"type":"number"},"maxToolCalls":{"type":"integer","minimum":-1},"maxSubagentDepth":{"type":"integer","minimum":1,"maximum":100},"generationConfig":{"$ref":"#/$defs/GenerationConfig"},"maxTotalTokens":{"type":"integer","minimum":-1}}},"modelProviders":{"type":"object","additionalProperties":{"type":"array","items":{"$ref":"#/$defs/ModelEntry"}}},"modelFallbacks":{"type":"array","items":{"type":"string"}},"ui":{"type":"object","properties":{"theme":{"type":"string"}}},"cleanup":{"type":"object","properties":{"sessionDays":{"type":"integer","minimum":1},"sessionMegabytes":{"type":"integer","minimum":1},"spillDays":{"type":"integer","minimum":1},"spillMegabytes":{"type":"integer","minimum":1}},"additionalProperties":false},"webSearch":{"type":"object","properties":{"url":{"type":"string"},"mcp":{"type":"string"}}},"modelPrices":{"type":"object","additionalProperties":{"type":"object","properties":{"input":{"type":"number","minimum":0},"output":{"type":"number","minimum":0},"cachedInput":{"type":"number","minimum":0}},"required":["input","output"]}},"visionModel":{"type":"string"},"security":{"type":"object","properties":{"auth":{"type":"object","properties":{"selectedType":{"type":"string"},"enforcedType":{"type":"string"},"useExternal":{"type":"boolean"},"apiKey":{"type":"string"},"baseUrl":{"type":"string"}}}}},"permissions":{"type":"object","properties":{"allow":{"type":"array","items":{"type":"string"}},"ask":{"type":"array","items":{"type":"string"}},"deny":{"type":"array","items":{"type":"string"}},"examples":{"type":"array","items":{"type":"object","properties":{"tool":{"type":"string"},"input":{"type":"object"},"expect":{"enum":["allow","ask","deny"]}},"required":["tool","input","expect"],"additionalProperties":false}}}},"tools":{"type":"object","properties":{"approvalMode":{"enum":["plan","default","auto-edit","auto","yolo"]},"core":{"type":"array","items":{"type":"string"}},"allowed":{"type":"array","items":{"type":"string"}},"exclude":{"type":"array","items":{"type":"string"}},"disabled":{"type":"array","items":{"type":"string"}},"listDirectory":{"type":"object","properties":{"enabled":{"type":"boolean"}}},"shell":{"type":"object","properties":{"defaultTimeoutMs":{"type":"integer","minimum":0}}},"useRipgrep":{"type":"boolean"},"sandbox":{"enum":["required","auto","off",true,false]}}},"mcpServers":{"type":"object","additionalProperties":{"$ref":"#/$defs/McpServer"}},"mcp":{"type":"object","properties":{"allowed":{"type":"array","items":{"type":"string"}},"toolBudgetBytes":{"type":"integer","minimum":0},"excluded":{"type":"array","items":{"type":"string"}}}},"hooks":{"type":"object","properties":{"enabled":{"type":"boolean"},"disabled":{"type":"array","items":{"type":"string"}},"notifications":{"type":"boolean"}},"additionalProperties":{"type":"array","items":{"$ref":"#/$defs/HookGroup"}}},"disableAllHooks":{"type":"boolean"},"stopHookBlockingCap":{"type":"integer","minimum":0},"context":{"type":"object","properties":{"fileName":{"type":["string","array"],"items":{"type":"string"}},"includeDirectories":{"type":"array","items":{"type":"string"}},"loadFromIncludeDirectories":{"type":"boolean"},"autoCompactThreshold":{"type":"number","minimum":0,"maximum":1}}},"output":{"type":"object","properties":{"format":{"enum":["text","json","stream-json","stream-chunk-json"]}}},"general":{"type":"object","properties":{"chatRecording":{"type":"boolean"}}},"advanced":{"type":"object","properties":{"runtimeOutputDir":{"type":"string"},"excludedEnvVars":{"type":"array","items":{"type":"string"}}}},"env":{"type":"object","additionalProperties":{"type":"string"}},"proxy":{"type":"string"},"verify":{"type":"string"},"slashCommands":{"type":"object","properties":{"disabled":{"type":"array","items":{"type":"string"}}}},"$version":{"type":"number"},"$schema":{"type":"string"},"fences":{"type":"object","properties":{"allowRead":{"type":"array","items":{"type":"string"}},"allowWrite":{"type":"array","items":{"type":"string"}},"allowNet":{"type":"array","items":{"type":"string"}},"allowRun":{"type":"array","items":{"type":"string"}},"allowEnv":{"type":"array","items":{"type":"string"}},"denyRead":{"type":"array","items":{"type":"string"}},"denyWrite":{"type":"array","items":{"type":"string"}},"denyNet":{"type":"array","items":{"type":"string"}},"denyRun":{"type":"array","items":{"type":"string"}},"denyEnv":{"type":"array","items":{"type":"string"}},"passEnv":{"type":"array","items":{"type":"string"}}}}},"$defs":{"McpServer":{"type":"object","properties":{"type":{"enum":["stdio","sse","http","sdk"]},"command":{"type":"string"},"args":{"type":"array","items":{"type":"string"}},"env":{"type":"object","additionalProperties":{"type":"string"}},"cwd":{"type":"string"},"url":{"type":"string"},"httpUrl":{"type":"string"},"headers":{"type":"object","additionalProperties":{"type":"string"}},"timeout":{"type":"integer","minimum":0},"discoveryTimeoutMs":{"type":"integer","minimum":0},"trust":{"type":"boolean"},"required":{"type":"boolean"},"description":{"type":"string"},"includeTools":{"type":"array","items":{"type":"string"}},"excludeTools":{"type":"array","items":{"type":"string"}},"callTimeoutMs":{"type":"integer","minimum":0},"startTimeoutMs":{"type":"integer","minimum":0},"protocolVersion":{"type":"string"},"oauth":{"type":"object"}}},"Hook":{"type":"object","properties":{"type":{"enum":["command","http","prompt"]},"command":{"type":"string"},"url":{"type":"string"},"prompt":{"type":"string"},"model":{"type":"string"},"continueOnBlock":{"type":"boolean"},"timeout":{"type":"integer","minimum":0},"env":{"type":"object","additionalProperties":{"type":"string"}},"async":{"type":"boolean"}},"required":["type"]},"HookGroup":{"type":"object","properties":{"matcher":{"type":"string"},"hooks":{"type":"array","items":{"$ref":"#/$defs/Hook"}}},"required":["hooks"]},"ModelEntry":{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"description":{"type":"string"},"envKey":{"type":"string"},"baseUrl":{"type":"string"},"generationConfig":{"$ref":"#/$defs/GenerationConfig"}},"required":["id"]},"GenerationConfig":{"type":"object","properties":{"timeout":{"type":"integer","minimum":0},"maxRetries":{"type":"integer","minimum":0},"retryInitialDelayMs":{"type":"integer","minimum":0},"retryMaxDelayMs":{"type":"integer","minimum":0},"samplingParams":{"type":"object"},"extra_body":{"type":"object"},"customHeaders":{"type":"object","additionalProperties":{"type":"string"}},"contextWindowSize":{"type":"integer","minimum":0},"reasoning":{"anyOf":[{"const":false},{"type":"object","properties":{"effort":{"enum":["low","medium","high","xhigh","max"]},"budget_tokens":{"type":"integer","minimum":1}}}]}}}}};
const schema12 = {"type":"object","properties":{"timeout":{"type":"integer","minimum":0},"maxRetries":{"type":"integer","minimum":0},"retryInitialDelayMs":{"type":"integer","minimum":0},"retryMaxDelayMs":{"type":"integer","minimum":0},"samplingParams":{"type":"object"},"extra_body":{"type":"object"},"customHeaders":{"type":"object","additionalProperties":{"type":"string"}},"contextWindowSize":{"type":"integer","minimum":0},"reasoning":{"anyOf":[{"const":false},{"type":"object","properties":{"effort":{"enum":["low","medium","high","xhigh","max"]},"budget_tokens":{"type":"integer","minimum":1}}}]}}};
const schema15 = {"type":"object","properties":{"type":{"enum":["stdio","sse","http","sdk"]},"command":{"type":"string"},"args":{"type":"array","items":{"type":"string"}},"env":{"type":"object","additionalProperties":{"type":"string"}},"cwd":{"type":"string"},"url":{"type":"string"},"httpUrl":{"type":"string"},"headers":{"type":"object","additionalProperties":{"type":"string"}},"timeout":{"type":"integer","minimum":0},"discoveryTimeoutMs":{"type":"integer","minimum":0},"trust":{"type":"boolean"},"required":{"type":"boolean"},"description":{"type":"string"},"includeTools":{"type":"array","items":{"type":"string"}},"excludeTools":{"type":"array","items":{"type":"string"}},"callTimeoutMs":{"type":"integer","minimum":0},"startTimeoutMs":{"type":"integer","minimum":0},"protocolVersion":{"type":"string"},"oauth":{"type":"object"}}};
const schema13 = {"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"description":{"type":"string"},"envKey":{"type":"string"},"baseUrl":{"type":"string"},"generationConfig":{"$ref":"#/$defs/GenerationConfig"}},"required":["id"]};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.id === undefined) && (missing0 = "id")){
validate11.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.id !== undefined){
const _errs1 = errors;
if(typeof data.id !== "string"){
validate11.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.name !== undefined){
const _errs3 = errors;
if(typeof data.name !== "string"){
validate11.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.description !== undefined){
const _errs5 = errors;
if(typeof data.description !== "string"){
validate11.errors = [{instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.envKey !== undefined){
const _errs7 = errors;
if(typeof data.envKey !== "string"){
validate11.errors = [{instancePath:instancePath+"/envKey",schemaPath:"#/properties/envKey/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.baseUrl !== undefined){
const _errs9 = errors;
if(typeof data.baseUrl !== "string"){
validate11.errors = [{instancePath:instancePath+"/baseUrl",schemaPath:"#/properties/baseUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.generationConfig !== undefined){
let data5 = data.generationConfig;
const _errs11 = errors;
const _errs12 = errors;
if(errors === _errs12){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.timeout !== undefined){
let data6 = data5.timeout;
const _errs14 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate11.errors = [{instancePath:instancePath+"/generationConfig/timeout",schemaPath:"#/$defs/GenerationConfig/properties/timeout/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs14){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
validate11.errors = [{instancePath:instancePath+"/generationConfig/timeout",schemaPath:"#/$defs/GenerationConfig/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.maxRetries !== undefined){
let data7 = data5.maxRetries;
const _errs16 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate11.errors = [{instancePath:instancePath+"/generationConfig/maxRetries",schemaPath:"#/$defs/GenerationConfig/properties/maxRetries/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs16){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 0 || isNaN(data7)){
validate11.errors = [{instancePath:instancePath+"/generationConfig/maxRetries",schemaPath:"#/$defs/GenerationConfig/properties/maxRetries/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.retryInitialDelayMs !== undefined){
let data8 = data5.retryInitialDelayMs;
const _errs18 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate11.errors = [{instancePath:instancePath+"/generationConfig/retryInitialDelayMs",schemaPath:"#/$defs/GenerationConfig/properties/retryInitialDelayMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs18){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 0 || isNaN(data8)){
validate11.errors = [{instancePath:instancePath+"/generationConfig/retryInitialDelayMs",schemaPath:"#/$defs/GenerationConfig/properties/retryInitialDelayMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
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
if(data5.retryMaxDelayMs !== undefined){
let data9 = data5.retryMaxDelayMs;
const _errs20 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate11.errors = [{instancePath:instancePath+"/generationConfig/retryMaxDelayMs",schemaPath:"#/$defs/GenerationConfig/properties/retryMaxDelayMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs20){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
validate11.errors = [{instancePath:instancePath+"/generationConfig/retryMaxDelayMs",schemaPath:"#/$defs/GenerationConfig/properties/retryMaxDelayMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
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
if(data5.samplingParams !== undefined){
let data10 = data5.samplingParams;
const _errs22 = errors;
if(!(data10 && typeof data10 == "object" && !Array.isArray(data10))){
validate11.errors = [{instancePath:instancePath+"/generationConfig/samplingParams",schemaPath:"#/$defs/GenerationConfig/properties/samplingParams/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid2 = _errs22 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.extra_body !== undefined){
let data11 = data5.extra_body;
const _errs24 = errors;
if(!(data11 && typeof data11 == "object" && !Array.isArray(data11))){
validate11.errors = [{instancePath:instancePath+"/generationConfig/extra_body",schemaPath:"#/$defs/GenerationConfig/properties/extra_body/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid2 = _errs24 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.customHeaders !== undefined){
let data12 = data5.customHeaders;
const _errs26 = errors;
if(errors === _errs26){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
for(const key0 in data12){
const _errs29 = errors;
if(typeof data12[key0] !== "string"){
validate11.errors = [{instancePath:instancePath+"/generationConfig/customHeaders/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/GenerationConfig/properties/customHeaders/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs29 === errors;
if(!valid3){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/generationConfig/customHeaders",schemaPath:"#/$defs/GenerationConfig/properties/customHeaders/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs26 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.contextWindowSize !== undefined){
let data14 = data5.contextWindowSize;
const _errs31 = errors;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
validate11.errors = [{instancePath:instancePath+"/generationConfig/contextWindowSize",schemaPath:"#/$defs/GenerationConfig/properties/contextWindowSize/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs31){
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 < 0 || isNaN(data14)){
validate11.errors = [{instancePath:instancePath+"/generationConfig/contextWindowSize",schemaPath:"#/$defs/GenerationConfig/properties/contextWindowSize/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs31 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.reasoning !== undefined){
let data15 = data5.reasoning;
const _errs33 = errors;
const _errs34 = errors;
let valid4 = false;
const _errs35 = errors;
if(false !== data15){
const err0 = {instancePath:instancePath+"/generationConfig/reasoning",schemaPath:"#/$defs/GenerationConfig/properties/reasoning/anyOf/0/const",keyword:"const",params:{allowedValue: false},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs35 === errors;
valid4 = valid4 || _valid0;
if(!valid4){
const _errs36 = errors;
if(errors === _errs36){
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(data15.effort !== undefined){
let data16 = data15.effort;
const _errs38 = errors;
if(!(((((data16 === "low") || (data16 === "medium")) || (data16 === "high")) || (data16 === "xhigh")) || (data16 === "max"))){
const err1 = {instancePath:instancePath+"/generationConfig/reasoning/effort",schemaPath:"#/$defs/GenerationConfig/properties/reasoning/anyOf/1/properties/effort/enum",keyword:"enum",params:{allowedValues: schema12.properties.reasoning.anyOf[1].properties.effort.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var valid5 = _errs38 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data15.budget_tokens !== undefined){
let data17 = data15.budget_tokens;
const _errs39 = errors;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
const err2 = {instancePath:instancePath+"/generationConfig/reasoning/budget_tokens",schemaPath:"#/$defs/GenerationConfig/properties/reasoning/anyOf/1/properties/budget_tokens/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(errors === _errs39){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 < 1 || isNaN(data17)){
const err3 = {instancePath:instancePath+"/generationConfig/reasoning/budget_tokens",schemaPath:"#/$defs/GenerationConfig/properties/reasoning/anyOf/1/properties/budget_tokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
var valid5 = _errs39 === errors;
}
else {
var valid5 = true;
}
}
}
else {
const err4 = {instancePath:instancePath+"/generationConfig/reasoning",schemaPath:"#/$defs/GenerationConfig/properties/reasoning/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid0 = _errs36 === errors;
valid4 = valid4 || _valid0;
}
if(!valid4){
const err5 = {instancePath:instancePath+"/generationConfig/reasoning",schemaPath:"#/$defs/GenerationConfig/properties/reasoning/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
validate11.errors = vErrors;
return false;
}
else {
errors = _errs34;
if(vErrors !== null){
if(_errs34){
vErrors.length = _errs34;
}
else {
vErrors = null;
}
}
}
var valid2 = _errs33 === errors;
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
else {
validate11.errors = [{instancePath:instancePath+"/generationConfig",schemaPath:"#/$defs/GenerationConfig/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs11 === errors;
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
else {
validate11.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate11.errors = vErrors;
return errors === 0;
}

const schema16 = {"type":"object","properties":{"matcher":{"type":"string"},"hooks":{"type":"array","items":{"$ref":"#/$defs/Hook"}}},"required":["hooks"]};
const schema17 = {"type":"object","properties":{"type":{"enum":["command","http","prompt"]},"command":{"type":"string"},"url":{"type":"string"},"prompt":{"type":"string"},"model":{"type":"string"},"continueOnBlock":{"type":"boolean"},"timeout":{"type":"integer","minimum":0},"env":{"type":"object","additionalProperties":{"type":"string"}},"async":{"type":"boolean"}},"required":["type"]};

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.hooks === undefined) && (missing0 = "hooks")){
validate13.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.matcher !== undefined){
const _errs1 = errors;
if(typeof data.matcher !== "string"){
validate13.errors = [{instancePath:instancePath+"/matcher",schemaPath:"#/properties/matcher/type",keyword:"type",params:{type: "string"},message:"must be string"}];
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
validate13.errors = [{instancePath:instancePath+"/hooks/" + i0,schemaPath:"#/$defs/Hook/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.type !== undefined){
let data3 = data2.type;
const _errs8 = errors;
if(!(((data3 === "command") || (data3 === "http")) || (data3 === "prompt"))){
validate13.errors = [{instancePath:instancePath+"/hooks/" + i0+"/type",schemaPath:"#/$defs/Hook/properties/type/enum",keyword:"enum",params:{allowedValues: schema17.properties.type.enum},message:"must be equal to one of the allowed values"}];
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
validate13.errors = [{instancePath:instancePath+"/hooks/" + i0+"/command",schemaPath:"#/$defs/Hook/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string"}];
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
validate13.errors = [{instancePath:instancePath+"/hooks/" + i0+"/url",schemaPath:"#/$defs/Hook/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
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
validate13.errors = [{instancePath:instancePath+"/hooks/" + i0+"/prompt",schemaPath:"#/$defs/Hook/properties/prompt/type",keyword:"type",params:{type: "string"},message:"must be string"}];
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
validate13.errors = [{instancePath:instancePath+"/hooks/" + i0+"/model",schemaPath:"#/$defs/Hook/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"}];
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
validate13.errors = [{instancePath:instancePath+"/hooks/" + i0+"/continueOnBlock",schemaPath:"#/$defs/Hook/properties/continueOnBlock/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
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
validate13.errors = [{instancePath:instancePath+"/hooks/" + i0+"/timeout",schemaPath:"#/$defs/Hook/properties/timeout/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs19){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
validate13.errors = [{instancePath:instancePath+"/hooks/" + i0+"/timeout",schemaPath:"#/$defs/Hook/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
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
validate13.errors = [{instancePath:instancePath+"/hooks/" + i0+"/env/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/Hook/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs24 === errors;
if(!valid4){
break;
}
}
}
else {
validate13.errors = [{instancePath:instancePath+"/hooks/" + i0+"/env",schemaPath:"#/$defs/Hook/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object"}];
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
validate13.errors = [{instancePath:instancePath+"/hooks/" + i0+"/async",schemaPath:"#/$defs/Hook/properties/async/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
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
validate13.errors = [{instancePath:instancePath+"/hooks/" + i0,schemaPath:"#/$defs/Hook/type",keyword:"type",params:{type: "object"},message:"must be object"}];
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
validate13.errors = [{instancePath:instancePath+"/hooks",schemaPath:"#/properties/hooks/type",keyword:"type",params:{type: "array"},message:"must be array"}];
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
validate13.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate13.errors = vErrors;
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
const _errs17 = errors;
if(errors === _errs17){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.timeout !== undefined){
let data9 = data8.timeout;
const _errs19 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/timeout",schemaPath:"#/$defs/GenerationConfig/properties/timeout/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs19){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/timeout",schemaPath:"#/$defs/GenerationConfig/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
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
if(data8.maxRetries !== undefined){
let data10 = data8.maxRetries;
const _errs21 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/maxRetries",schemaPath:"#/$defs/GenerationConfig/properties/maxRetries/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs21){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 0 || isNaN(data10)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/maxRetries",schemaPath:"#/$defs/GenerationConfig/properties/maxRetries/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
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
if(data8.retryInitialDelayMs !== undefined){
let data11 = data8.retryInitialDelayMs;
const _errs23 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/retryInitialDelayMs",schemaPath:"#/$defs/GenerationConfig/properties/retryInitialDelayMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs23){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 0 || isNaN(data11)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/retryInitialDelayMs",schemaPath:"#/$defs/GenerationConfig/properties/retryInitialDelayMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid3 = _errs23 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data8.retryMaxDelayMs !== undefined){
let data12 = data8.retryMaxDelayMs;
const _errs25 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/retryMaxDelayMs",schemaPath:"#/$defs/GenerationConfig/properties/retryMaxDelayMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs25){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 0 || isNaN(data12)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/retryMaxDelayMs",schemaPath:"#/$defs/GenerationConfig/properties/retryMaxDelayMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid3 = _errs25 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data8.samplingParams !== undefined){
let data13 = data8.samplingParams;
const _errs27 = errors;
if(!(data13 && typeof data13 == "object" && !Array.isArray(data13))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/samplingParams",schemaPath:"#/$defs/GenerationConfig/properties/samplingParams/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid3 = _errs27 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data8.extra_body !== undefined){
let data14 = data8.extra_body;
const _errs29 = errors;
if(!(data14 && typeof data14 == "object" && !Array.isArray(data14))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/extra_body",schemaPath:"#/$defs/GenerationConfig/properties/extra_body/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid3 = _errs29 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data8.customHeaders !== undefined){
let data15 = data8.customHeaders;
const _errs31 = errors;
if(errors === _errs31){
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
for(const key0 in data15){
const _errs34 = errors;
if(typeof data15[key0] !== "string"){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/customHeaders/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/GenerationConfig/properties/customHeaders/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs34 === errors;
if(!valid4){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/customHeaders",schemaPath:"#/$defs/GenerationConfig/properties/customHeaders/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs31 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data8.contextWindowSize !== undefined){
let data17 = data8.contextWindowSize;
const _errs36 = errors;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/contextWindowSize",schemaPath:"#/$defs/GenerationConfig/properties/contextWindowSize/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs36){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 < 0 || isNaN(data17)){
validate10.errors = [{instancePath:instancePath+"/model/generationConfig/contextWindowSize",schemaPath:"#/$defs/GenerationConfig/properties/contextWindowSize/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid3 = _errs36 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data8.reasoning !== undefined){
let data18 = data8.reasoning;
const _errs38 = errors;
const _errs39 = errors;
let valid5 = false;
const _errs40 = errors;
if(false !== data18){
const err0 = {instancePath:instancePath+"/model/generationConfig/reasoning",schemaPath:"#/$defs/GenerationConfig/properties/reasoning/anyOf/0/const",keyword:"const",params:{allowedValue: false},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs40 === errors;
valid5 = valid5 || _valid0;
if(!valid5){
const _errs41 = errors;
if(errors === _errs41){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(data18.effort !== undefined){
let data19 = data18.effort;
const _errs43 = errors;
if(!(((((data19 === "low") || (data19 === "medium")) || (data19 === "high")) || (data19 === "xhigh")) || (data19 === "max"))){
const err1 = {instancePath:instancePath+"/model/generationConfig/reasoning/effort",schemaPath:"#/$defs/GenerationConfig/properties/reasoning/anyOf/1/properties/effort/enum",keyword:"enum",params:{allowedValues: schema12.properties.reasoning.anyOf[1].properties.effort.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var valid6 = _errs43 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data18.budget_tokens !== undefined){
let data20 = data18.budget_tokens;
const _errs44 = errors;
if(!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))){
const err2 = {instancePath:instancePath+"/model/generationConfig/reasoning/budget_tokens",schemaPath:"#/$defs/GenerationConfig/properties/reasoning/anyOf/1/properties/budget_tokens/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(errors === _errs44){
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 < 1 || isNaN(data20)){
const err3 = {instancePath:instancePath+"/model/generationConfig/reasoning/budget_tokens",schemaPath:"#/$defs/GenerationConfig/properties/reasoning/anyOf/1/properties/budget_tokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
var valid6 = _errs44 === errors;
}
else {
var valid6 = true;
}
}
}
else {
const err4 = {instancePath:instancePath+"/model/generationConfig/reasoning",schemaPath:"#/$defs/GenerationConfig/properties/reasoning/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid0 = _errs41 === errors;
valid5 = valid5 || _valid0;
}
if(!valid5){
const err5 = {instancePath:instancePath+"/model/generationConfig/reasoning",schemaPath:"#/$defs/GenerationConfig/properties/reasoning/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
validate10.errors = vErrors;
return false;
}
else {
errors = _errs39;
if(vErrors !== null){
if(_errs39){
vErrors.length = _errs39;
}
else {
vErrors = null;
}
}
}
var valid3 = _errs38 === errors;
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
else {
validate10.errors = [{instancePath:instancePath+"/model/generationConfig",schemaPath:"#/$defs/GenerationConfig/type",keyword:"type",params:{type: "object"},message:"must be object"}];
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
let data21 = data0.maxTotalTokens;
const _errs46 = errors;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
validate10.errors = [{instancePath:instancePath+"/model/maxTotalTokens",schemaPath:"#/properties/model/properties/maxTotalTokens/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs46){
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 < -1 || isNaN(data21)){
validate10.errors = [{instancePath:instancePath+"/model/maxTotalTokens",schemaPath:"#/properties/model/properties/maxTotalTokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: -1},message:"must be >= -1"}];
return false;
}
}
}
var valid1 = _errs46 === errors;
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
let data22 = data.modelProviders;
const _errs48 = errors;
if(errors === _errs48){
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
for(const key1 in data22){
let data23 = data22[key1];
const _errs51 = errors;
if(errors === _errs51){
if(Array.isArray(data23)){
var valid8 = true;
const len0 = data23.length;
for(let i0=0; i0<len0; i0++){
const _errs53 = errors;
if(!(validate11(data23[i0], {instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,parentData:data23,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
var valid8 = _errs53 === errors;
if(!valid8){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelProviders/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/modelProviders/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid7 = _errs51 === errors;
if(!valid7){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelProviders",schemaPath:"#/properties/modelProviders/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs48 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.modelFallbacks !== undefined){
let data25 = data.modelFallbacks;
const _errs54 = errors;
if(errors === _errs54){
if(Array.isArray(data25)){
var valid9 = true;
const len1 = data25.length;
for(let i1=0; i1<len1; i1++){
const _errs56 = errors;
if(typeof data25[i1] !== "string"){
validate10.errors = [{instancePath:instancePath+"/modelFallbacks/" + i1,schemaPath:"#/properties/modelFallbacks/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid9 = _errs56 === errors;
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
var valid0 = _errs54 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.ui !== undefined){
let data27 = data.ui;
const _errs58 = errors;
if(errors === _errs58){
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(data27.theme !== undefined){
if(typeof data27.theme !== "string"){
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
var valid0 = _errs58 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cleanup !== undefined){
let data29 = data.cleanup;
const _errs62 = errors;
if(errors === _errs62){
if(data29 && typeof data29 == "object" && !Array.isArray(data29)){
const _errs64 = errors;
for(const key2 in data29){
if(!((((key2 === "sessionDays") || (key2 === "sessionMegabytes")) || (key2 === "spillDays")) || (key2 === "spillMegabytes"))){
validate10.errors = [{instancePath:instancePath+"/cleanup",schemaPath:"#/properties/cleanup/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs64 === errors){
if(data29.sessionDays !== undefined){
let data30 = data29.sessionDays;
const _errs65 = errors;
if(!(((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30))) && (isFinite(data30)))){
validate10.errors = [{instancePath:instancePath+"/cleanup/sessionDays",schemaPath:"#/properties/cleanup/properties/sessionDays/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs65){
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 < 1 || isNaN(data30)){
validate10.errors = [{instancePath:instancePath+"/cleanup/sessionDays",schemaPath:"#/properties/cleanup/properties/sessionDays/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid11 = _errs65 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data29.sessionMegabytes !== undefined){
let data31 = data29.sessionMegabytes;
const _errs67 = errors;
if(!(((typeof data31 == "number") && (!(data31 % 1) && !isNaN(data31))) && (isFinite(data31)))){
validate10.errors = [{instancePath:instancePath+"/cleanup/sessionMegabytes",schemaPath:"#/properties/cleanup/properties/sessionMegabytes/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs67){
if((typeof data31 == "number") && (isFinite(data31))){
if(data31 < 1 || isNaN(data31)){
validate10.errors = [{instancePath:instancePath+"/cleanup/sessionMegabytes",schemaPath:"#/properties/cleanup/properties/sessionMegabytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid11 = _errs67 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data29.spillDays !== undefined){
let data32 = data29.spillDays;
const _errs69 = errors;
if(!(((typeof data32 == "number") && (!(data32 % 1) && !isNaN(data32))) && (isFinite(data32)))){
validate10.errors = [{instancePath:instancePath+"/cleanup/spillDays",schemaPath:"#/properties/cleanup/properties/spillDays/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs69){
if((typeof data32 == "number") && (isFinite(data32))){
if(data32 < 1 || isNaN(data32)){
validate10.errors = [{instancePath:instancePath+"/cleanup/spillDays",schemaPath:"#/properties/cleanup/properties/spillDays/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid11 = _errs69 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data29.spillMegabytes !== undefined){
let data33 = data29.spillMegabytes;
const _errs71 = errors;
if(!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))){
validate10.errors = [{instancePath:instancePath+"/cleanup/spillMegabytes",schemaPath:"#/properties/cleanup/properties/spillMegabytes/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs71){
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 < 1 || isNaN(data33)){
validate10.errors = [{instancePath:instancePath+"/cleanup/spillMegabytes",schemaPath:"#/properties/cleanup/properties/spillMegabytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid11 = _errs71 === errors;
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
validate10.errors = [{instancePath:instancePath+"/cleanup",schemaPath:"#/properties/cleanup/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs62 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.webSearch !== undefined){
let data34 = data.webSearch;
const _errs73 = errors;
if(errors === _errs73){
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
if(data34.url !== undefined){
const _errs75 = errors;
if(typeof data34.url !== "string"){
validate10.errors = [{instancePath:instancePath+"/webSearch/url",schemaPath:"#/properties/webSearch/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid12 = _errs75 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data34.mcp !== undefined){
const _errs77 = errors;
if(typeof data34.mcp !== "string"){
validate10.errors = [{instancePath:instancePath+"/webSearch/mcp",schemaPath:"#/properties/webSearch/properties/mcp/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid12 = _errs77 === errors;
}
else {
var valid12 = true;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/webSearch",schemaPath:"#/properties/webSearch/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs73 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.modelPrices !== undefined){
let data37 = data.modelPrices;
const _errs79 = errors;
if(errors === _errs79){
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
for(const key3 in data37){
let data38 = data37[key3];
const _errs82 = errors;
if(errors === _errs82){
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
let missing0;
if(((data38.input === undefined) && (missing0 = "input")) || ((data38.output === undefined) && (missing0 = "output"))){
validate10.errors = [{instancePath:instancePath+"/modelPrices/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/modelPrices/additionalProperties/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data38.input !== undefined){
let data39 = data38.input;
const _errs84 = errors;
if(errors === _errs84){
if((typeof data39 == "number") && (isFinite(data39))){
if(data39 < 0 || isNaN(data39)){
validate10.errors = [{instancePath:instancePath+"/modelPrices/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/input",schemaPath:"#/properties/modelPrices/additionalProperties/properties/input/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelPrices/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/input",schemaPath:"#/properties/modelPrices/additionalProperties/properties/input/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
}
var valid14 = _errs84 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data38.output !== undefined){
let data40 = data38.output;
const _errs86 = errors;
if(errors === _errs86){
if((typeof data40 == "number") && (isFinite(data40))){
if(data40 < 0 || isNaN(data40)){
validate10.errors = [{instancePath:instancePath+"/modelPrices/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/output",schemaPath:"#/properties/modelPrices/additionalProperties/properties/output/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelPrices/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/output",schemaPath:"#/properties/modelPrices/additionalProperties/properties/output/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
}
var valid14 = _errs86 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data38.cachedInput !== undefined){
let data41 = data38.cachedInput;
const _errs88 = errors;
if(errors === _errs88){
if((typeof data41 == "number") && (isFinite(data41))){
if(data41 < 0 || isNaN(data41)){
validate10.errors = [{instancePath:instancePath+"/modelPrices/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/cachedInput",schemaPath:"#/properties/modelPrices/additionalProperties/properties/cachedInput/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelPrices/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/cachedInput",schemaPath:"#/properties/modelPrices/additionalProperties/properties/cachedInput/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
}
var valid14 = _errs88 === errors;
}
else {
var valid14 = true;
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
var valid13 = _errs82 === errors;
if(!valid13){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/modelPrices",schemaPath:"#/properties/modelPrices/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs79 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.visionModel !== undefined){
const _errs90 = errors;
if(typeof data.visionModel !== "string"){
validate10.errors = [{instancePath:instancePath+"/visionModel",schemaPath:"#/properties/visionModel/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs90 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.security !== undefined){
let data43 = data.security;
const _errs92 = errors;
if(errors === _errs92){
if(data43 && typeof data43 == "object" && !Array.isArray(data43)){
if(data43.auth !== undefined){
let data44 = data43.auth;
const _errs94 = errors;
if(errors === _errs94){
if(data44 && typeof data44 == "object" && !Array.isArray(data44)){
if(data44.selectedType !== undefined){
const _errs96 = errors;
if(typeof data44.selectedType !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/selectedType",schemaPath:"#/properties/security/properties/auth/properties/selectedType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid16 = _errs96 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data44.enforcedType !== undefined){
const _errs98 = errors;
if(typeof data44.enforcedType !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/enforcedType",schemaPath:"#/properties/security/properties/auth/properties/enforcedType/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid16 = _errs98 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data44.useExternal !== undefined){
const _errs100 = errors;
if(typeof data44.useExternal !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/security/auth/useExternal",schemaPath:"#/properties/security/properties/auth/properties/useExternal/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid16 = _errs100 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data44.apiKey !== undefined){
const _errs102 = errors;
if(typeof data44.apiKey !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/apiKey",schemaPath:"#/properties/security/properties/auth/properties/apiKey/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid16 = _errs102 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data44.baseUrl !== undefined){
const _errs104 = errors;
if(typeof data44.baseUrl !== "string"){
validate10.errors = [{instancePath:instancePath+"/security/auth/baseUrl",schemaPath:"#/properties/security/properties/auth/properties/baseUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid16 = _errs104 === errors;
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
var valid0 = _errs92 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.permissions !== undefined){
let data50 = data.permissions;
const _errs106 = errors;
if(errors === _errs106){
if(data50 && typeof data50 == "object" && !Array.isArray(data50)){
if(data50.allow !== undefined){
let data51 = data50.allow;
const _errs108 = errors;
if(errors === _errs108){
if(Array.isArray(data51)){
var valid18 = true;
const len2 = data51.length;
for(let i2=0; i2<len2; i2++){
const _errs110 = errors;
if(typeof data51[i2] !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/allow/" + i2,schemaPath:"#/properties/permissions/properties/allow/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid18 = _errs110 === errors;
if(!valid18){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions/allow",schemaPath:"#/properties/permissions/properties/allow/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid17 = _errs108 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data50.ask !== undefined){
let data53 = data50.ask;
const _errs112 = errors;
if(errors === _errs112){
if(Array.isArray(data53)){
var valid19 = true;
const len3 = data53.length;
for(let i3=0; i3<len3; i3++){
const _errs114 = errors;
if(typeof data53[i3] !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/ask/" + i3,schemaPath:"#/properties/permissions/properties/ask/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid19 = _errs114 === errors;
if(!valid19){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions/ask",schemaPath:"#/properties/permissions/properties/ask/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid17 = _errs112 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data50.deny !== undefined){
let data55 = data50.deny;
const _errs116 = errors;
if(errors === _errs116){
if(Array.isArray(data55)){
var valid20 = true;
const len4 = data55.length;
for(let i4=0; i4<len4; i4++){
const _errs118 = errors;
if(typeof data55[i4] !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/deny/" + i4,schemaPath:"#/properties/permissions/properties/deny/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid20 = _errs118 === errors;
if(!valid20){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions/deny",schemaPath:"#/properties/permissions/properties/deny/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid17 = _errs116 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data50.examples !== undefined){
let data57 = data50.examples;
const _errs120 = errors;
if(errors === _errs120){
if(Array.isArray(data57)){
var valid21 = true;
const len5 = data57.length;
for(let i5=0; i5<len5; i5++){
let data58 = data57[i5];
const _errs122 = errors;
if(errors === _errs122){
if(data58 && typeof data58 == "object" && !Array.isArray(data58)){
let missing1;
if((((data58.tool === undefined) && (missing1 = "tool")) || ((data58.input === undefined) && (missing1 = "input"))) || ((data58.expect === undefined) && (missing1 = "expect"))){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i5,schemaPath:"#/properties/permissions/properties/examples/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs124 = errors;
for(const key4 in data58){
if(!(((key4 === "tool") || (key4 === "input")) || (key4 === "expect"))){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i5,schemaPath:"#/properties/permissions/properties/examples/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs124 === errors){
if(data58.tool !== undefined){
const _errs125 = errors;
if(typeof data58.tool !== "string"){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i5+"/tool",schemaPath:"#/properties/permissions/properties/examples/items/properties/tool/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid22 = _errs125 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data58.input !== undefined){
let data60 = data58.input;
const _errs127 = errors;
if(!(data60 && typeof data60 == "object" && !Array.isArray(data60))){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i5+"/input",schemaPath:"#/properties/permissions/properties/examples/items/properties/input/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid22 = _errs127 === errors;
}
else {
var valid22 = true;
}
if(valid22){
if(data58.expect !== undefined){
let data61 = data58.expect;
const _errs129 = errors;
if(!(((data61 === "allow") || (data61 === "ask")) || (data61 === "deny"))){
validate10.errors = [{instancePath:instancePath+"/permissions/examples/" + i5+"/expect",schemaPath:"#/properties/permissions/properties/examples/items/properties/expect/enum",keyword:"enum",params:{allowedValues: schema11.properties.permissions.properties.examples.items.properties.expect.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid22 = _errs129 === errors;
}
else {
var valid22 = true;
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
var valid21 = _errs122 === errors;
if(!valid21){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/permissions/examples",schemaPath:"#/properties/permissions/properties/examples/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid17 = _errs120 === errors;
}
else {
var valid17 = true;
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
var valid0 = _errs106 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tools !== undefined){
let data62 = data.tools;
const _errs130 = errors;
if(errors === _errs130){
if(data62 && typeof data62 == "object" && !Array.isArray(data62)){
if(data62.approvalMode !== undefined){
let data63 = data62.approvalMode;
const _errs132 = errors;
if(!(((((data63 === "plan") || (data63 === "default")) || (data63 === "auto-edit")) || (data63 === "auto")) || (data63 === "yolo"))){
validate10.errors = [{instancePath:instancePath+"/tools/approvalMode",schemaPath:"#/properties/tools/properties/approvalMode/enum",keyword:"enum",params:{allowedValues: schema11.properties.tools.properties.approvalMode.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid23 = _errs132 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data62.core !== undefined){
let data64 = data62.core;
const _errs133 = errors;
if(errors === _errs133){
if(Array.isArray(data64)){
var valid24 = true;
const len6 = data64.length;
for(let i6=0; i6<len6; i6++){
const _errs135 = errors;
if(typeof data64[i6] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/core/" + i6,schemaPath:"#/properties/tools/properties/core/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid24 = _errs135 === errors;
if(!valid24){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/core",schemaPath:"#/properties/tools/properties/core/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid23 = _errs133 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data62.allowed !== undefined){
let data66 = data62.allowed;
const _errs137 = errors;
if(errors === _errs137){
if(Array.isArray(data66)){
var valid25 = true;
const len7 = data66.length;
for(let i7=0; i7<len7; i7++){
const _errs139 = errors;
if(typeof data66[i7] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/allowed/" + i7,schemaPath:"#/properties/tools/properties/allowed/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid25 = _errs139 === errors;
if(!valid25){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/allowed",schemaPath:"#/properties/tools/properties/allowed/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid23 = _errs137 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data62.exclude !== undefined){
let data68 = data62.exclude;
const _errs141 = errors;
if(errors === _errs141){
if(Array.isArray(data68)){
var valid26 = true;
const len8 = data68.length;
for(let i8=0; i8<len8; i8++){
const _errs143 = errors;
if(typeof data68[i8] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/exclude/" + i8,schemaPath:"#/properties/tools/properties/exclude/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid26 = _errs143 === errors;
if(!valid26){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/exclude",schemaPath:"#/properties/tools/properties/exclude/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid23 = _errs141 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data62.disabled !== undefined){
let data70 = data62.disabled;
const _errs145 = errors;
if(errors === _errs145){
if(Array.isArray(data70)){
var valid27 = true;
const len9 = data70.length;
for(let i9=0; i9<len9; i9++){
const _errs147 = errors;
if(typeof data70[i9] !== "string"){
validate10.errors = [{instancePath:instancePath+"/tools/disabled/" + i9,schemaPath:"#/properties/tools/properties/disabled/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid27 = _errs147 === errors;
if(!valid27){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/tools/disabled",schemaPath:"#/properties/tools/properties/disabled/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid23 = _errs145 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data62.listDirectory !== undefined){
let data72 = data62.listDirectory;
const _errs149 = errors;
if(errors === _errs149){
if(data72 && typeof data72 == "object" && !Array.isArray(data72)){
if(data72.enabled !== undefined){
if(typeof data72.enabled !== "boolean"){
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
var valid23 = _errs149 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data62.shell !== undefined){
let data74 = data62.shell;
const _errs153 = errors;
if(errors === _errs153){
if(data74 && typeof data74 == "object" && !Array.isArray(data74)){
if(data74.defaultTimeoutMs !== undefined){
let data75 = data74.defaultTimeoutMs;
const _errs155 = errors;
if(!(((typeof data75 == "number") && (!(data75 % 1) && !isNaN(data75))) && (isFinite(data75)))){
validate10.errors = [{instancePath:instancePath+"/tools/shell/defaultTimeoutMs",schemaPath:"#/properties/tools/properties/shell/properties/defaultTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs155){
if((typeof data75 == "number") && (isFinite(data75))){
if(data75 < 0 || isNaN(data75)){
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
var valid23 = _errs153 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data62.useRipgrep !== undefined){
const _errs157 = errors;
if(typeof data62.useRipgrep !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/tools/useRipgrep",schemaPath:"#/properties/tools/properties/useRipgrep/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid23 = _errs157 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data62.sandbox !== undefined){
let data77 = data62.sandbox;
const _errs159 = errors;
if(!(((((data77 === "required") || (data77 === "auto")) || (data77 === "off")) || (data77 === true)) || (data77 === false))){
validate10.errors = [{instancePath:instancePath+"/tools/sandbox",schemaPath:"#/properties/tools/properties/sandbox/enum",keyword:"enum",params:{allowedValues: schema11.properties.tools.properties.sandbox.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid23 = _errs159 === errors;
}
else {
var valid23 = true;
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
var valid0 = _errs130 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mcpServers !== undefined){
let data78 = data.mcpServers;
const _errs160 = errors;
if(errors === _errs160){
if(data78 && typeof data78 == "object" && !Array.isArray(data78)){
for(const key5 in data78){
let data79 = data78[key5];
const _errs163 = errors;
const _errs164 = errors;
if(errors === _errs164){
if(data79 && typeof data79 == "object" && !Array.isArray(data79)){
if(data79.type !== undefined){
let data80 = data79.type;
const _errs166 = errors;
if(!((((data80 === "stdio") || (data80 === "sse")) || (data80 === "http")) || (data80 === "sdk"))){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/type",schemaPath:"#/$defs/McpServer/properties/type/enum",keyword:"enum",params:{allowedValues: schema15.properties.type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid32 = _errs166 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data79.command !== undefined){
const _errs167 = errors;
if(typeof data79.command !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/command",schemaPath:"#/$defs/McpServer/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid32 = _errs167 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data79.args !== undefined){
let data82 = data79.args;
const _errs169 = errors;
if(errors === _errs169){
if(Array.isArray(data82)){
var valid33 = true;
const len10 = data82.length;
for(let i10=0; i10<len10; i10++){
const _errs171 = errors;
if(typeof data82[i10] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/args/" + i10,schemaPath:"#/$defs/McpServer/properties/args/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid33 = _errs171 === errors;
if(!valid33){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/args",schemaPath:"#/$defs/McpServer/properties/args/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid32 = _errs169 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data79.env !== undefined){
let data84 = data79.env;
const _errs173 = errors;
if(errors === _errs173){
if(data84 && typeof data84 == "object" && !Array.isArray(data84)){
for(const key6 in data84){
const _errs176 = errors;
if(typeof data84[key6] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/env/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/McpServer/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid34 = _errs176 === errors;
if(!valid34){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/env",schemaPath:"#/$defs/McpServer/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid32 = _errs173 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data79.cwd !== undefined){
const _errs178 = errors;
if(typeof data79.cwd !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/cwd",schemaPath:"#/$defs/McpServer/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid32 = _errs178 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data79.url !== undefined){
const _errs180 = errors;
if(typeof data79.url !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/url",schemaPath:"#/$defs/McpServer/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid32 = _errs180 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data79.httpUrl !== undefined){
const _errs182 = errors;
if(typeof data79.httpUrl !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/httpUrl",schemaPath:"#/$defs/McpServer/properties/httpUrl/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid32 = _errs182 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data79.headers !== undefined){
let data89 = data79.headers;
const _errs184 = errors;
if(errors === _errs184){
if(data89 && typeof data89 == "object" && !Array.isArray(data89)){
for(const key7 in data89){
const _errs187 = errors;
if(typeof data89[key7] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/headers/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/McpServer/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid35 = _errs187 === errors;
if(!valid35){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/headers",schemaPath:"#/$defs/McpServer/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid32 = _errs184 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data79.timeout !== undefined){
let data91 = data79.timeout;
const _errs189 = errors;
if(!(((typeof data91 == "number") && (!(data91 % 1) && !isNaN(data91))) && (isFinite(data91)))){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/timeout",schemaPath:"#/$defs/McpServer/properties/timeout/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs189){
if((typeof data91 == "number") && (isFinite(data91))){
if(data91 < 0 || isNaN(data91)){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/timeout",schemaPath:"#/$defs/McpServer/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid32 = _errs189 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data79.discoveryTimeoutMs !== undefined){
let data92 = data79.discoveryTimeoutMs;
const _errs191 = errors;
if(!(((typeof data92 == "number") && (!(data92 % 1) && !isNaN(data92))) && (isFinite(data92)))){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/discoveryTimeoutMs",schemaPath:"#/$defs/McpServer/properties/discoveryTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs191){
if((typeof data92 == "number") && (isFinite(data92))){
if(data92 < 0 || isNaN(data92)){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/discoveryTimeoutMs",schemaPath:"#/$defs/McpServer/properties/discoveryTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid32 = _errs191 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data79.trust !== undefined){
const _errs193 = errors;
if(typeof data79.trust !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/trust",schemaPath:"#/$defs/McpServer/properties/trust/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid32 = _errs193 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data79.required !== undefined){
const _errs195 = errors;
if(typeof data79.required !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/required",schemaPath:"#/$defs/McpServer/properties/required/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid32 = _errs195 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data79.description !== undefined){
const _errs197 = errors;
if(typeof data79.description !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/description",schemaPath:"#/$defs/McpServer/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid32 = _errs197 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data79.includeTools !== undefined){
let data96 = data79.includeTools;
const _errs199 = errors;
if(errors === _errs199){
if(Array.isArray(data96)){
var valid36 = true;
const len11 = data96.length;
for(let i11=0; i11<len11; i11++){
const _errs201 = errors;
if(typeof data96[i11] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/includeTools/" + i11,schemaPath:"#/$defs/McpServer/properties/includeTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid36 = _errs201 === errors;
if(!valid36){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/includeTools",schemaPath:"#/$defs/McpServer/properties/includeTools/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid32 = _errs199 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data79.excludeTools !== undefined){
let data98 = data79.excludeTools;
const _errs203 = errors;
if(errors === _errs203){
if(Array.isArray(data98)){
var valid37 = true;
const len12 = data98.length;
for(let i12=0; i12<len12; i12++){
const _errs205 = errors;
if(typeof data98[i12] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/excludeTools/" + i12,schemaPath:"#/$defs/McpServer/properties/excludeTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid37 = _errs205 === errors;
if(!valid37){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/excludeTools",schemaPath:"#/$defs/McpServer/properties/excludeTools/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid32 = _errs203 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data79.callTimeoutMs !== undefined){
let data100 = data79.callTimeoutMs;
const _errs207 = errors;
if(!(((typeof data100 == "number") && (!(data100 % 1) && !isNaN(data100))) && (isFinite(data100)))){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/callTimeoutMs",schemaPath:"#/$defs/McpServer/properties/callTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs207){
if((typeof data100 == "number") && (isFinite(data100))){
if(data100 < 0 || isNaN(data100)){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/callTimeoutMs",schemaPath:"#/$defs/McpServer/properties/callTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid32 = _errs207 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data79.startTimeoutMs !== undefined){
let data101 = data79.startTimeoutMs;
const _errs209 = errors;
if(!(((typeof data101 == "number") && (!(data101 % 1) && !isNaN(data101))) && (isFinite(data101)))){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/startTimeoutMs",schemaPath:"#/$defs/McpServer/properties/startTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs209){
if((typeof data101 == "number") && (isFinite(data101))){
if(data101 < 0 || isNaN(data101)){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/startTimeoutMs",schemaPath:"#/$defs/McpServer/properties/startTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid32 = _errs209 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data79.protocolVersion !== undefined){
const _errs211 = errors;
if(typeof data79.protocolVersion !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/protocolVersion",schemaPath:"#/$defs/McpServer/properties/protocolVersion/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid32 = _errs211 === errors;
}
else {
var valid32 = true;
}
if(valid32){
if(data79.oauth !== undefined){
let data103 = data79.oauth;
const _errs213 = errors;
if(!(data103 && typeof data103 == "object" && !Array.isArray(data103))){
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/oauth",schemaPath:"#/$defs/McpServer/properties/oauth/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid32 = _errs213 === errors;
}
else {
var valid32 = true;
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
validate10.errors = [{instancePath:instancePath+"/mcpServers/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/McpServer/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid30 = _errs163 === errors;
if(!valid30){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcpServers",schemaPath:"#/properties/mcpServers/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs160 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mcp !== undefined){
let data104 = data.mcp;
const _errs215 = errors;
if(errors === _errs215){
if(data104 && typeof data104 == "object" && !Array.isArray(data104)){
if(data104.allowed !== undefined){
let data105 = data104.allowed;
const _errs217 = errors;
if(errors === _errs217){
if(Array.isArray(data105)){
var valid39 = true;
const len13 = data105.length;
for(let i13=0; i13<len13; i13++){
const _errs219 = errors;
if(typeof data105[i13] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcp/allowed/" + i13,schemaPath:"#/properties/mcp/properties/allowed/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid39 = _errs219 === errors;
if(!valid39){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcp/allowed",schemaPath:"#/properties/mcp/properties/allowed/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid38 = _errs217 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data104.toolBudgetBytes !== undefined){
let data107 = data104.toolBudgetBytes;
const _errs221 = errors;
if(!(((typeof data107 == "number") && (!(data107 % 1) && !isNaN(data107))) && (isFinite(data107)))){
validate10.errors = [{instancePath:instancePath+"/mcp/toolBudgetBytes",schemaPath:"#/properties/mcp/properties/toolBudgetBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs221){
if((typeof data107 == "number") && (isFinite(data107))){
if(data107 < 0 || isNaN(data107)){
validate10.errors = [{instancePath:instancePath+"/mcp/toolBudgetBytes",schemaPath:"#/properties/mcp/properties/toolBudgetBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid38 = _errs221 === errors;
}
else {
var valid38 = true;
}
if(valid38){
if(data104.excluded !== undefined){
let data108 = data104.excluded;
const _errs223 = errors;
if(errors === _errs223){
if(Array.isArray(data108)){
var valid40 = true;
const len14 = data108.length;
for(let i14=0; i14<len14; i14++){
const _errs225 = errors;
if(typeof data108[i14] !== "string"){
validate10.errors = [{instancePath:instancePath+"/mcp/excluded/" + i14,schemaPath:"#/properties/mcp/properties/excluded/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid40 = _errs225 === errors;
if(!valid40){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcp/excluded",schemaPath:"#/properties/mcp/properties/excluded/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid38 = _errs223 === errors;
}
else {
var valid38 = true;
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/mcp",schemaPath:"#/properties/mcp/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs215 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.hooks !== undefined){
let data110 = data.hooks;
const _errs227 = errors;
if(errors === _errs227){
if(data110 && typeof data110 == "object" && !Array.isArray(data110)){
const _errs229 = errors;
for(const key8 in data110){
if(!(((key8 === "enabled") || (key8 === "disabled")) || (key8 === "notifications"))){
let data111 = data110[key8];
const _errs230 = errors;
if(errors === _errs230){
if(Array.isArray(data111)){
var valid42 = true;
const len15 = data111.length;
for(let i15=0; i15<len15; i15++){
const _errs232 = errors;
if(!(validate13(data111[i15], {instancePath:instancePath+"/hooks/" + key8.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i15,parentData:data111,parentDataProperty:i15,rootData}))){
vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
errors = vErrors.length;
}
var valid42 = _errs232 === errors;
if(!valid42){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/hooks/" + key8.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/hooks/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid41 = _errs230 === errors;
if(!valid41){
break;
}
}
}
if(_errs229 === errors){
if(data110.enabled !== undefined){
const _errs233 = errors;
if(typeof data110.enabled !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/hooks/enabled",schemaPath:"#/properties/hooks/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid43 = _errs233 === errors;
}
else {
var valid43 = true;
}
if(valid43){
if(data110.disabled !== undefined){
let data114 = data110.disabled;
const _errs235 = errors;
if(errors === _errs235){
if(Array.isArray(data114)){
var valid44 = true;
const len16 = data114.length;
for(let i16=0; i16<len16; i16++){
const _errs237 = errors;
if(typeof data114[i16] !== "string"){
validate10.errors = [{instancePath:instancePath+"/hooks/disabled/" + i16,schemaPath:"#/properties/hooks/properties/disabled/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid44 = _errs237 === errors;
if(!valid44){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/hooks/disabled",schemaPath:"#/properties/hooks/properties/disabled/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid43 = _errs235 === errors;
}
else {
var valid43 = true;
}
if(valid43){
if(data110.notifications !== undefined){
const _errs239 = errors;
if(typeof data110.notifications !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/hooks/notifications",schemaPath:"#/properties/hooks/properties/notifications/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid43 = _errs239 === errors;
}
else {
var valid43 = true;
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
var valid0 = _errs227 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.disableAllHooks !== undefined){
const _errs241 = errors;
if(typeof data.disableAllHooks !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/disableAllHooks",schemaPath:"#/properties/disableAllHooks/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs241 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.stopHookBlockingCap !== undefined){
let data118 = data.stopHookBlockingCap;
const _errs243 = errors;
if(!(((typeof data118 == "number") && (!(data118 % 1) && !isNaN(data118))) && (isFinite(data118)))){
validate10.errors = [{instancePath:instancePath+"/stopHookBlockingCap",schemaPath:"#/properties/stopHookBlockingCap/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs243){
if((typeof data118 == "number") && (isFinite(data118))){
if(data118 < 0 || isNaN(data118)){
validate10.errors = [{instancePath:instancePath+"/stopHookBlockingCap",schemaPath:"#/properties/stopHookBlockingCap/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs243 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.context !== undefined){
let data119 = data.context;
const _errs245 = errors;
if(errors === _errs245){
if(data119 && typeof data119 == "object" && !Array.isArray(data119)){
if(data119.fileName !== undefined){
let data120 = data119.fileName;
const _errs247 = errors;
if((typeof data120 !== "string") && (!(Array.isArray(data120)))){
validate10.errors = [{instancePath:instancePath+"/context/fileName",schemaPath:"#/properties/context/properties/fileName/type",keyword:"type",params:{type: schema11.properties.context.properties.fileName.type},message:"must be string,array"}];
return false;
}
if(errors === _errs247){
if(Array.isArray(data120)){
var valid46 = true;
const len17 = data120.length;
for(let i17=0; i17<len17; i17++){
const _errs249 = errors;
if(typeof data120[i17] !== "string"){
validate10.errors = [{instancePath:instancePath+"/context/fileName/" + i17,schemaPath:"#/properties/context/properties/fileName/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid46 = _errs249 === errors;
if(!valid46){
break;
}
}
}
}
var valid45 = _errs247 === errors;
}
else {
var valid45 = true;
}
if(valid45){
if(data119.includeDirectories !== undefined){
let data122 = data119.includeDirectories;
const _errs251 = errors;
if(errors === _errs251){
if(Array.isArray(data122)){
var valid47 = true;
const len18 = data122.length;
for(let i18=0; i18<len18; i18++){
const _errs253 = errors;
if(typeof data122[i18] !== "string"){
validate10.errors = [{instancePath:instancePath+"/context/includeDirectories/" + i18,schemaPath:"#/properties/context/properties/includeDirectories/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid47 = _errs253 === errors;
if(!valid47){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/context/includeDirectories",schemaPath:"#/properties/context/properties/includeDirectories/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid45 = _errs251 === errors;
}
else {
var valid45 = true;
}
if(valid45){
if(data119.loadFromIncludeDirectories !== undefined){
const _errs255 = errors;
if(typeof data119.loadFromIncludeDirectories !== "boolean"){
validate10.errors = [{instancePath:instancePath+"/context/loadFromIncludeDirectories",schemaPath:"#/properties/context/properties/loadFromIncludeDirectories/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid45 = _errs255 === errors;
}
else {
var valid45 = true;
}
if(valid45){
if(data119.autoCompactThreshold !== undefined){
let data125 = data119.autoCompactThreshold;
const _errs257 = errors;
if(errors === _errs257){
if((typeof data125 == "number") && (isFinite(data125))){
if(data125 > 1 || isNaN(data125)){
validate10.errors = [{instancePath:instancePath+"/context/autoCompactThreshold",schemaPath:"#/properties/context/properties/autoCompactThreshold/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"}];
return false;
}
else {
if(data125 < 0 || isNaN(data125)){
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
var valid45 = _errs257 === errors;
}
else {
var valid45 = true;
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
var valid0 = _errs245 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output !== undefined){
let data126 = data.output;
const _errs259 = errors;
if(errors === _errs259){
if(data126 && typeof data126 == "object" && !Array.isArray(data126)){
if(data126.format !== undefined){
let data127 = data126.format;
if(!((((data127 === "text") || (data127 === "json")) || (data127 === "stream-json")) || (data127 === "stream-chunk-json"))){
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
var valid0 = _errs259 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.general !== undefined){
let data128 = data.general;
const _errs262 = errors;
if(errors === _errs262){
if(data128 && typeof data128 == "object" && !Array.isArray(data128)){
if(data128.chatRecording !== undefined){
if(typeof data128.chatRecording !== "boolean"){
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
var valid0 = _errs262 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.advanced !== undefined){
let data130 = data.advanced;
const _errs266 = errors;
if(errors === _errs266){
if(data130 && typeof data130 == "object" && !Array.isArray(data130)){
if(data130.runtimeOutputDir !== undefined){
const _errs268 = errors;
if(typeof data130.runtimeOutputDir !== "string"){
validate10.errors = [{instancePath:instancePath+"/advanced/runtimeOutputDir",schemaPath:"#/properties/advanced/properties/runtimeOutputDir/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid50 = _errs268 === errors;
}
else {
var valid50 = true;
}
if(valid50){
if(data130.excludedEnvVars !== undefined){
let data132 = data130.excludedEnvVars;
const _errs270 = errors;
if(errors === _errs270){
if(Array.isArray(data132)){
var valid51 = true;
const len19 = data132.length;
for(let i19=0; i19<len19; i19++){
const _errs272 = errors;
if(typeof data132[i19] !== "string"){
validate10.errors = [{instancePath:instancePath+"/advanced/excludedEnvVars/" + i19,schemaPath:"#/properties/advanced/properties/excludedEnvVars/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid51 = _errs272 === errors;
if(!valid51){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/advanced/excludedEnvVars",schemaPath:"#/properties/advanced/properties/excludedEnvVars/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid50 = _errs270 === errors;
}
else {
var valid50 = true;
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
let data134 = data.env;
const _errs274 = errors;
if(errors === _errs274){
if(data134 && typeof data134 == "object" && !Array.isArray(data134)){
for(const key9 in data134){
const _errs277 = errors;
if(typeof data134[key9] !== "string"){
validate10.errors = [{instancePath:instancePath+"/env/" + key9.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid52 = _errs277 === errors;
if(!valid52){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/env",schemaPath:"#/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs274 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.proxy !== undefined){
const _errs279 = errors;
if(typeof data.proxy !== "string"){
validate10.errors = [{instancePath:instancePath+"/proxy",schemaPath:"#/properties/proxy/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs279 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.verify !== undefined){
const _errs281 = errors;
if(typeof data.verify !== "string"){
validate10.errors = [{instancePath:instancePath+"/verify",schemaPath:"#/properties/verify/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs281 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.slashCommands !== undefined){
let data138 = data.slashCommands;
const _errs283 = errors;
if(errors === _errs283){
if(data138 && typeof data138 == "object" && !Array.isArray(data138)){
if(data138.disabled !== undefined){
let data139 = data138.disabled;
const _errs285 = errors;
if(errors === _errs285){
if(Array.isArray(data139)){
var valid54 = true;
const len20 = data139.length;
for(let i20=0; i20<len20; i20++){
const _errs287 = errors;
if(typeof data139[i20] !== "string"){
validate10.errors = [{instancePath:instancePath+"/slashCommands/disabled/" + i20,schemaPath:"#/properties/slashCommands/properties/disabled/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid54 = _errs287 === errors;
if(!valid54){
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
var valid0 = _errs283 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.$version !== undefined){
let data141 = data.$version;
const _errs289 = errors;
if(!((typeof data141 == "number") && (isFinite(data141)))){
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
let data143 = data.fences;
const _errs293 = errors;
if(errors === _errs293){
if(data143 && typeof data143 == "object" && !Array.isArray(data143)){
if(data143.allowRead !== undefined){
let data144 = data143.allowRead;
const _errs295 = errors;
if(errors === _errs295){
if(Array.isArray(data144)){
var valid56 = true;
const len21 = data144.length;
for(let i21=0; i21<len21; i21++){
const _errs297 = errors;
if(typeof data144[i21] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowRead/" + i21,schemaPath:"#/properties/fences/properties/allowRead/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid56 = _errs297 === errors;
if(!valid56){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowRead",schemaPath:"#/properties/fences/properties/allowRead/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid55 = _errs295 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data143.allowWrite !== undefined){
let data146 = data143.allowWrite;
const _errs299 = errors;
if(errors === _errs299){
if(Array.isArray(data146)){
var valid57 = true;
const len22 = data146.length;
for(let i22=0; i22<len22; i22++){
const _errs301 = errors;
if(typeof data146[i22] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowWrite/" + i22,schemaPath:"#/properties/fences/properties/allowWrite/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid57 = _errs301 === errors;
if(!valid57){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowWrite",schemaPath:"#/properties/fences/properties/allowWrite/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid55 = _errs299 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data143.allowNet !== undefined){
let data148 = data143.allowNet;
const _errs303 = errors;
if(errors === _errs303){
if(Array.isArray(data148)){
var valid58 = true;
const len23 = data148.length;
for(let i23=0; i23<len23; i23++){
const _errs305 = errors;
if(typeof data148[i23] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowNet/" + i23,schemaPath:"#/properties/fences/properties/allowNet/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid58 = _errs305 === errors;
if(!valid58){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowNet",schemaPath:"#/properties/fences/properties/allowNet/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid55 = _errs303 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data143.allowRun !== undefined){
let data150 = data143.allowRun;
const _errs307 = errors;
if(errors === _errs307){
if(Array.isArray(data150)){
var valid59 = true;
const len24 = data150.length;
for(let i24=0; i24<len24; i24++){
const _errs309 = errors;
if(typeof data150[i24] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowRun/" + i24,schemaPath:"#/properties/fences/properties/allowRun/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid59 = _errs309 === errors;
if(!valid59){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowRun",schemaPath:"#/properties/fences/properties/allowRun/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid55 = _errs307 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data143.allowEnv !== undefined){
let data152 = data143.allowEnv;
const _errs311 = errors;
if(errors === _errs311){
if(Array.isArray(data152)){
var valid60 = true;
const len25 = data152.length;
for(let i25=0; i25<len25; i25++){
const _errs313 = errors;
if(typeof data152[i25] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/allowEnv/" + i25,schemaPath:"#/properties/fences/properties/allowEnv/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid60 = _errs313 === errors;
if(!valid60){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/allowEnv",schemaPath:"#/properties/fences/properties/allowEnv/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid55 = _errs311 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data143.denyRead !== undefined){
let data154 = data143.denyRead;
const _errs315 = errors;
if(errors === _errs315){
if(Array.isArray(data154)){
var valid61 = true;
const len26 = data154.length;
for(let i26=0; i26<len26; i26++){
const _errs317 = errors;
if(typeof data154[i26] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyRead/" + i26,schemaPath:"#/properties/fences/properties/denyRead/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid61 = _errs317 === errors;
if(!valid61){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyRead",schemaPath:"#/properties/fences/properties/denyRead/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid55 = _errs315 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data143.denyWrite !== undefined){
let data156 = data143.denyWrite;
const _errs319 = errors;
if(errors === _errs319){
if(Array.isArray(data156)){
var valid62 = true;
const len27 = data156.length;
for(let i27=0; i27<len27; i27++){
const _errs321 = errors;
if(typeof data156[i27] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyWrite/" + i27,schemaPath:"#/properties/fences/properties/denyWrite/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid62 = _errs321 === errors;
if(!valid62){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyWrite",schemaPath:"#/properties/fences/properties/denyWrite/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid55 = _errs319 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data143.denyNet !== undefined){
let data158 = data143.denyNet;
const _errs323 = errors;
if(errors === _errs323){
if(Array.isArray(data158)){
var valid63 = true;
const len28 = data158.length;
for(let i28=0; i28<len28; i28++){
const _errs325 = errors;
if(typeof data158[i28] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyNet/" + i28,schemaPath:"#/properties/fences/properties/denyNet/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid63 = _errs325 === errors;
if(!valid63){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyNet",schemaPath:"#/properties/fences/properties/denyNet/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid55 = _errs323 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data143.denyRun !== undefined){
let data160 = data143.denyRun;
const _errs327 = errors;
if(errors === _errs327){
if(Array.isArray(data160)){
var valid64 = true;
const len29 = data160.length;
for(let i29=0; i29<len29; i29++){
const _errs329 = errors;
if(typeof data160[i29] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyRun/" + i29,schemaPath:"#/properties/fences/properties/denyRun/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid64 = _errs329 === errors;
if(!valid64){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyRun",schemaPath:"#/properties/fences/properties/denyRun/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid55 = _errs327 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data143.denyEnv !== undefined){
let data162 = data143.denyEnv;
const _errs331 = errors;
if(errors === _errs331){
if(Array.isArray(data162)){
var valid65 = true;
const len30 = data162.length;
for(let i30=0; i30<len30; i30++){
const _errs333 = errors;
if(typeof data162[i30] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/denyEnv/" + i30,schemaPath:"#/properties/fences/properties/denyEnv/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid65 = _errs333 === errors;
if(!valid65){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/denyEnv",schemaPath:"#/properties/fences/properties/denyEnv/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid55 = _errs331 === errors;
}
else {
var valid55 = true;
}
if(valid55){
if(data143.passEnv !== undefined){
let data164 = data143.passEnv;
const _errs335 = errors;
if(errors === _errs335){
if(Array.isArray(data164)){
var valid66 = true;
const len31 = data164.length;
for(let i31=0; i31<len31; i31++){
const _errs337 = errors;
if(typeof data164[i31] !== "string"){
validate10.errors = [{instancePath:instancePath+"/fences/passEnv/" + i31,schemaPath:"#/properties/fences/properties/passEnv/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid66 = _errs337 === errors;
if(!valid66){
break;
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/fences/passEnv",schemaPath:"#/properties/fences/properties/passEnv/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid55 = _errs335 === errors;
}
else {
var valid55 = true;
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
