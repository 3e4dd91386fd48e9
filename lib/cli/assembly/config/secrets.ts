import { PROVIDERS } from "../../../providers/mod.ts";
import { Redactor } from "../../../stream/redact.ts";
import { filterConsole } from "../../process/console_guard.ts";

/** The secrets of this process: nothing that leaves it may contain one. */
export const secrets = new Redactor();

const SECRET_NAME = /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/**
 * Makes the key and everything in the environment that looks like a secret known to the redactor, and removes the
 * variables that hold keys of providers, so that no process started later can inherit them.
 */
export function sealSecrets(found: { key: string; keyNames: readonly string[] }): void {
  secrets.add(found.key);
  const environment = Deno.env.toObject();
  for (const [name, value] of Object.entries(environment)) if (SECRET_NAME.test(name)) secrets.add(value);
  for (const name of [...PROVIDERS.flatMap((row) => row.keyVars), ...found.keyNames]) {
    secrets.add(environment[name] ?? "");
    Deno.env.delete(name);
  }
  filterConsole((text) => secrets.text(text));
}
