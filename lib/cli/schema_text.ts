import { fail } from "../model/mod.ts";

/** A JSON Schema that comes with the program, by its path in schemas/. Throws QwenError where there is none. */
export async function schemaText(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(new URL(`../../schemas/${path}`, import.meta.url));
  } catch (error) {
    throw fail("usage_error", `There is no schema for ${path.replace(".schema.json", "").replace("/", " ")}`, {
      cause: error,
      hint: "Every dialect has in and out; chat alone has request. See --help dialects.",
    });
  }
}
