// Written by schemas/generate.ts from the schema beside it. Do not edit.
// @ts-self-types="./in.gen.d.ts"
"use strict";
export const validate = validate10;
export default validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"batch-in","title":"Job","type":"object","required":["id","prompt"],"additionalProperties":false,"not":{"required":["cwd","repo"]},"properties":{"id":{"type":"string","pattern":"^[A-Za-z0-9_-]{1,128}$"},"prompt":{"type":"string","minLength":1},"cwd":{"type":"string","minLength":1},"repo":{"type":"string","minLength":1},"model":{"type":"string","minLength":1},"provider":{"type":"string","minLength":1},"schema":{"type":["object","string"]},"approval":{"enum":["plan","default","auto-edit","auto","yolo"]},"budget":{"type":"object","additionalProperties":false,"properties":{"tokens":{"type":"integer","minimum":1},"usd":{"type":"number","minimum":0},"turns":{"type":"integer","minimum":0},"wall_ms":{"type":"integer","minimum":1}}},"verify":{"type":["string","object"],"minLength":1,"required":["command"],"additionalProperties":false,"properties":{"command":{"type":"string","minLength":1},"attempts":{"type":"integer","minimum":1,"maximum":100}}},"env":{"type":"object","propertyNames":{"pattern":"^[A-Za-z_][A-Za-z0-9_]*$"},"additionalProperties":{"type":"string"}},"traceparent":{"type":"string","pattern":"^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$"}},"$defs":{}};
const func2 = Object.prototype.hasOwnProperty;
const func3 = (text) => [...text].length;
const pattern0 = new RegExp("^[A-Za-z0-9_-]{1,128}$", "u");
const pattern1 = new RegExp("^[A-Za-z_][A-Za-z0-9_]*$", "u");
const pattern2 = new RegExp("^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$", "u");

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="batch-in" */;
let vErrors = null;
let errors = 0;
const _errs1 = errors;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.cwd === undefined) && (missing0 = "cwd")) || ((data.repo === undefined) && (missing0 = "repo"))){
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
var valid0 = _errs2 === errors;
if(valid0){
validate10.errors = [{instancePath,schemaPath:"#/not",keyword:"not",params:{},message:"must NOT be valid"}];
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
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.id === undefined) && (missing1 = "id")) || ((data.prompt === undefined) && (missing1 = "prompt"))){
validate10.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs3 = errors;
for(const key0 in data){
if(!(func2.call(schema11.properties, key0))){
validate10.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs3 === errors){
if(data.id !== undefined){
let data0 = data.id;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
validate10.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,128}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,128}$"+"\""}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.prompt !== undefined){
let data1 = data.prompt;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data1 === "string"){
if(func3(data1) < 1){
validate10.errors = [{instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.cwd !== undefined){
let data2 = data.cwd;
const _errs8 = errors;
if(errors === _errs8){
if(typeof data2 === "string"){
if(func3(data2) < 1){
validate10.errors = [{instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.repo !== undefined){
let data3 = data.repo;
const _errs10 = errors;
if(errors === _errs10){
if(typeof data3 === "string"){
if(func3(data3) < 1){
validate10.errors = [{instancePath:instancePath+"/repo",schemaPath:"#/properties/repo/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/repo",schemaPath:"#/properties/repo/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.model !== undefined){
let data4 = data.model;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data4 === "string"){
if(func3(data4) < 1){
validate10.errors = [{instancePath:instancePath+"/model",schemaPath:"#/properties/model/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.provider !== undefined){
let data5 = data.provider;
const _errs14 = errors;
if(errors === _errs14){
if(typeof data5 === "string"){
if(func3(data5) < 1){
validate10.errors = [{instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.schema !== undefined){
let data6 = data.schema;
const _errs16 = errors;
if((!(data6 && typeof data6 == "object" && !Array.isArray(data6))) && (typeof data6 !== "string")){
validate10.errors = [{instancePath:instancePath+"/schema",schemaPath:"#/properties/schema/type",keyword:"type",params:{type: schema11.properties.schema.type},message:"must be object,string"}];
return false;
}
var valid1 = _errs16 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.approval !== undefined){
let data7 = data.approval;
const _errs18 = errors;
if(!(((((data7 === "plan") || (data7 === "default")) || (data7 === "auto-edit")) || (data7 === "auto")) || (data7 === "yolo"))){
validate10.errors = [{instancePath:instancePath+"/approval",schemaPath:"#/properties/approval/enum",keyword:"enum",params:{allowedValues: schema11.properties.approval.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs18 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.budget !== undefined){
let data8 = data.budget;
const _errs19 = errors;
if(errors === _errs19){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
const _errs21 = errors;
for(const key1 in data8){
if(!((((key1 === "tokens") || (key1 === "usd")) || (key1 === "turns")) || (key1 === "wall_ms"))){
validate10.errors = [{instancePath:instancePath+"/budget",schemaPath:"#/properties/budget/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs21 === errors){
if(data8.tokens !== undefined){
let data9 = data8.tokens;
const _errs22 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate10.errors = [{instancePath:instancePath+"/budget/tokens",schemaPath:"#/properties/budget/properties/tokens/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs22){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 1 || isNaN(data9)){
validate10.errors = [{instancePath:instancePath+"/budget/tokens",schemaPath:"#/properties/budget/properties/tokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
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
if(data8.usd !== undefined){
let data10 = data8.usd;
const _errs24 = errors;
if(errors === _errs24){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 0 || isNaN(data10)){
validate10.errors = [{instancePath:instancePath+"/budget/usd",schemaPath:"#/properties/budget/properties/usd/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/budget/usd",schemaPath:"#/properties/budget/properties/usd/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
}
var valid2 = _errs24 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data8.turns !== undefined){
let data11 = data8.turns;
const _errs26 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate10.errors = [{instancePath:instancePath+"/budget/turns",schemaPath:"#/properties/budget/properties/turns/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs26){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 0 || isNaN(data11)){
validate10.errors = [{instancePath:instancePath+"/budget/turns",schemaPath:"#/properties/budget/properties/turns/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid2 = _errs26 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data8.wall_ms !== undefined){
let data12 = data8.wall_ms;
const _errs28 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate10.errors = [{instancePath:instancePath+"/budget/wall_ms",schemaPath:"#/properties/budget/properties/wall_ms/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs28){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 1 || isNaN(data12)){
validate10.errors = [{instancePath:instancePath+"/budget/wall_ms",schemaPath:"#/properties/budget/properties/wall_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid2 = _errs28 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/budget",schemaPath:"#/properties/budget/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs19 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.verify !== undefined){
let data13 = data.verify;
const _errs30 = errors;
if((typeof data13 !== "string") && (!(data13 && typeof data13 == "object" && !Array.isArray(data13)))){
validate10.errors = [{instancePath:instancePath+"/verify",schemaPath:"#/properties/verify/type",keyword:"type",params:{type: schema11.properties.verify.type},message:"must be string,object"}];
return false;
}
if(errors === _errs30){
if(typeof data13 === "string"){
if(func3(data13) < 1){
validate10.errors = [{instancePath:instancePath+"/verify",schemaPath:"#/properties/verify/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
if(errors === _errs30){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
let missing2;
if((data13.command === undefined) && (missing2 = "command")){
validate10.errors = [{instancePath:instancePath+"/verify",schemaPath:"#/properties/verify/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
const _errs32 = errors;
for(const key2 in data13){
if(!((key2 === "command") || (key2 === "attempts"))){
validate10.errors = [{instancePath:instancePath+"/verify",schemaPath:"#/properties/verify/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs32 === errors){
if(data13.command !== undefined){
let data14 = data13.command;
const _errs33 = errors;
if(errors === _errs33){
if(typeof data14 === "string"){
if(func3(data14) < 1){
validate10.errors = [{instancePath:instancePath+"/verify/command",schemaPath:"#/properties/verify/properties/command/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/verify/command",schemaPath:"#/properties/verify/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid3 = _errs33 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.attempts !== undefined){
let data15 = data13.attempts;
const _errs35 = errors;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
validate10.errors = [{instancePath:instancePath+"/verify/attempts",schemaPath:"#/properties/verify/properties/attempts/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs35){
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 100 || isNaN(data15)){
validate10.errors = [{instancePath:instancePath+"/verify/attempts",schemaPath:"#/properties/verify/properties/attempts/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"}];
return false;
}
else {
if(data15 < 1 || isNaN(data15)){
validate10.errors = [{instancePath:instancePath+"/verify/attempts",schemaPath:"#/properties/verify/properties/attempts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
}
var valid3 = _errs35 === errors;
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
var valid1 = _errs30 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.env !== undefined){
let data16 = data.env;
const _errs37 = errors;
if(errors === _errs37){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
for(const key3 in data16){
const _errs39 = errors;
if(typeof key3 === "string"){
if(!pattern1.test(key3)){
const err1 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z_][A-Za-z0-9_]*$"},message:"must match pattern \""+"^[A-Za-z_][A-Za-z0-9_]*$"+"\"",propertyName:key3};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var valid4 = _errs39 === errors;
if(!valid4){
const err2 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/propertyNames",keyword:"propertyNames",params:{propertyName: key3},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate10.errors = vErrors;
return false;
break;
}
}
if(valid4){
for(const key4 in data16){
const _errs41 = errors;
if(typeof data16[key4] !== "string"){
validate10.errors = [{instancePath:instancePath+"/env/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs41 === errors;
if(!valid5){
break;
}
}
}
}
else {
validate10.errors = [{instancePath:instancePath+"/env",schemaPath:"#/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs37 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.traceparent !== undefined){
let data18 = data.traceparent;
const _errs43 = errors;
if(errors === _errs43){
if(typeof data18 === "string"){
if(!pattern2.test(data18)){
validate10.errors = [{instancePath:instancePath+"/traceparent",schemaPath:"#/properties/traceparent/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$"},message:"must match pattern \""+"^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$"+"\""}];
return false;
}
}
else {
validate10.errors = [{instancePath:instancePath+"/traceparent",schemaPath:"#/properties/traceparent/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs43 === errors;
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
