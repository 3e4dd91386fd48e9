import { assertEquals } from "@std/assert";
import { calledInUsualRuns } from "../../../build/usual_runs.ts";

Deno.test("calledInUsualRuns names what any of the runs called, wherever the script lies", async () => {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "a folder " }));
  const path = `${folder}/qwen`;
  const [always, never, once] = ["function always(){}", "function never(){}", "function once(){}"];
  const code = `${always}${never}${once}always();if(Deno.args[0]==="--help")once();`;
  await Deno.writeTextFile(path, code);
  const called = await calledInUsualRuns(path, ["-A", "--quiet", "--no-config", "--ext=js"]);
  const isCalled = (text: string): boolean => called.has(`${code.indexOf(text)}:${code.indexOf(text) + text.length}`);
  assertEquals([always, never, once].map(isCalled), [true, false, true]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("calledInUsualRuns tells what a script says that does not run", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/qwen`, 'console.error("no");Deno.exit(1);');
  const failed = await calledInUsualRuns(`${folder}/qwen`, ["-A", "--no-config", "--ext=js"]).catch(String);
  assertEquals(failed, "Error: The script does not run: no\n");
  await Deno.remove(folder, { recursive: true });
});
