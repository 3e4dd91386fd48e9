/** Dialogs of a conversation: each is a list to choose from. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { ENTER, ESC, task } from "../support/conversation_task.ts";
import { type Fixture, runQwen } from "../support/qwen.ts";

const DOWN = "\x1b[B";

/** The titles of the lists. */
const TITLES = {
  "theme": "Theme",
  "editor": "Editor",
  "settings": "Settings",
  "privacy": "Privacy",
  "permissions": "Permissions",
  "model": "Model",
  "approval-mode": "Approval mode",
  "auth": "Which provider",
};

/** The settings that the program has written, without their format. */
async function settingsOf({ home }: Fixture): Promise<unknown> {
  const { $version: _, ...settings } = JSON.parse(await Deno.readTextFile(`${home}/.qwen/settings.json`));
  return settings;
}

task("switch the model from a list", {
  replies: () => ["From the other."],
  prepare: async ({ home }) => {
    await Deno.mkdir(`${home}/.qwen`);
    const modelProviders = { openai: [{ id: "fake-model" }, { id: "other-model" }] };
    await Deno.writeTextFile(`${home}/.qwen/settings.json`, JSON.stringify({ modelProviders }));
  },
  play: async ({ person, model }) => {
    await person.type(`/model${ENTER}`);
    await person.sees(/Model\n> fake-model\n {2}other-model/);
    await person.type(`${DOWN}${ENTER}`);
    await person.sees(/other-model · default/);
    await person.type(`go${ENTER}`);
    await person.sees(/From the other\./);
    assertMatch(JSON.stringify(model.requests[0].body), /"model":"other-model"/);
  },
});

task("resume a session from a list", {
  replies: () => ["Gone on."],
  prepare: async (fixture) => {
    for (const text of ["say one", "say two"]) await runQwen(["--provider", "demo", text], { fixture });
  },
  play: async ({ person, model }) => {
    await person.type(`/resume${ENTER}`);
    await person.sees(/Resume a session\n> say two[^]*say one/);
    await person.type(`${DOWN}${ENTER}`);
    await person.sees(/> say one\n\none\nResumed/);
    await person.type(`go on${ENTER}`);
    await person.sees(/Gone on\./);
    const body = JSON.stringify(model.requests[0].body);
    assertMatch(body, /say one[^]*go on/);
    assert(!body.includes("say two"), body);
  },
});

task("/theme is a list, and the choice is kept", {
  replies: () => [],
  play: async ({ person, fixture }) => {
    await person.type(`/theme${ENTER}`);
    await person.sees(/Theme\n> dark\n {2}light\n {2}mono/);
    await person.type(`${DOWN}${ENTER}`);
    await person.sees(/Theme set to light/);
    assertEquals(await settingsOf(fixture), { ui: { theme: "light" } });
    await person.type(`/theme${ENTER}`);
    await person.sees(/Theme\n {2}dark\n> light/);
  },
});

task("/editor is a list", {
  replies: () => [],
  play: async ({ person }) => {
    await person.type(`/editor${ENTER}`);
    await person.sees(/Editor\n> code\n {2}cursor/);
    await person.type(`${DOWN}${DOWN}${ENTER}`);
    await person.sees(/Editor set to emacs\./);
  },
});

task("/auth lists the providers and keeps the choice for later conversations", {
  replies: () => [],
  play: async ({ person, fixture }) => {
    await person.type(`/auth${ENTER}`);
    await person.sees(/Which provider should later[^]*openai/);
    await person.type(`\x1b[F`);
    await person.sees(/^> demo/m);
    await person.type(ENTER);
    await person.sees(/"selectedType": "demo"[^]*Write it\?/);
    await person.type("y");
    await person.sees(/The next conversation uses\s+demo/);
    assertEquals(await settingsOf(fixture), { security: { auth: { selectedType: "demo" } } });
  },
});

task("/auth names the key that is missing", {
  replies: () => [],
  play: async ({ person }) => {
    await person.type(`/auth${ENTER}`);
    await person.sees(/Which provider should later/);
    await person.type(`\x1b[F\x1b[A`);
    await person.sees(/^> gemini/m);
    await person.type(ENTER);
    await person.sees(/There is no key for gemini/);
  },
});

task("/settings lists the settings and their values, and writes the one that is chosen", {
  replies: () => [],
  play: async ({ person, fixture }) => {
    await person.type(`/settings${ENTER}`);
    await person.sees(/Settings\n> model\.reasoningEffort = \(not set\)/);
    await person.type(ENTER);
    await person.sees(/How much the\s+model thinks\n> low\n {2}medium/);
    await person.type(`${DOWN}${ENTER}`);
    await person.sees(/Set model\.reasoningEffort to medium/);
    assertEquals(await settingsOf(fixture), { model: { reasoningEffort: "medium" } });
  },
});

task("/privacy lists what is sent, kept and reported", {
  replies: () => [],
  play: async ({ person, model }) => {
    await person.type(`/privacy${ENTER}`);
    await person.sees(/Privacy\n> What is sent[^]*What is kept[^]*What is reported/);
    await person.type(ENTER);
    const screen = await person.sees(/What is sent: Prompts/);
    assert(screen.replace(/\s+/g, "").includes(new URL(model.env.OPENAI_BASE_URL).host), screen);
  },
});

task("/permissions lists what can be done, and a rule that refuses is added", {
  replies: () => [],
  play: async ({ person }) => {
    await person.type(`/permissions${ENTER}`);
    await person.sees(/Permissions\n> Show the rules/);
    await person.type("5");
    await person.sees(/The rule, such as/);
    await person.type(`run_shell_command(rm *)${ENTER}`);
    await person.sees(/Added to deny: run_shell_command\(rm/);
    await person.type(`/permissions${ENTER}`);
    await person.sees(/> Show the rules[^]*> Show the rules|Permissions\n> Show the rules/);
    await person.type(ENTER);
    await person.sees(/deny:\s+[•-] run_shell_command\(rm/);
  },
});

task("/permissions also changes the approval mode", {
  replies: () => [],
  play: async ({ person }) => {
    await person.type(`/permissions${ENTER}`);
    await person.sees(/Permissions\n> Show the rules/);
    await person.type("2");
    await person.sees(/Approval mode\n/);
    await person.type(`${DOWN}${ENTER}`);
    await person.sees(/fake-model · auto-edit/);
  },
});

task("a dialog that is left changes nothing", {
  replies: () => ["Still here."],
  play: async ({ person, fixture }) => {
    for (const [name, title] of Object.entries(TITLES)) {
      await person.type(`/${name}${ENTER}`);
      await person.sees(new RegExp(`^${title}[^]*\\n> [^\\n]+\\n[^]*fake-model · default`, "m"));
      await person.type(ESC);
      await person.sees(new RegExp(`> /${name}\\n> *\\nfake-model · default`));
    }
    await person.type(`hello${ENTER}`);
    await person.sees(/Still here\./);
    assert(!await hasSettings(fixture));
  },
});

async function hasSettings({ home }: Fixture): Promise<boolean> {
  return await Deno.stat(`${home}/.qwen/settings.json`).then(() => true, () => false);
}

task("/help prints the commands", {
  replies: () => [],
  play: async ({ person }) => {
    await person.type(`/help${ENTER}`);
    await person.sees(/\/export[^]*\/stats/);
  },
});

task("RFC 14: /copy hands the answer to the clipboard by OSC 52", {
  replies: () => ["Take **this**\x1b[2J."],
  play: async ({ person }) => {
    await person.type(`hello${ENTER}`);
    await person.sees(/Take this\./);
    await person.type(`/copy${ENTER}`);
    await person.sees(/Copied \d+ characters/);
    // deno-lint-ignore no-control-regex -- the sequence is what is checked.
    const [, encoded] = /\x1b\]52;c;([A-Za-z0-9+/=]+)\x07/.exec(person.run.stdout) ?? [];
    assertMatch(new TextDecoder().decode(Uint8Array.fromBase64(encoded ?? "")), /^Take \*\*this\*\*/);
  },
});

task("the status line has the tokens and the cost", {
  replies: () => [[{ text: "Paid." }, {
    usage: { prompt_tokens: 1_000, completion_tokens: 2_000, total_tokens: 3_000 },
  }]],
  args: ["--model", "gpt-4o"],
  play: async ({ person }) => {
    await person.type(`hello${ENTER}`);
    await person.sees(/Paid\.[^]*3000 tokens[^]*\$0\.0225/);
  },
});
