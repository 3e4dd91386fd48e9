/**
 * The rules of the house as a lint plugin. `layers_test.ts` derives the layers from the sources as well, so a comment
 * that switches the lint off does not help.
 */
import { noAmbientTime, noDoubleAssertion, noEmptyCatch, noSlashForAbsolute } from "./house_lint/habits.ts";
import { layers, noStdout } from "./house_lint/layers.ts";
import { maxFileLines, maxFunctionLines, maxParameters } from "./house_lint/sizes.ts";
import { noRetiredWords } from "./house_lint/vocabulary.ts";

const house: Deno.lint.Plugin = {
  name: "house",
  rules: {
    "layers": layers,
    "no-stdout": noStdout,
    "max-file-lines": maxFileLines,
    "max-function-lines": maxFunctionLines,
    "max-parameters": maxParameters,
    "no-double-assertion": noDoubleAssertion,
    "no-empty-catch": noEmptyCatch,
    "no-ambient-time": noAmbientTime,
    "no-retired-words": noRetiredWords,
    "no-slash-for-absolute": noSlashForAbsolute,
  },
};
export default house;
