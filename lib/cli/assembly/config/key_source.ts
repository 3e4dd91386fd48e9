import { fail } from "../../../model/problem.ts";
import type { Flags } from "../../args/table/flag_table.ts";
import { unsafeFile } from "../../../config/unsafe_file.ts";
import { readValueFile } from "../../../config/value_file.ts";

const MAX_KEY_BYTES = 65536;

/** The API key from `--key-file` or `--key-fd`, without the line end; null when neither was given. */
export async function readKey(flags: Pick<Flags, "keyFile" | "keyFd">): Promise<string | null> {
  const shown = flags.keyFile !== undefined ? "--key-file" : "--key-fd";
  const path = flags.keyFile ?? (flags.keyFd === undefined ? null : `/dev/fd/${flags.keyFd}`);
  if (path === null) return null;
  const unsafe = flags.keyFile === undefined ? null : unsafeFile(path);
  if (unsafe !== null && unsafe !== "missing") {
    throw fail("config_invalid", `${shown} cannot use ${path}: ${unsafe.reason}`, { hint: unsafe.hint });
  }
  const file = await readValueFile(path, { regularOnly: false, maxBytes: MAX_KEY_BYTES });
  if (file.kind !== "text") throw fail("config_invalid", `${shown} could not read "${path}": ${file.message}`);
  const key = file.text.trim();
  if (key === "") throw fail("config_invalid", `${shown}: "${path}" is empty`);
  return key;
}
