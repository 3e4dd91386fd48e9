/** Writes to an audit file until it cannot; prints how many entries went in. Run under a limit on the size of files. */
import { AuditLog } from "../../lib/store/audit.ts";

const log = await AuditLog.open(Deno.args[0], { now: () => 1 });
let entries = 0;
try {
  for (;;) {
    log.append("entry", { text: "x".repeat(100) });
    entries++;
  }
} catch {
  await Deno.stdout.write(new TextEncoder().encode(String(entries)));
}
