import { assertEquals, assertRejects } from "@std/assert";
import { fromFileUrl } from "../../../lib/path/mod.ts";
import type { ByteSource } from "../../../lib/cli/process/pipes.ts";
import { type PromptSources, readPrompt } from "../../../lib/cli/prompt_input.ts";
import { QwenError } from "../../../lib/model/problem.ts";

/** The program lies in a temporary folder, where no import map applies. */
const CONFIG = fromFileUrl(new URL("../../../deno.json", import.meta.url));

/** A program that gathers its prompt from its real stdin and prints it. */
const PROGRAM = `
import { readPrompt } from ${JSON.stringify(new URL("../../../lib/cli/prompt_input.ts", import.meta.url).href)};
const { text, warnings } = await readPrompt({
  flags: { prompt: Deno.args[0] },
  positionals: [],
  stdin: Deno.stdin,
});
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify({ text, warnings })));
`;

async function withProgram(use: (path: string) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(path, PROGRAM);
    await use(path);
  } finally {
    await Deno.remove(path);
  }
}

function sourceOf(...pieces: (string | Uint8Array)[]): ByteSource {
  const chunks = pieces.map((piece) => typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
  return {
    read(into): Promise<number | null> {
      const chunk = chunks.shift();
      if (chunk) into.set(chunk);
      return Promise.resolve(chunk?.length ?? null);
    },
    close(): void {},
  };
}

/** A pipe whose writer says nothing and does not close. */
function silentSource(): ByteSource {
  return { read: () => new Promise(() => {}), close(): void {} };
}

const notFed = (): Promise<boolean> => Promise.resolve(false);

const GATHERED: Record<string, { sources: PromptSources; text: string }> = {
  "the flag": { sources: { flags: { prompt: "hi" }, positionals: [], stdin: null }, text: "hi" },
  "positional words": { sources: { flags: {}, positionals: ["fix", "it"], stdin: null }, text: "fix it" },
  "piped text": {
    sources: { flags: {}, positionals: [], stdin: sourceOf("from ", "a pipe\n") },
    text: "from a pipe\n",
  },
  "piped text before the prompt": {
    sources: { flags: { prompt: "what is this?" }, positionals: [], stdin: sourceOf("data") },
    text: "data\n\nwhat is this?",
  },
  "piped text that a dash asks for": {
    sources: { flags: { prompt: "sum up" }, positionals: ["-"], stdin: sourceOf("data") },
    text: "data\n\nsum up",
  },
  "a dash alone": { sources: { flags: { prompt: "-" }, positionals: [], stdin: sourceOf("data") }, text: "data" },
  "the prompt although stdin is open and silent": {
    sources: { flags: { prompt: "hi" }, positionals: [], stdin: silentSource(), isFed: notFed },
    text: "hi",
  },
  "the prompt beside an empty stdin": {
    sources: { flags: { prompt: "hi" }, positionals: [], stdin: sourceOf() },
    text: "hi",
  },
  "a reference among other words, untouched": {
    sources: { flags: { prompt: "explain @lib/x.ts" }, positionals: [], stdin: null },
    text: "explain @lib/x.ts",
  },
  "a literal at sign": { sources: { flags: { prompt: "@@someone" }, positionals: [], stdin: null }, text: "@someone" },
};

for (const [what, { sources, text }] of Object.entries(GATHERED)) {
  Deno.test(`readPrompt takes ${what}`, async () => {
    assertEquals(await readPrompt(sources), { text, warnings: [] });
  });
}

Deno.test("readPrompt reads prompts from files and leaves folders as references", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/task.md`, "Do it.\n");
    const sources = { positionals: [], stdin: null };
    assertEquals(
      [
        await readPrompt({ ...sources, flags: { promptFile: `${folder}/task.md` } }),
        await readPrompt({ ...sources, flags: { prompt: `@${folder}/task.md` } }),
        await readPrompt({ ...sources, flags: { prompt: `@${folder}` } }),
      ],
      ["Do it.\n", "Do it.\n", `@${folder}`].map((text) => ({ text, warnings: [] })),
    );
    const missing = { ...sources, flags: { prompt: `@${folder}/none` } };
    const error = await assertRejects(() => readPrompt(missing), QwenError);
    assertEquals(error.problem, {
      code: "input_error",
      message: `Cannot read the prompt from ${folder}/none: there is no such file`,
      retryable: false,
      hint: "A prompt that itself begins with @ is written with @@.",
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("readPrompt cuts piped text at the limit, between characters, and says so", async () => {
  const prompt = await readPrompt({ flags: {}, positionals: [], stdin: sourceOf("ab", "cé", "more"), maxBytes: 4 });
  assertEquals(prompt, { text: "abc", warnings: ["Warning: stdin input truncated to 4 bytes."] });
});

Deno.test("readPrompt says when piped bytes are no text, and keeps quiet about a replacement sign that was piped", async () => {
  const bytes = await readPrompt({ flags: {}, positionals: [], stdin: sourceOf(new Uint8Array([0x61, 0xff, 0x62])) });
  assertEquals(bytes, {
    text: "a\ufffdb",
    warnings: ["Warning: stdin is not UTF-8 text: invalid bytes were replaced."],
  });
  const sign = await readPrompt({ flags: {}, positionals: [], stdin: sourceOf("a\ufffdb") });
  assertEquals(sign, { text: "a\ufffdb", warnings: [] });
});

Deno.test("readPrompt says which list has taken the prompt", async () => {
  const flags = { allowedTools: ["Bash(git *)", "fix the build"] };
  const error = await assertRejects(() => readPrompt({ flags, positionals: [], stdin: null }), QwenError);
  assertEquals(
    error.problem.hint,
    '--allowed-tools took "fix the build" for one of its values. Write --allowed-tools=…, or give the prompt by -p.',
  );
});

Deno.test("readPrompt gives up on a pipeline that stays silent, and says so", async () => {
  const prompt = await readPrompt({
    flags: { prompt: "hi" },
    positionals: [],
    stdin: silentSource(),
    isFed: () => Promise.resolve(null),
  });
  assertEquals(prompt, {
    text: "hi",
    warnings: ["Warning: stdin is open but was silent for 500 ms and is not read."],
  });
});

const NO_INPUT = "Input can be provided by piping data into qwen or using the --prompt option.";

const EMPTY: Record<string, { sources: PromptSources; message: string }> = {
  "no prompt at all": {
    sources: { flags: {}, positionals: [], stdin: null },
    message: `No input provided via stdin. ${NO_INPUT}`,
  },
  "a blank pipe": {
    sources: { flags: {}, positionals: [], stdin: sourceOf(" \n") },
    message: `No input provided via stdin. ${NO_INPUT}`,
  },
  "a pipe that stays silent": {
    sources: { flags: { stdinTimeout: 10 }, positionals: [], stdin: silentSource() },
    message: `No input provided via stdin. Nothing came within 0.01 s (--stdin-timeout). ${NO_INPUT}`,
  },
  "a silent pipe that a dash asked for": {
    sources: { flags: { prompt: "hi", stdinTimeout: 10 }, positionals: ["-"], stdin: silentSource() },
    message: `No input provided via stdin. Nothing came within 0.01 s (--stdin-timeout). ${NO_INPUT}`,
  },
};

for (const [what, { sources, message }] of Object.entries(EMPTY)) {
  Deno.test(`readPrompt refuses ${what}`, async () => {
    const error = await assertRejects(() => readPrompt(sources), QwenError);
    assertEquals([error.problem.code, error.message], ["no_input", message]);
  });
}

Deno.test("readPrompt does not wait for a real pipe that the caller left open", async () => {
  await withProgram(async (path) => {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--config", CONFIG, path, "hello"],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    // The child ends although its stdin is still open.
    const stdout = await new Response(child.stdout).json();
    const { success } = await child.status;
    await child.stdin.close();
    assertEquals([success, stdout], [true, { text: "hello", warnings: [] }]);
  });
});

Deno.test({
  name: "readPrompt waits for a pipeline whose first byte is late",
  ignore: Deno.build.os === "windows",
  async fn(): Promise<void> {
    await withProgram(async (path) => {
      const script = '(sleep 0.7; echo late) | "$0" run -A --no-check --config "$2" "$1" hello';
      const { stdout } = await new Deno.Command("sh", {
        args: ["-c", script, Deno.execPath(), path, CONFIG],
        stdin: "null",
      }).output();
      assertEquals(JSON.parse(new TextDecoder().decode(stdout)), { text: "late\n\n\nhello", warnings: [] });
    });
  },
});
