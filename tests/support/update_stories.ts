/** Rewrites the expected output of every story, or of those that are named: read the difference before you keep it. */
import { fromFileUrl } from "../../lib/path/mod.ts";
import { promisedExit, readStory, tell } from "./story.ts";

const FOLDER = fromFileUrl(new URL("../stories", import.meta.url));
const encoder = new TextEncoder();

for (const entry of Deno.readDirSync(FOLDER)) {
  if (!entry.isDirectory || (Deno.args.length > 0 && !Deno.args.includes(entry.name))) continue;
  const folder = `${FOLDER}/${entry.name}`;
  const story = await readStory(folder);
  for (const [index, dialect] of story.dialects.entries()) {
    const telling = await tell(folder, dialect).catch((error) => error as Error);
    if (telling instanceof Error) {
      await Deno.stdout.write(encoder.encode(`${entry.name} ${dialect}: ${telling.message}\n`));
      continue;
    }
    const { stdout, events, exit } = telling;
    if (index === 0) await Deno.writeTextFile(`${folder}/events.jsonl`, events);
    await Deno.writeTextFile(`${folder}/stdout.${dialect}.jsonl`, stdout);
    const promised = promisedExit(story, dialect);
    const note = exit === promised ? "" : ` (exit ${exit}, but story.jsonc says ${promised})`;
    await Deno.stdout.write(encoder.encode(`${entry.name} ${dialect}${note}\n`));
  }
}
