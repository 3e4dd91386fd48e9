// Written by schemas/generate.ts from the tools in lib/tools. Do not edit.
// @ts-self-types="./tools.gen.d.ts"
"use strict";
export const read_file = validate10;
const schema11 = {"type":"object","properties":{"file_path":{"type":"string"},"offset":{"type":"integer","minimum":0},"limit":{"type":"integer","minimum":1},"pages":{"type":"string"}},"required":["file_path"]};
const func0 = Object.prototype.hasOwnProperty;

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.file_path === undefined) || (!(func0.call(data, "file_path")))) && (missing0 = "file_path")){
validate10.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.file_path !== undefined && func0.call(data, "file_path")){
const _errs1 = errors;
if(typeof data.file_path !== "string"){
validate10.errors = [{instancePath:instancePath+"/file_path",schemaPath:"#/properties/file_path/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.offset !== undefined && func0.call(data, "offset")){
let data1 = data.offset;
const _errs3 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate10.errors = [{instancePath:instancePath+"/offset",schemaPath:"#/properties/offset/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs3){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
validate10.errors = [{instancePath:instancePath+"/offset",schemaPath:"#/properties/offset/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.limit !== undefined && func0.call(data, "limit")){
let data2 = data.limit;
const _errs5 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate10.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs5){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 1 || isNaN(data2)){
validate10.errors = [{instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pages !== undefined && func0.call(data, "pages")){
const _errs7 = errors;
if(typeof data.pages !== "string"){
validate10.errors = [{instancePath:instancePath+"/pages",schemaPath:"#/properties/pages/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
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

export const read_many_files = validate11;
const schema12 = {"type":"object","properties":{"paths":{"type":"array","items":{"type":"string"},"minItems":1},"include":{"type":"array","items":{"type":"string"}},"exclude":{"type":"array","items":{"type":"string"}},"recursive":{"type":"boolean"}},"required":["paths"]};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.paths === undefined) || (!(func0.call(data, "paths")))) && (missing0 = "paths")){
validate11.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.paths !== undefined && func0.call(data, "paths")){
let data0 = data.paths;
const _errs1 = errors;
if(errors === _errs1){
if(Array.isArray(data0)){
if(data0.length < 1){
validate11.errors = [{instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
const _errs3 = errors;
if(typeof data0[i0] !== "string"){
validate11.errors = [{instancePath:instancePath+"/paths/" + i0,schemaPath:"#/properties/paths/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs3 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.include !== undefined && func0.call(data, "include")){
let data2 = data.include;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data2)){
var valid2 = true;
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
const _errs7 = errors;
if(typeof data2[i1] !== "string"){
validate11.errors = [{instancePath:instancePath+"/include/" + i1,schemaPath:"#/properties/include/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs7 === errors;
if(!valid2){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/include",schemaPath:"#/properties/include/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.exclude !== undefined && func0.call(data, "exclude")){
let data4 = data.exclude;
const _errs9 = errors;
if(errors === _errs9){
if(Array.isArray(data4)){
var valid3 = true;
const len2 = data4.length;
for(let i2=0; i2<len2; i2++){
const _errs11 = errors;
if(typeof data4[i2] !== "string"){
validate11.errors = [{instancePath:instancePath+"/exclude/" + i2,schemaPath:"#/properties/exclude/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs11 === errors;
if(!valid3){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/exclude",schemaPath:"#/properties/exclude/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.recursive !== undefined && func0.call(data, "recursive")){
const _errs13 = errors;
if(typeof data.recursive !== "boolean"){
validate11.errors = [{instancePath:instancePath+"/recursive",schemaPath:"#/properties/recursive/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
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

export const list_directory = validate12;
const schema13 = {"type":"object","properties":{"path":{"type":"string"},"ignore":{"type":"array","items":{"type":"string"}},"file_filtering_options":{"type":"object","properties":{"respect_git_ignore":{"type":"boolean"},"respect_qwen_ignore":{"type":"boolean"}}}},"required":["path"]};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.path === undefined) || (!(func0.call(data, "path")))) && (missing0 = "path")){
validate12.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.path !== undefined && func0.call(data, "path")){
const _errs1 = errors;
if(typeof data.path !== "string"){
validate12.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.ignore !== undefined && func0.call(data, "ignore")){
let data1 = data.ignore;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
const _errs5 = errors;
if(typeof data1[i0] !== "string"){
validate12.errors = [{instancePath:instancePath+"/ignore/" + i0,schemaPath:"#/properties/ignore/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/ignore",schemaPath:"#/properties/ignore/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.file_filtering_options !== undefined && func0.call(data, "file_filtering_options")){
let data3 = data.file_filtering_options;
const _errs7 = errors;
if(errors === _errs7){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.respect_git_ignore !== undefined && func0.call(data3, "respect_git_ignore")){
const _errs9 = errors;
if(typeof data3.respect_git_ignore !== "boolean"){
validate12.errors = [{instancePath:instancePath+"/file_filtering_options/respect_git_ignore",schemaPath:"#/properties/file_filtering_options/properties/respect_git_ignore/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.respect_qwen_ignore !== undefined && func0.call(data3, "respect_qwen_ignore")){
const _errs11 = errors;
if(typeof data3.respect_qwen_ignore !== "boolean"){
validate12.errors = [{instancePath:instancePath+"/file_filtering_options/respect_qwen_ignore",schemaPath:"#/properties/file_filtering_options/properties/respect_qwen_ignore/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/file_filtering_options",schemaPath:"#/properties/file_filtering_options/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs7 === errors;
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

export const glob = validate13;
const schema14 = {"type":"object","properties":{"pattern":{"type":"string"},"path":{"type":"string"}},"required":["pattern"]};

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.pattern === undefined) || (!(func0.call(data, "pattern")))) && (missing0 = "pattern")){
validate13.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.pattern !== undefined && func0.call(data, "pattern")){
const _errs1 = errors;
if(typeof data.pattern !== "string"){
validate13.errors = [{instancePath:instancePath+"/pattern",schemaPath:"#/properties/pattern/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.path !== undefined && func0.call(data, "path")){
const _errs3 = errors;
if(typeof data.path !== "string"){
validate13.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
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

export const grep_search = validate14;
const schema15 = {"type":"object","properties":{"pattern":{"type":"string"},"path":{"type":"string"},"glob":{"type":"string"},"type":{"type":"string"},"output_mode":{"type":"string","enum":["content","files_with_matches","count"]},"-A":{"type":"integer","minimum":0,"maximum":50},"-B":{"type":"integer","minimum":0,"maximum":50},"-C":{"type":"integer","minimum":0,"maximum":50},"-i":{"type":"boolean"},"case_sensitive":{"type":"boolean"},"-n":{"type":"boolean"},"multiline":{"type":"boolean"},"head_limit":{"type":"integer","minimum":1}},"required":["pattern"]};

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.pattern === undefined) || (!(func0.call(data, "pattern")))) && (missing0 = "pattern")){
validate14.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.pattern !== undefined && func0.call(data, "pattern")){
const _errs1 = errors;
if(typeof data.pattern !== "string"){
validate14.errors = [{instancePath:instancePath+"/pattern",schemaPath:"#/properties/pattern/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.path !== undefined && func0.call(data, "path")){
const _errs3 = errors;
if(typeof data.path !== "string"){
validate14.errors = [{instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.glob !== undefined && func0.call(data, "glob")){
const _errs5 = errors;
if(typeof data.glob !== "string"){
validate14.errors = [{instancePath:instancePath+"/glob",schemaPath:"#/properties/glob/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.type !== undefined && func0.call(data, "type")){
const _errs7 = errors;
if(typeof data.type !== "string"){
validate14.errors = [{instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.output_mode !== undefined && func0.call(data, "output_mode")){
let data4 = data.output_mode;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate14.errors = [{instancePath:instancePath+"/output_mode",schemaPath:"#/properties/output_mode/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data4 === "content") || (data4 === "files_with_matches")) || (data4 === "count"))){
validate14.errors = [{instancePath:instancePath+"/output_mode",schemaPath:"#/properties/output_mode/enum",keyword:"enum",params:{allowedValues: schema15.properties.output_mode.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data["-A"] !== undefined && func0.call(data, "-A")){
let data5 = data["-A"];
const _errs11 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate14.errors = [{instancePath:instancePath+"/-A",schemaPath:"#/properties/-A/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs11){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 50 || isNaN(data5)){
validate14.errors = [{instancePath:instancePath+"/-A",schemaPath:"#/properties/-A/maximum",keyword:"maximum",params:{comparison: "<=", limit: 50},message:"must be <= 50"}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate14.errors = [{instancePath:instancePath+"/-A",schemaPath:"#/properties/-A/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data["-B"] !== undefined && func0.call(data, "-B")){
let data6 = data["-B"];
const _errs13 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate14.errors = [{instancePath:instancePath+"/-B",schemaPath:"#/properties/-B/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs13){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 50 || isNaN(data6)){
validate14.errors = [{instancePath:instancePath+"/-B",schemaPath:"#/properties/-B/maximum",keyword:"maximum",params:{comparison: "<=", limit: 50},message:"must be <= 50"}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate14.errors = [{instancePath:instancePath+"/-B",schemaPath:"#/properties/-B/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data["-C"] !== undefined && func0.call(data, "-C")){
let data7 = data["-C"];
const _errs15 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate14.errors = [{instancePath:instancePath+"/-C",schemaPath:"#/properties/-C/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs15){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 50 || isNaN(data7)){
validate14.errors = [{instancePath:instancePath+"/-C",schemaPath:"#/properties/-C/maximum",keyword:"maximum",params:{comparison: "<=", limit: 50},message:"must be <= 50"}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate14.errors = [{instancePath:instancePath+"/-C",schemaPath:"#/properties/-C/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data["-i"] !== undefined && func0.call(data, "-i")){
const _errs17 = errors;
if(typeof data["-i"] !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/-i",schemaPath:"#/properties/-i/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.case_sensitive !== undefined && func0.call(data, "case_sensitive")){
const _errs19 = errors;
if(typeof data.case_sensitive !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/case_sensitive",schemaPath:"#/properties/case_sensitive/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data["-n"] !== undefined && func0.call(data, "-n")){
const _errs21 = errors;
if(typeof data["-n"] !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/-n",schemaPath:"#/properties/-n/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.multiline !== undefined && func0.call(data, "multiline")){
const _errs23 = errors;
if(typeof data.multiline !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/multiline",schemaPath:"#/properties/multiline/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.head_limit !== undefined && func0.call(data, "head_limit")){
let data12 = data.head_limit;
const _errs25 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate14.errors = [{instancePath:instancePath+"/head_limit",schemaPath:"#/properties/head_limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs25){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 1 || isNaN(data12)){
validate14.errors = [{instancePath:instancePath+"/head_limit",schemaPath:"#/properties/head_limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs25 === errors;
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
else {
validate14.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate14.errors = vErrors;
return errors === 0;
}

export const edit = validate15;
const schema16 = {"type":"object","properties":{"file_path":{"type":"string"},"old_string":{"type":"string"},"new_string":{"type":"string"},"replace_all":{"type":"boolean"},"edits":{"type":"array","minItems":1,"items":{"type":"object","properties":{"old_string":{"type":"string"},"new_string":{"type":"string"},"replace_all":{"type":"boolean"}},"required":["old_string","new_string"]}}},"required":["file_path"]};

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.file_path === undefined) || (!(func0.call(data, "file_path")))) && (missing0 = "file_path")){
validate15.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.file_path !== undefined && func0.call(data, "file_path")){
const _errs1 = errors;
if(typeof data.file_path !== "string"){
validate15.errors = [{instancePath:instancePath+"/file_path",schemaPath:"#/properties/file_path/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.old_string !== undefined && func0.call(data, "old_string")){
const _errs3 = errors;
if(typeof data.old_string !== "string"){
validate15.errors = [{instancePath:instancePath+"/old_string",schemaPath:"#/properties/old_string/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.new_string !== undefined && func0.call(data, "new_string")){
const _errs5 = errors;
if(typeof data.new_string !== "string"){
validate15.errors = [{instancePath:instancePath+"/new_string",schemaPath:"#/properties/new_string/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.replace_all !== undefined && func0.call(data, "replace_all")){
const _errs7 = errors;
if(typeof data.replace_all !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/replace_all",schemaPath:"#/properties/replace_all/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.edits !== undefined && func0.call(data, "edits")){
let data4 = data.edits;
const _errs9 = errors;
if(errors === _errs9){
if(Array.isArray(data4)){
if(data4.length < 1){
validate15.errors = [{instancePath:instancePath+"/edits",schemaPath:"#/properties/edits/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
const _errs11 = errors;
if(errors === _errs11){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing1;
if((((data5.old_string === undefined) || (!(func0.call(data5, "old_string")))) && (missing1 = "old_string")) || (((data5.new_string === undefined) || (!(func0.call(data5, "new_string")))) && (missing1 = "new_string"))){
validate15.errors = [{instancePath:instancePath+"/edits/" + i0,schemaPath:"#/properties/edits/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data5.old_string !== undefined && func0.call(data5, "old_string")){
const _errs13 = errors;
if(typeof data5.old_string !== "string"){
validate15.errors = [{instancePath:instancePath+"/edits/" + i0+"/old_string",schemaPath:"#/properties/edits/items/properties/old_string/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.new_string !== undefined && func0.call(data5, "new_string")){
const _errs15 = errors;
if(typeof data5.new_string !== "string"){
validate15.errors = [{instancePath:instancePath+"/edits/" + i0+"/new_string",schemaPath:"#/properties/edits/items/properties/new_string/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.replace_all !== undefined && func0.call(data5, "replace_all")){
const _errs17 = errors;
if(typeof data5.replace_all !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/edits/" + i0+"/replace_all",schemaPath:"#/properties/edits/items/properties/replace_all/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/edits/" + i0,schemaPath:"#/properties/edits/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs11 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/edits",schemaPath:"#/properties/edits/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs9 === errors;
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
validate15.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate15.errors = vErrors;
return errors === 0;
}

export const apply_patch = validate16;
const schema17 = {"type":"object","properties":{"patch":{"type":"string"}},"required":["patch"]};

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.patch === undefined) || (!(func0.call(data, "patch")))) && (missing0 = "patch")){
validate16.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.patch !== undefined && func0.call(data, "patch")){
if(typeof data.patch !== "string"){
validate16.errors = [{instancePath:instancePath+"/patch",schemaPath:"#/properties/patch/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
}
else {
validate16.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate16.errors = vErrors;
return errors === 0;
}

export const write_file = validate17;
const schema18 = {"type":"object","properties":{"file_path":{"type":"string"},"content":{"type":"string"},"record_as_artifact":{"type":"boolean"}},"required":["file_path","content"]};

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.file_path === undefined) || (!(func0.call(data, "file_path")))) && (missing0 = "file_path")) || (((data.content === undefined) || (!(func0.call(data, "content")))) && (missing0 = "content"))){
validate17.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.file_path !== undefined && func0.call(data, "file_path")){
const _errs1 = errors;
if(typeof data.file_path !== "string"){
validate17.errors = [{instancePath:instancePath+"/file_path",schemaPath:"#/properties/file_path/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.content !== undefined && func0.call(data, "content")){
const _errs3 = errors;
if(typeof data.content !== "string"){
validate17.errors = [{instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.record_as_artifact !== undefined && func0.call(data, "record_as_artifact")){
const _errs5 = errors;
if(typeof data.record_as_artifact !== "boolean"){
validate17.errors = [{instancePath:instancePath+"/record_as_artifact",schemaPath:"#/properties/record_as_artifact/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
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

export const notebook_edit = validate18;
const schema19 = {"type":"object","properties":{"notebook_path":{"type":"string"},"new_source":{"type":"string"},"cell_id":{"type":"string"},"cell_type":{"type":"string","enum":["code","markdown"]},"edit_mode":{"type":"string","enum":["replace","insert","delete"]}},"required":["notebook_path","new_source"]};

function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.notebook_path === undefined) || (!(func0.call(data, "notebook_path")))) && (missing0 = "notebook_path")) || (((data.new_source === undefined) || (!(func0.call(data, "new_source")))) && (missing0 = "new_source"))){
validate18.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.notebook_path !== undefined && func0.call(data, "notebook_path")){
const _errs1 = errors;
if(typeof data.notebook_path !== "string"){
validate18.errors = [{instancePath:instancePath+"/notebook_path",schemaPath:"#/properties/notebook_path/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.new_source !== undefined && func0.call(data, "new_source")){
const _errs3 = errors;
if(typeof data.new_source !== "string"){
validate18.errors = [{instancePath:instancePath+"/new_source",schemaPath:"#/properties/new_source/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cell_id !== undefined && func0.call(data, "cell_id")){
const _errs5 = errors;
if(typeof data.cell_id !== "string"){
validate18.errors = [{instancePath:instancePath+"/cell_id",schemaPath:"#/properties/cell_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cell_type !== undefined && func0.call(data, "cell_type")){
let data3 = data.cell_type;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate18.errors = [{instancePath:instancePath+"/cell_type",schemaPath:"#/properties/cell_type/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data3 === "code") || (data3 === "markdown"))){
validate18.errors = [{instancePath:instancePath+"/cell_type",schemaPath:"#/properties/cell_type/enum",keyword:"enum",params:{allowedValues: schema19.properties.cell_type.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.edit_mode !== undefined && func0.call(data, "edit_mode")){
let data4 = data.edit_mode;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate18.errors = [{instancePath:instancePath+"/edit_mode",schemaPath:"#/properties/edit_mode/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data4 === "replace") || (data4 === "insert")) || (data4 === "delete"))){
validate18.errors = [{instancePath:instancePath+"/edit_mode",schemaPath:"#/properties/edit_mode/enum",keyword:"enum",params:{allowedValues: schema19.properties.edit_mode.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs9 === errors;
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
validate18.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate18.errors = vErrors;
return errors === 0;
}

export const run_shell_command = validate19;
const schema20 = {"type":"object","properties":{"command":{"type":"string"},"is_background":{"type":"boolean"},"timeout":{"type":"integer","minimum":1,"maximum":600000},"description":{"type":"string"},"directory":{"type":"string"}},"required":["command"]};

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.command === undefined) || (!(func0.call(data, "command")))) && (missing0 = "command")){
validate19.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.command !== undefined && func0.call(data, "command")){
const _errs1 = errors;
if(typeof data.command !== "string"){
validate19.errors = [{instancePath:instancePath+"/command",schemaPath:"#/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.is_background !== undefined && func0.call(data, "is_background")){
const _errs3 = errors;
if(typeof data.is_background !== "boolean"){
validate19.errors = [{instancePath:instancePath+"/is_background",schemaPath:"#/properties/is_background/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout !== undefined && func0.call(data, "timeout")){
let data2 = data.timeout;
const _errs5 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate19.errors = [{instancePath:instancePath+"/timeout",schemaPath:"#/properties/timeout/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs5){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 600000 || isNaN(data2)){
validate19.errors = [{instancePath:instancePath+"/timeout",schemaPath:"#/properties/timeout/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600000},message:"must be <= 600000"}];
return false;
}
else {
if(data2 < 1 || isNaN(data2)){
validate19.errors = [{instancePath:instancePath+"/timeout",schemaPath:"#/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.description !== undefined && func0.call(data, "description")){
const _errs7 = errors;
if(typeof data.description !== "string"){
validate19.errors = [{instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.directory !== undefined && func0.call(data, "directory")){
const _errs9 = errors;
if(typeof data.directory !== "string"){
validate19.errors = [{instancePath:instancePath+"/directory",schemaPath:"#/properties/directory/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs9 === errors;
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
validate19.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate19.errors = vErrors;
return errors === 0;
}

export const task_output = validate20;
const schema21 = {"type":"object","properties":{"task_id":{"type":"string"},"wait_ms":{"type":"integer","minimum":0,"maximum":600000},"block":{"type":"boolean"}},"required":["task_id"]};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.task_id === undefined) || (!(func0.call(data, "task_id")))) && (missing0 = "task_id")){
validate20.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.task_id !== undefined && func0.call(data, "task_id")){
const _errs1 = errors;
if(typeof data.task_id !== "string"){
validate20.errors = [{instancePath:instancePath+"/task_id",schemaPath:"#/properties/task_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.wait_ms !== undefined && func0.call(data, "wait_ms")){
let data1 = data.wait_ms;
const _errs3 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate20.errors = [{instancePath:instancePath+"/wait_ms",schemaPath:"#/properties/wait_ms/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs3){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 600000 || isNaN(data1)){
validate20.errors = [{instancePath:instancePath+"/wait_ms",schemaPath:"#/properties/wait_ms/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600000},message:"must be <= 600000"}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate20.errors = [{instancePath:instancePath+"/wait_ms",schemaPath:"#/properties/wait_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
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
if(data.block !== undefined && func0.call(data, "block")){
const _errs5 = errors;
if(typeof data.block !== "boolean"){
validate20.errors = [{instancePath:instancePath+"/block",schemaPath:"#/properties/block/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
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

export const task_stop = validate21;
const schema22 = {"type":"object","properties":{"task_id":{"type":"string"}},"required":["task_id"]};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.task_id === undefined) || (!(func0.call(data, "task_id")))) && (missing0 = "task_id")){
validate21.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.task_id !== undefined && func0.call(data, "task_id")){
if(typeof data.task_id !== "string"){
validate21.errors = [{instancePath:instancePath+"/task_id",schemaPath:"#/properties/task_id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
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

export const todo_write = validate22;
const schema23 = {"type":"object","properties":{"todos":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"content":{"type":"string","minLength":1},"status":{"type":"string","enum":["pending","in_progress","completed"]},"blockedBy":{"type":"array","items":{"type":"string"}}},"required":["content","status"]}}},"required":["todos"]};
const func121 = (text) => [...text].length;

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.todos === undefined) || (!(func0.call(data, "todos")))) && (missing0 = "todos")){
validate22.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.todos !== undefined && func0.call(data, "todos")){
let data0 = data.todos;
const _errs1 = errors;
if(errors === _errs1){
if(Array.isArray(data0)){
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if((((data1.content === undefined) || (!(func0.call(data1, "content")))) && (missing1 = "content")) || (((data1.status === undefined) || (!(func0.call(data1, "status")))) && (missing1 = "status"))){
validate22.errors = [{instancePath:instancePath+"/todos/" + i0,schemaPath:"#/properties/todos/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data1.id !== undefined && func0.call(data1, "id")){
const _errs5 = errors;
if(typeof data1.id !== "string"){
validate22.errors = [{instancePath:instancePath+"/todos/" + i0+"/id",schemaPath:"#/properties/todos/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.content !== undefined && func0.call(data1, "content")){
let data3 = data1.content;
const _errs7 = errors;
if(errors === _errs7){
if(typeof data3 === "string"){
if(func121(data3) < 1){
validate22.errors = [{instancePath:instancePath+"/todos/" + i0+"/content",schemaPath:"#/properties/todos/items/properties/content/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate22.errors = [{instancePath:instancePath+"/todos/" + i0+"/content",schemaPath:"#/properties/todos/items/properties/content/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.status !== undefined && func0.call(data1, "status")){
let data4 = data1.status;
const _errs9 = errors;
if(typeof data4 !== "string"){
validate22.errors = [{instancePath:instancePath+"/todos/" + i0+"/status",schemaPath:"#/properties/todos/items/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data4 === "pending") || (data4 === "in_progress")) || (data4 === "completed"))){
validate22.errors = [{instancePath:instancePath+"/todos/" + i0+"/status",schemaPath:"#/properties/todos/items/properties/status/enum",keyword:"enum",params:{allowedValues: schema23.properties.todos.items.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.blockedBy !== undefined && func0.call(data1, "blockedBy")){
let data5 = data1.blockedBy;
const _errs11 = errors;
if(errors === _errs11){
if(Array.isArray(data5)){
var valid3 = true;
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
const _errs13 = errors;
if(typeof data5[i1] !== "string"){
validate22.errors = [{instancePath:instancePath+"/todos/" + i0+"/blockedBy/" + i1,schemaPath:"#/properties/todos/items/properties/blockedBy/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs13 === errors;
if(!valid3){
break;
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/todos/" + i0+"/blockedBy",schemaPath:"#/properties/todos/items/properties/blockedBy/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
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
else {
validate22.errors = [{instancePath:instancePath+"/todos/" + i0,schemaPath:"#/properties/todos/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs3 === errors;
if(!valid1){
break;
}
}
}
else {
validate22.errors = [{instancePath:instancePath+"/todos",schemaPath:"#/properties/todos/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
}
}
}
else {
validate22.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}

export const task_create = validate23;
const schema24 = {"type":"object","properties":{"subject":{"type":"string","minLength":1},"description":{"type":"string"},"activeForm":{"type":"string"},"metadata":{"type":"object"}},"required":["subject","description"]};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.subject === undefined) || (!(func0.call(data, "subject")))) && (missing0 = "subject")) || (((data.description === undefined) || (!(func0.call(data, "description")))) && (missing0 = "description"))){
validate23.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.subject !== undefined && func0.call(data, "subject")){
let data0 = data.subject;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(func121(data0) < 1){
validate23.errors = [{instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate23.errors = [{instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.description !== undefined && func0.call(data, "description")){
const _errs3 = errors;
if(typeof data.description !== "string"){
validate23.errors = [{instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.activeForm !== undefined && func0.call(data, "activeForm")){
const _errs5 = errors;
if(typeof data.activeForm !== "string"){
validate23.errors = [{instancePath:instancePath+"/activeForm",schemaPath:"#/properties/activeForm/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined && func0.call(data, "metadata")){
let data3 = data.metadata;
const _errs7 = errors;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
validate23.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate23.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate23.errors = vErrors;
return errors === 0;
}

export const task_get = validate24;
const schema25 = {"type":"object","properties":{"taskId":{"type":"string"}},"required":["taskId"]};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.taskId === undefined) || (!(func0.call(data, "taskId")))) && (missing0 = "taskId")){
validate24.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.taskId !== undefined && func0.call(data, "taskId")){
if(typeof data.taskId !== "string"){
validate24.errors = [{instancePath:instancePath+"/taskId",schemaPath:"#/properties/taskId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
}
else {
validate24.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate24.errors = vErrors;
return errors === 0;
}

export const task_update = validate25;
const schema26 = {"type":"object","properties":{"taskId":{"type":"string"},"status":{"type":"string","enum":["pending","in_progress","completed","deleted"]},"subject":{"type":"string","minLength":1},"description":{"type":"string"},"activeForm":{"type":"string"},"owner":{"type":"string"},"addBlocks":{"type":"array","items":{"type":"string"}},"addBlockedBy":{"type":"array","items":{"type":"string"}},"metadata":{"type":"object"}},"required":["taskId"]};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.taskId === undefined) || (!(func0.call(data, "taskId")))) && (missing0 = "taskId")){
validate25.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.taskId !== undefined && func0.call(data, "taskId")){
const _errs1 = errors;
if(typeof data.taskId !== "string"){
validate25.errors = [{instancePath:instancePath+"/taskId",schemaPath:"#/properties/taskId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined && func0.call(data, "status")){
let data1 = data.status;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate25.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((data1 === "pending") || (data1 === "in_progress")) || (data1 === "completed")) || (data1 === "deleted"))){
validate25.errors = [{instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema26.properties.status.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.subject !== undefined && func0.call(data, "subject")){
let data2 = data.subject;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(func121(data2) < 1){
validate25.errors = [{instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate25.errors = [{instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.description !== undefined && func0.call(data, "description")){
const _errs7 = errors;
if(typeof data.description !== "string"){
validate25.errors = [{instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.activeForm !== undefined && func0.call(data, "activeForm")){
const _errs9 = errors;
if(typeof data.activeForm !== "string"){
validate25.errors = [{instancePath:instancePath+"/activeForm",schemaPath:"#/properties/activeForm/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.owner !== undefined && func0.call(data, "owner")){
const _errs11 = errors;
if(typeof data.owner !== "string"){
validate25.errors = [{instancePath:instancePath+"/owner",schemaPath:"#/properties/owner/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.addBlocks !== undefined && func0.call(data, "addBlocks")){
let data6 = data.addBlocks;
const _errs13 = errors;
if(errors === _errs13){
if(Array.isArray(data6)){
var valid1 = true;
const len0 = data6.length;
for(let i0=0; i0<len0; i0++){
const _errs15 = errors;
if(typeof data6[i0] !== "string"){
validate25.errors = [{instancePath:instancePath+"/addBlocks/" + i0,schemaPath:"#/properties/addBlocks/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs15 === errors;
if(!valid1){
break;
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/addBlocks",schemaPath:"#/properties/addBlocks/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.addBlockedBy !== undefined && func0.call(data, "addBlockedBy")){
let data8 = data.addBlockedBy;
const _errs17 = errors;
if(errors === _errs17){
if(Array.isArray(data8)){
var valid2 = true;
const len1 = data8.length;
for(let i1=0; i1<len1; i1++){
const _errs19 = errors;
if(typeof data8[i1] !== "string"){
validate25.errors = [{instancePath:instancePath+"/addBlockedBy/" + i1,schemaPath:"#/properties/addBlockedBy/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs19 === errors;
if(!valid2){
break;
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/addBlockedBy",schemaPath:"#/properties/addBlockedBy/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined && func0.call(data, "metadata")){
let data10 = data.metadata;
const _errs21 = errors;
if(!(data10 && typeof data10 == "object" && !Array.isArray(data10))){
validate25.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"}];
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
}
else {
validate25.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate25.errors = vErrors;
return errors === 0;
}

export const task_list = validate26;
const schema27 = {"type":"object","properties":{}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(!(data && typeof data == "object" && !Array.isArray(data))){
validate26.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate26.errors = vErrors;
return errors === 0;
}

export const web_fetch = validate27;
const schema28 = {"type":"object","properties":{"url":{"type":"string"},"prompt":{"type":"string"},"format":{"type":"string","enum":["auto","markdown","html","text"]}},"required":["url","prompt"]};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.url === undefined) || (!(func0.call(data, "url")))) && (missing0 = "url")) || (((data.prompt === undefined) || (!(func0.call(data, "prompt")))) && (missing0 = "prompt"))){
validate27.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.url !== undefined && func0.call(data, "url")){
const _errs1 = errors;
if(typeof data.url !== "string"){
validate27.errors = [{instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.prompt !== undefined && func0.call(data, "prompt")){
const _errs3 = errors;
if(typeof data.prompt !== "string"){
validate27.errors = [{instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.format !== undefined && func0.call(data, "format")){
let data2 = data.format;
const _errs5 = errors;
if(typeof data2 !== "string"){
validate27.errors = [{instancePath:instancePath+"/format",schemaPath:"#/properties/format/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((data2 === "auto") || (data2 === "markdown")) || (data2 === "html")) || (data2 === "text"))){
validate27.errors = [{instancePath:instancePath+"/format",schemaPath:"#/properties/format/enum",keyword:"enum",params:{allowedValues: schema28.properties.format.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate27.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate27.errors = vErrors;
return errors === 0;
}

export const web_search = validate28;
const schema29 = {"type":"object","properties":{"query":{"type":"string","minLength":2},"allowed_domains":{"type":"array","items":{"type":"string"}},"blocked_domains":{"type":"array","items":{"type":"string"}}},"required":["query"]};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.query === undefined) || (!(func0.call(data, "query")))) && (missing0 = "query")){
validate28.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.query !== undefined && func0.call(data, "query")){
let data0 = data.query;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(func121(data0) < 2){
validate28.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/minLength",keyword:"minLength",params:{limit: 2},message:"must NOT have fewer than 2 characters"}];
return false;
}
}
else {
validate28.errors = [{instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.allowed_domains !== undefined && func0.call(data, "allowed_domains")){
let data1 = data.allowed_domains;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
const _errs5 = errors;
if(typeof data1[i0] !== "string"){
validate28.errors = [{instancePath:instancePath+"/allowed_domains/" + i0,schemaPath:"#/properties/allowed_domains/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/allowed_domains",schemaPath:"#/properties/allowed_domains/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.blocked_domains !== undefined && func0.call(data, "blocked_domains")){
let data3 = data.blocked_domains;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data3)){
var valid2 = true;
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
const _errs9 = errors;
if(typeof data3[i1] !== "string"){
validate28.errors = [{instancePath:instancePath+"/blocked_domains/" + i1,schemaPath:"#/properties/blocked_domains/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs9 === errors;
if(!valid2){
break;
}
}
}
else {
validate28.errors = [{instancePath:instancePath+"/blocked_domains",schemaPath:"#/properties/blocked_domains/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate28.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate28.errors = vErrors;
return errors === 0;
}

export const save_memory = validate29;
const schema30 = {"type":"object","properties":{"fact":{"type":"string","minLength":1}},"required":["fact"]};

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.fact === undefined) || (!(func0.call(data, "fact")))) && (missing0 = "fact")){
validate29.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.fact !== undefined && func0.call(data, "fact")){
let data0 = data.fact;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(func121(data0) < 1){
validate29.errors = [{instancePath:instancePath+"/fact",schemaPath:"#/properties/fact/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"}];
return false;
}
}
else {
validate29.errors = [{instancePath:instancePath+"/fact",schemaPath:"#/properties/fact/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
}
}
else {
validate29.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate29.errors = vErrors;
return errors === 0;
}

export const enter_plan_mode = validate30;
const schema31 = {"type":"object","properties":{}};

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(!(data && typeof data == "object" && !Array.isArray(data))){
validate30.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate30.errors = vErrors;
return errors === 0;
}

export const skill = validate31;
const schema32 = {"type":"object","properties":{"skill":{"type":"string"},"args":{"type":"string"}},"required":["skill"]};

function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.skill === undefined) || (!(func0.call(data, "skill")))) && (missing0 = "skill")){
validate31.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.skill !== undefined && func0.call(data, "skill")){
const _errs1 = errors;
if(typeof data.skill !== "string"){
validate31.errors = [{instancePath:instancePath+"/skill",schemaPath:"#/properties/skill/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.args !== undefined && func0.call(data, "args")){
const _errs3 = errors;
if(typeof data.args !== "string"){
validate31.errors = [{instancePath:instancePath+"/args",schemaPath:"#/properties/args/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
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
validate31.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate31.errors = vErrors;
return errors === 0;
}

export const exit_plan_mode = validate32;
const schema33 = {"type":"object","properties":{"plan":{"type":"string"},"allowedPrompts":{"type":"array","items":{"type":"object","properties":{"tool":{"type":"string"},"prompt":{"type":"string"}},"required":["tool","prompt"]}},"pushToRemote":{"type":"boolean"},"originalRequest":{"type":"string"},"researchSummary":{"type":"string"}}};

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.plan !== undefined && func0.call(data, "plan")){
const _errs1 = errors;
if(typeof data.plan !== "string"){
validate32.errors = [{instancePath:instancePath+"/plan",schemaPath:"#/properties/plan/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.allowedPrompts !== undefined && func0.call(data, "allowedPrompts")){
let data1 = data.allowedPrompts;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing0;
if((((data2.tool === undefined) || (!(func0.call(data2, "tool")))) && (missing0 = "tool")) || (((data2.prompt === undefined) || (!(func0.call(data2, "prompt")))) && (missing0 = "prompt"))){
validate32.errors = [{instancePath:instancePath+"/allowedPrompts/" + i0,schemaPath:"#/properties/allowedPrompts/items/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data2.tool !== undefined && func0.call(data2, "tool")){
const _errs7 = errors;
if(typeof data2.tool !== "string"){
validate32.errors = [{instancePath:instancePath+"/allowedPrompts/" + i0+"/tool",schemaPath:"#/properties/allowedPrompts/items/properties/tool/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.prompt !== undefined && func0.call(data2, "prompt")){
const _errs9 = errors;
if(typeof data2.prompt !== "string"){
validate32.errors = [{instancePath:instancePath+"/allowedPrompts/" + i0+"/prompt",schemaPath:"#/properties/allowedPrompts/items/properties/prompt/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/allowedPrompts/" + i0,schemaPath:"#/properties/allowedPrompts/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
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
validate32.errors = [{instancePath:instancePath+"/allowedPrompts",schemaPath:"#/properties/allowedPrompts/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pushToRemote !== undefined && func0.call(data, "pushToRemote")){
const _errs11 = errors;
if(typeof data.pushToRemote !== "boolean"){
validate32.errors = [{instancePath:instancePath+"/pushToRemote",schemaPath:"#/properties/pushToRemote/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.originalRequest !== undefined && func0.call(data, "originalRequest")){
const _errs13 = errors;
if(typeof data.originalRequest !== "string"){
validate32.errors = [{instancePath:instancePath+"/originalRequest",schemaPath:"#/properties/originalRequest/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.researchSummary !== undefined && func0.call(data, "researchSummary")){
const _errs15 = errors;
if(typeof data.researchSummary !== "string"){
validate32.errors = [{instancePath:instancePath+"/researchSummary",schemaPath:"#/properties/researchSummary/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate32.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate32.errors = vErrors;
return errors === 0;
}

export const ask_user_question = validate33;
const schema34 = {"type":"object","properties":{"questions":{"type":"array","minItems":1,"maxItems":4,"items":{"type":"object","properties":{"question":{"type":"string"},"header":{"type":"string"},"options":{"type":"array","minItems":2,"maxItems":4,"items":{"type":"object","properties":{"label":{"type":"string"},"description":{"type":"string"}},"required":["label","description"]}},"multiSelect":{"type":"boolean"}},"required":["question","header","options"]}},"metadata":{"type":"object","properties":{"source":{"type":"string"}}}},"required":["questions"]};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.questions === undefined) || (!(func0.call(data, "questions")))) && (missing0 = "questions")){
validate33.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.questions !== undefined && func0.call(data, "questions")){
let data0 = data.questions;
const _errs1 = errors;
if(errors === _errs1){
if(Array.isArray(data0)){
if(data0.length > 4){
validate33.errors = [{instancePath:instancePath+"/questions",schemaPath:"#/properties/questions/maxItems",keyword:"maxItems",params:{limit: 4},message:"must NOT have more than 4 items"}];
return false;
}
else {
if(data0.length < 1){
validate33.errors = [{instancePath:instancePath+"/questions",schemaPath:"#/properties/questions/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
let missing1;
if(((((data1.question === undefined) || (!(func0.call(data1, "question")))) && (missing1 = "question")) || (((data1.header === undefined) || (!(func0.call(data1, "header")))) && (missing1 = "header"))) || (((data1.options === undefined) || (!(func0.call(data1, "options")))) && (missing1 = "options"))){
validate33.errors = [{instancePath:instancePath+"/questions/" + i0,schemaPath:"#/properties/questions/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data1.question !== undefined && func0.call(data1, "question")){
const _errs5 = errors;
if(typeof data1.question !== "string"){
validate33.errors = [{instancePath:instancePath+"/questions/" + i0+"/question",schemaPath:"#/properties/questions/items/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.header !== undefined && func0.call(data1, "header")){
const _errs7 = errors;
if(typeof data1.header !== "string"){
validate33.errors = [{instancePath:instancePath+"/questions/" + i0+"/header",schemaPath:"#/properties/questions/items/properties/header/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.options !== undefined && func0.call(data1, "options")){
let data4 = data1.options;
const _errs9 = errors;
if(errors === _errs9){
if(Array.isArray(data4)){
if(data4.length > 4){
validate33.errors = [{instancePath:instancePath+"/questions/" + i0+"/options",schemaPath:"#/properties/questions/items/properties/options/maxItems",keyword:"maxItems",params:{limit: 4},message:"must NOT have more than 4 items"}];
return false;
}
else {
if(data4.length < 2){
validate33.errors = [{instancePath:instancePath+"/questions/" + i0+"/options",schemaPath:"#/properties/questions/items/properties/options/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"}];
return false;
}
else {
var valid3 = true;
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
let data5 = data4[i1];
const _errs11 = errors;
if(errors === _errs11){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing2;
if((((data5.label === undefined) || (!(func0.call(data5, "label")))) && (missing2 = "label")) || (((data5.description === undefined) || (!(func0.call(data5, "description")))) && (missing2 = "description"))){
validate33.errors = [{instancePath:instancePath+"/questions/" + i0+"/options/" + i1,schemaPath:"#/properties/questions/items/properties/options/items/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data5.label !== undefined && func0.call(data5, "label")){
const _errs13 = errors;
if(typeof data5.label !== "string"){
validate33.errors = [{instancePath:instancePath+"/questions/" + i0+"/options/" + i1+"/label",schemaPath:"#/properties/questions/items/properties/options/items/properties/label/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs13 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data5.description !== undefined && func0.call(data5, "description")){
const _errs15 = errors;
if(typeof data5.description !== "string"){
validate33.errors = [{instancePath:instancePath+"/questions/" + i0+"/options/" + i1+"/description",schemaPath:"#/properties/questions/items/properties/options/items/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs15 === errors;
}
else {
var valid4 = true;
}
}
}
}
else {
validate33.errors = [{instancePath:instancePath+"/questions/" + i0+"/options/" + i1,schemaPath:"#/properties/questions/items/properties/options/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs11 === errors;
if(!valid3){
break;
}
}
}
}
}
else {
validate33.errors = [{instancePath:instancePath+"/questions/" + i0+"/options",schemaPath:"#/properties/questions/items/properties/options/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data1.multiSelect !== undefined && func0.call(data1, "multiSelect")){
const _errs17 = errors;
if(typeof data1.multiSelect !== "boolean"){
validate33.errors = [{instancePath:instancePath+"/questions/" + i0+"/multiSelect",schemaPath:"#/properties/questions/items/properties/multiSelect/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs17 === errors;
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
validate33.errors = [{instancePath:instancePath+"/questions/" + i0,schemaPath:"#/properties/questions/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs3 === errors;
if(!valid1){
break;
}
}
}
}
}
else {
validate33.errors = [{instancePath:instancePath+"/questions",schemaPath:"#/properties/questions/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.metadata !== undefined && func0.call(data, "metadata")){
let data9 = data.metadata;
const _errs19 = errors;
if(errors === _errs19){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.source !== undefined && func0.call(data9, "source")){
if(typeof data9.source !== "string"){
validate33.errors = [{instancePath:instancePath+"/metadata/source",schemaPath:"#/properties/metadata/properties/source/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
else {
validate33.errors = [{instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate33.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate33.errors = vErrors;
return errors === 0;
}

export const validators = { read_file, read_many_files, list_directory, glob, grep_search, edit, apply_patch, write_file, notebook_edit, run_shell_command, task_output, task_stop, todo_write, task_create, task_get, task_update, task_list, web_fetch, web_search, save_memory, enter_plan_mode, skill, exit_plan_mode, ask_user_question };
