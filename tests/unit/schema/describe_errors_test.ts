import { assertEquals } from "@std/assert";
import { describeErrors } from "../../../lib/schema/describe_errors.ts";

Deno.test("describeErrors names the place, the fault and what is allowed", () => {
  assertEquals(
    describeErrors([
      { instancePath: "", params: { missingProperty: "a" }, message: "must have required property 'a'" },
      {
        instancePath: "/b/0",
        params: { allowedValues: ["x", 1] },
        message: "must be equal to one of the allowed values",
      },
      { instancePath: "/c", params: { additionalProperty: "d" }, message: "must NOT have additional properties" },
    ]),
    "params must have required property 'a', params/b/0 must be equal to one of the allowed values: \"x\", 1, " +
      'params/c must NOT have additional properties: "d"',
  );
});

Deno.test("describeErrors lists no more than twenty allowed values", () => {
  const allowedValues = Array.from({ length: 1_000 }, (_, index) => index);
  const text = describeErrors([{ instancePath: "", params: { allowedValues }, message: "is wrong" }]);
  assertEquals(text, `params is wrong: ${allowedValues.slice(0, 20).join(", ")}, …`);
});
