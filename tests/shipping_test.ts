/** The files by which the program is shipped: what they do is run as far as one machine can. */
import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import { parse } from "@std/yaml";
import project from "../deno.json" with { type: "json" };
import { formula } from "../build/formula.ts";
import { Fixture, qwenCommand } from "./support/qwen.ts";
import { isInstalled } from "./support/shim.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));

interface Ran {
  code: number;
  out: string;
}

async function sh(script: string, options: { cwd?: string; env?: Record<string, string> } = {}): Promise<Ran> {
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-euo", "pipefail", "-c", script],
    ...options,
  })
    .output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout) + decoder.decode(stderr) };
}

/** A program named `qwen` that starts the one under test. */
async function shimIn(folder: string, fixture: Fixture): Promise<void> {
  const { words, env } = qwenCommand([], { fixture });
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const exports = Object.entries(env).map(([name, value]) => `export ${name}='${value}'\n`).join("");
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(`${folder}/qwen`, `#!/bin/sh\n${exports}exec ${quoted} "$@"\n`);
  await Deno.chmod(`${folder}/qwen`, 0o755);
}

Deno.test({
  name: "Dockerfile: its COPY and RUN steps work in a root of their own, and qwen runs there",
  ignore: !isInstalled("bwrap"),
  fn: async (): Promise<void> => {
    await using fixture = await Fixture.open();
    const text = await Deno.readTextFile(`${ROOT}Dockerfile`);
    const steps = text.split("\n").filter((line) => /^[A-Z]+ /.test(line));
    assertEquals(steps[0], "FROM debian:bookworm-slim");
    // This system takes the place of the image; the steps write into folders of their own.
    const root = `${fixture.home}/root`;
    for (const folder of ["local", "work", "home", "lists"]) await Deno.mkdir(`${root}/${folder}`, { recursive: true });
    await shimIn(`${root}/local/dist`, fixture);
    const mounts = [
      "--ro-bind / / --dev /dev --proc /proc",
      `--bind '${fixture.home}' '${fixture.home}' --bind '${root}/local' /usr/local --bind '${root}/work' /mnt`,
      `--tmpfs /var/lib/apt/lists --tmpfs /home`,
    ].join(" ");
    for (const step of steps) {
      const [word, rest] = [step.slice(0, step.indexOf(" ")), step.slice(step.indexOf(" ") + 1)];
      if (word === "COPY") {
        const [from, to] = rest.split(" ");
        await Deno.mkdir(`${root}/local/bin`, { recursive: true });
        await Deno.copyFile(`${root}/local/${from}`, to.replace("/usr/local", `${root}/local`));
      } else if (word === "RUN") {
        // The packages are those of the image; the test set-up has installed them here.
        const command = rest.replace(/apt-get update[^&]*&& apt-get install[^&]*&& /, "").replaceAll("/work", "/mnt");
        const { code, out } = await sh(`bwrap ${mounts} sh -c "$STEP"`, { env: { STEP: command } });
        assertEquals([step, code, out.includes(project.version) || !rest.includes("--version")], [step, 0, true]);
      }
    }
    assertEquals(steps.slice(-4), ["USER 1000:1000", "ENV HOME=/home/agent", "WORKDIR /work", 'ENTRYPOINT ["qwen"]']);
    const { code, out } = await sh(`bwrap ${mounts} --chdir /mnt qwen --provider demo --sandbox=off "say hello"`, {
      env: { PATH: `/usr/local/bin:${Deno.env.get("PATH")}` },
    });
    assertEquals([code, out], [0, "hello\n"]);
  },
});

Deno.test("action.yml: its steps install a release, run the prompt and give the answer to later steps", async () => {
  await using fixture = await Fixture.open();
  const action = parse(await Deno.readTextFile(`${ROOT}action.yml`)) as {
    inputs: Record<string, { default?: string }>;
    runs: { steps: { run: string; env: Record<string, string> }[] };
  };
  const [install, run] = action.runs.steps;
  assertMatch(install.run, /sh "\$GITHUB_ACTION_PATH\/install\.sh"/);
  for (const step of action.runs.steps) assert(!step.run.includes("${{"), "an expression in a script");
  await shimIn(`${fixture.home}/bin`, fixture);
  const output = `${fixture.home}/output`;
  const { code, out } = await sh(run.run, {
    env: {
      PATH: `${fixture.home}/bin:${Deno.env.get("PATH")}`,
      PROMPT: 'say it\'s "quoted" $HOME',
      ARGS: "--provider=demo\n\n--approval-mode=plan\n",
      GITHUB_OUTPUT: output,
    },
    cwd: fixture.cwd,
  });
  assertEquals([code, out], [0, 'it\'s "quoted" $HOME\n']);
  assertMatch(await Deno.readTextFile(output), /^answer<<(answer-\d+)\nit's "quoted" \$HOME\n\1\n$/);
});

Deno.test("the Homebrew formula has the checksums of this version, and is Ruby", async () => {
  const names = [
    "aarch64-apple-darwin",
    "x86_64-apple-darwin",
    "aarch64-unknown-linux-gnu",
    "x86_64-unknown-linux-gnu",
  ];
  const sums = names.map((name, index) => `${String(index).repeat(64)}  qwen-${name}\n`).join("");
  const text = formula(sums);
  for (const [index, name] of names.entries()) {
    assertMatch(text, new RegExp(`/v#\\{version\\}/qwen-${name}"\\n\\s+sha256 "${String(index).repeat(64)}"`));
  }
  assert(text.includes(`version "${project.version}"`));
  assertThrows(
    () => formula(sums.replace("qwen-x86_64-apple", "other")),
    Error,
    "does not name qwen-x86_64-apple-darwin",
  );
  if (!isInstalled("ruby")) return;
  const { code, out } = await sh('printf %s "$TEXT" | ruby -c', { env: { TEXT: text } });
  assertEquals([code, out], [0, "Syntax OK\n"]);
});
