import { assertEquals } from "@std/assert";
import type { Json, JsonObject } from "../../../lib/model/json.ts";
import { compileSchema } from "../../../lib/schema/compile_schema.ts";

interface Group {
  description: string;
  schema: JsonObject | boolean;
  tests: { description: string; data: Json; valid: boolean }[];
}

const DRAFTS = {
  "draft7": "http://json-schema.org/draft-07/schema#",
  "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
};

const FORMATS = { "https://json-schema.org/draft/2020-12/vocab/format-assertion": true };

for (const [folder, $schema] of Object.entries(DRAFTS)) {
  const place = new URL(`./suite/${folder}/`, import.meta.url);
  const files = [...Deno.readDirSync(place)].map((file) => file.name).sort();
  for (const file of files) {
    const groups: Group[] = JSON.parse(Deno.readTextFileSync(new URL(file, place)));
    for (const { description, schema, tests } of groups) {
      Deno.test(`compileSchema follows ${folder} on ${file.replace(".json", "")}: ${description}`, async () => {
        const given: JsonObject = typeof schema === "boolean" ? { allOf: [schema] } : schema;
        // The cases of formats suppose that the schema asks for them.
        const asked: JsonObject = folder === "draft2020-12" && file === "format.json" ? { $vocabulary: FORMATS } : {};
        const validator = await compileSchema({ $schema, ...asked, ...given }, {
          unknownKeywords: "refuse",
          at: "session",
        });
        const verdicts = tests.map(({ description, data }) => {
          validator.renew();
          return [description, validator.validate(data) === null];
        });
        assertEquals(verdicts, tests.map(({ description, valid }) => [description, valid]));
      });
    }
  }
}
