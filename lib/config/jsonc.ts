export { parse } from "@std/jsonc";
