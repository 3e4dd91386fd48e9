/**
 * The classes of ajv, for `await import("./ajv.ts")`. Ajv is a CommonJS package: the chunk that a bundler makes of it
 * has only a default export, while this module exports the names.
 */
export { _, Ajv } from "ajv";
export { Ajv2019 } from "ajv/2019";
export { Ajv2020 } from "ajv/2020";
