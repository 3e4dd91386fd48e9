import type { Contract } from "../../../engine/turn/result/contract.ts";
import { type Json, type Problem, problem } from "../../../model/mod.ts";
import { extractFencedJson } from "../../../schema/extract_fenced_json.ts";
import { compileStructured, diskReader, parseJsonSchemaArgument, type Structured } from "../../../schema/structured.ts";
import {
  ACCEPTED_TEXT,
  coercedText,
  plainTextAdvice,
  plainTextFailure,
  retriesFailure,
  skippedText,
  STRUCTURED_TOOL,
  STRUCTURED_TOOL_DESCRIPTION,
  TURN_LIMIT_NOTE,
} from "../../../schema/structured_texts.ts";

/** Options of a contract. */
export interface ContractOptions {
  /** How many invalid calls get another try; null is no limit of its own. */
  maxRetries: number | null;
}

/** Makes the contract of `--json-schema`; throws `config_invalid` for an unusable argument. */
export async function contractFromFlag(
  value: string,
  options: ContractOptions & { home: string; cwd: string },
): Promise<Contract> {
  return contractOf(await parseJsonSchemaArgument(value, diskReader(options)), options);
}

/** Makes the contract of a schema in a request. */
export async function contractFromRequest(schema: Json, options: ContractOptions): Promise<Contract> {
  return contractOf(await compileStructured(schema, { source: "response_format", at: "session" }), options);
}

function contractOf(structured: Structured, options: ContractOptions): Contract {
  return {
    spec: { name: STRUCTURED_TOOL, description: STRUCTURED_TOOL_DESCRIPTION, input: structured.schema },
    maxRetries: options.maxRetries,
    judge(input): ReturnType<Contract["judge"]> {
      const judged = structured.judge(input);
      if (!judged.ok) return judged;
      const note = judged.coerced.length > 0 ? ` ${coercedText(judged.coerced)}` : "";
      return { ok: true, value: judged.value, text: `${ACCEPTED_TEXT}${note}` };
    },
    fromText: (text) => extractFencedJson(text) ?? undefined,
    reminder(text): string {
      const value = extractFencedJson(text);
      const judged = value === null ? null : structured.judge(value);
      return plainTextAdvice(judged && !judged.ok ? judged.message : null);
    },
    skipped: skippedText,
    missing: (rounds, text) => problem("structured_output_missing", plainTextFailure(rounds, text)),
    exhausted: (retries, complaint) => problem("structured_output_missing", retriesFailure(retries + 1, complaint)),
    limitNote: (fault: Problem) =>
      fault.code === "turn_limit" ? { ...fault, message: `${fault.message}\n${TURN_LIMIT_NOTE}` } : fault,
  };
}
