/** An executable that plays a recorded conversation: `transcript_player.ts FOLDER …` plays that of the asked dialect. */
const [folder, ...args] = Deno.args;
const named = args[args.indexOf("--dialect") + 1];
const dialect = args.includes("--acp") ? "acp" : args.includes("--server-mode") ? "state" : named;
const { steps, exit } = JSON.parse(Deno.readTextFileSync(`${folder}/${dialect}.json`));
const encoder = new TextEncoder();

function play(lines: string[] | undefined): void {
  // A conversation that is cut short ends the process.
  if (!lines) Deno.exit(exit);
  const bytes = encoder.encode(lines.map((line) => `${line}\n`).join(""));
  for (let sent = 0; sent < bytes.length;) sent += Deno.stdout.writeSync(bytes.subarray(sent));
}

play(steps.shift());
let rest = "";
for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const _line of lines) play(steps.shift());
}
// The last step has what was written after the end of the input.
play(steps.shift() ?? []);
Deno.exit(exit);
