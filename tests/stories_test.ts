import { assertEquals } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import { promisedExit, readStory, tell } from "./support/story.ts";
import { assertFits } from "./support/validate.ts";

const FOLDER = fromFileUrl(new URL("./stories", import.meta.url));
const names = [...Deno.readDirSync(FOLDER)].filter((entry) => entry.isDirectory).map((entry) => entry.name).sort();

for (const name of names) {
  const folder = `${FOLDER}/${name}`;
  const story = await readStory(folder);
  for (const [index, dialect] of story.dialects.entries()) {
    Deno.test(`story ${name} in ${dialect}: ${story.shows}`, async () => {
      const { stdout, events, exit } = await tell(folder, dialect);
      const records = stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
      for (const record of records.flat()) assertFits(record, `${dialect}/out`);
      if (index === 0) assertEquals(lines(events), lines(await Deno.readTextFile(`${folder}/events.jsonl`)));
      assertEquals(lines(stdout), lines(await Deno.readTextFile(`${folder}/stdout.${dialect}.jsonl`)));
      assertEquals(exit, promisedExit(story, dialect));
    });
  }
}

function lines(text: string): string[] {
  return text.split("\n");
}
