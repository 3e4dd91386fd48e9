/**
 * `deno task smoke EXECUTABLE`: runs a built executable on the machine it was built for: a prompt, a host that grants
 * permission, structured output, an embedded schema, the doctor.
 */
import { assert, assertEquals } from "@std/assert";
import project from "../deno.json" with { type: "json" };

/** Runs every check; throws at the first that fails. */
export async function smoke(executable: string): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "qwen_smoke_" });
  try {
    await Deno.mkdir(`${root}/work`);
    const run = runner(executable, root);
    assertEquals(await run(["--version"]), { code: 0, stdout: `${project.version}\n` });
    await Deno.writeTextFile(`${root}/work/note.txt`, "hello from a file\n");
    const answer = await run(["--provider", "demo", "read note.txt"]);
    assertEquals([answer.code, answer.stdout.includes("hello from a file")], [0, true]);
    await hosted(run, root);
    const schema = '{"type":"object","properties":{"risk":{"enum":["low","high"]}},"required":["risk"]}';
    const shaped = await run(["--provider", "demo", "-p", "rate the risk", "--json-schema", schema]);
    assert(["low", "high"].includes(JSON.parse(shaped.stdout).risk), shaped.stdout);
    assertEquals(typeof JSON.parse((await run(["schema", "qwen", "out"])).stdout).$schema, "string");
    const doctor = await run(["doctor", "--provider", "demo", "-o", "json"]);
    assertEquals([doctor.code, JSON.parse(doctor.stdout).ok], [0, true]);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

type Runner = (args: string[], talk?: Talk) => Promise<{ code: number; stdout: string }>;
/** The first lines of a host, and its answer to each line; null ends the input. */
type Talk = { first: unknown[]; reply: (line: string) => unknown | null | undefined };

function runner(executable: string, root: string): Runner {
  return async (args, talk) => {
    const child = new Deno.Command(executable, {
      args,
      cwd: `${root}/work`,
      env: { HOME: root, USERPROFILE: root, NO_COLOR: "1" },
      stdin: talk ? "piped" : "null",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const limit = setTimeout(() => child.kill("SIGKILL"), 60_000);
    const stdout = talk ? await converse(child, talk) : await new Response(child.stdout).text();
    const { code } = await child.status;
    clearTimeout(limit);
    return { code, stdout };
  };
}

async function converse(child: Deno.ChildProcess, { first, reply }: Talk): Promise<string> {
  const input = child.stdin.getWriter();
  const send = (line: unknown): Promise<void> => input.write(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
  for (const line of first) await send(line);
  let all = "";
  let rest = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    all += text;
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const answer = reply(line);
      if (answer === null) await input.close();
      else if (answer !== undefined) await send(answer);
    }
  }
  return all;
}

/** A host grants a permission and gets its result. */
async function hosted(run: Runner, root: string): Promise<void> {
  const { code } = await run(["--input-format", "stream-json", "--approval-mode", "default", "--provider", "demo"], {
    first: [
      { type: "control_request", request_id: "1", request: { subtype: "initialize" } },
      { type: "user", message: { role: "user", content: "write made.txt: hi" } },
    ],
    reply(line): unknown {
      const record = JSON.parse(line);
      if (record.type === "result") return null;
      if (record.type !== "control_request") return undefined;
      const response = { behavior: "allow", updatedInput: record.request.input };
      return { type: "control_response", response: { subtype: "success", request_id: record.request_id, response } };
    },
  });
  assertEquals([code, await Deno.readTextFile(`${root}/work/made.txt`)], [0, "hi\n"]);
}

if (import.meta.main) {
  const [executable] = Deno.args;
  if (!executable) {
    console.error("usage: deno task smoke EXECUTABLE");
    Deno.exit(1);
  }
  await smoke(await Deno.realPath(executable));
  console.error(`${executable}: all checks passed`);
}
