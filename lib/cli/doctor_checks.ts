/** What `qwen doctor` looks at, one question after the other; each answer stands for itself. */
import { type JsonObject, type Problem, problemOf, type Provider, reasonOf } from "../model/mod.ts";
import { PROVIDERS, type SelectionInput, selectProvider } from "../providers/mod.ts";
import { chatsFolder } from "../store/places.ts";
import { readContextFiles } from "./context_files.ts";
import { defined } from "./defined.ts";
import { openFences } from "./fenced.ts";
import type { Flags } from "./flag_table.ts";
import { openModel, selectionInput } from "./foundation.ts";
import { VERSION } from "./version.ts";
import { doubtsOf } from "./doubts.ts";
import { type LoadedSettings, loadSettings, qwenHome, settingChoices } from "./settings.ts";

/** The answer to one question. */
export interface Finding {
  name: string;
  /** A note is worth knowing and needs no mending. */
  status: "ok" | "note" | "fault";
  text: string;
  /** What to do about it; every fault has one. */
  fix?: string;
  /** The same for programs. */
  data?: JsonObject;
}

const ANSWER_MS = 15_000;
const OLDEST_DENO = [2, 6] as const;

/** Looks at everything that a run depends on. */
export async function* checkups(flags: Flags): AsyncGenerator<Finding> {
  const env = (name: string): string | undefined => Deno.env.get(name);
  const cwd = Deno.cwd();
  yield versions();
  let loaded: LoadedSettings;
  try {
    loaded = await loadSettings({ cwd, env, ...settingChoices(flags) });
  } catch (error) {
    yield fault("settings", problemOf(error), "Correct the file, or leave it out with --bare.");
    return;
  }
  yield* settings(loaded);
  for (const text of await doubtsOf({ flags, settings: loaded.settings, isHosted: false })) {
    yield { name: "settings", status: "note", text };
  }
  yield* await context(flags, { cwd, loaded, home: qwenHome(env) });
  const selected = await provider(flags, loaded);
  yield selected;
  if (flags.offline) yield { name: "answer", status: "note", text: "Not asked: --offline." };
  else if (selected.status !== "fault") yield await answer(flags, loaded);
  const around = { cwd, loaded, env, home: qwenHome(env) };
  yield await sandbox(flags, around);
  yield await sessions(flags, around);
}

function versions(): Finding {
  const { deno, v8, typescript } = Deno.version;
  const { os, arch } = Deno.build;
  const data = { qwen: VERSION, deno, v8, typescript, os, arch };
  const text = `qwen ${VERSION}, Deno ${deno}, ${os} ${arch}`;
  const [major, minor] = deno.split(".").map(Number);
  const isOld = major < OLDEST_DENO[0] || (major === OLDEST_DENO[0] && minor < OLDEST_DENO[1]);
  if (!isOld) return { name: "version", status: "ok", text, data };
  return {
    name: "version",
    status: "fault",
    text: `${text}: Deno is older than ${OLDEST_DENO.join(".")}`,
    fix: "Bring a newer one: npm install -g deno",
    data,
  };
}

function* settings(loaded: LoadedSettings): Iterable<Finding> {
  const { files, warnings, ignored } = loaded;
  const text = files.length === 0 ? "No settings file was found; defaults hold." : `Read ${files.join(", ")}`;
  yield { name: "settings", status: "ok", text, data: { files } };
  for (const warning of warnings) yield { name: "settings", status: "note", text: warning };
  for (const { path, reason } of ignored) {
    yield {
      name: "settings",
      status: "note",
      text: `The project's ${path} is ignored: ${reason}.`,
      fix: "If you trust the project, use --trust-project, or put the setting into your own file.",
      data: { path, reason },
    };
  }
}

async function context(
  flags: Flags,
  around: { cwd: string; home: string; loaded: LoadedSettings },
): Promise<Finding[]> {
  if (flags.bare || flags.safeMode) return [{ name: "context", status: "note", text: "No context files are read." }];
  const names = around.loaded.settings.get("context.fileName");
  const { files, warnings } = await readContextFiles({ ...around, ...defined({ names }) });
  const paths = files.map(({ path }) => path);
  const text = paths.length === 0 ? "There is no QWEN.md or AGENTS.md here." : `Read ${paths.join(", ")}`;
  return [
    { name: "context", status: "ok", text, data: { files: paths } },
    ...warnings.map((warning): Finding => ({ name: "context", status: "note", text: warning })),
  ];
}

async function provider(flags: Flags, loaded: LoadedSettings): Promise<Finding> {
  if (flags.replay !== undefined) {
    return { name: "provider", status: "ok", text: `Answers are played back from ${flags.replay}.` };
  }
  try {
    const input = await selectionInput(flags, loaded);
    const { provider, model, baseUrl, key, notices } = selectProvider(input);
    const origin = key === "" ? null : keyOrigin(input, { flags, provider, model });
    const place = baseUrl === "" ? "" : ` at ${baseUrl}`;
    const told = origin === null ? "without a key" : `key from ${origin}`;
    return {
      name: "provider",
      status: "ok",
      text: [`${provider}${place}, model ${model}, ${told}`, ...notices].join("\n"),
      data: { provider, model, baseUrl: baseUrl === "" ? null : baseUrl, keyFrom: origin },
    };
  } catch (error) {
    return fault("provider", problemOf(error), "Set a key, or try --provider demo.");
  }
}

/** Where the key came from, in the order in which the choice is made; never the key itself. */
function keyOrigin(input: SelectionInput, chosen: { flags: Flags; provider: string; model: string }): string {
  const { flags, provider, model } = chosen;
  const variable = (name: string): string => Deno.env.get(name)?.trim() ? name : `${name} in settings or ~/.qwen/.env`;
  const entry = input.settings.models?.[provider]?.find(({ id }) => id === model);
  if (entry?.envKey && input.env[entry.envKey]?.trim()) return variable(entry.envKey);
  if (flags.keyFile !== undefined) return "--key-file";
  if (flags.keyFd !== undefined) return "--key-fd";
  if (flags.openaiApiKey !== undefined) return "--openai-api-key";
  const row = PROVIDERS.find(({ name }) => name === provider);
  const held = row?.keyVars.find((name) => input.env[name]?.trim());
  return held ? variable(held) : "the setting security.auth.apiKey";
}

async function answer(flags: Flags, loaded: LoadedSettings): Promise<Finding> {
  const started = performance.now();
  try {
    const opened = await openModel(flags, { loaded, version: VERSION });
    const told = await greet(opened.provider, opened.selection.model);
    await opened.close();
    const ms = Math.round(performance.now() - started);
    return {
      name: "answer",
      status: "ok",
      text: `${opened.selection.model} answered in ${(ms / 1000).toFixed(1)} s${
        told === "" ? ", without a word" : ""
      }.`,
      data: { model: opened.selection.model, durationMs: ms },
    };
  } catch (error) {
    if (error instanceof DOMException && error.name === "TimeoutError") {
      return {
        name: "answer",
        status: "fault",
        text: `The model did not answer within ${ANSWER_MS / 1000} s.`,
        fix: "Check the base URL, a proxy (HTTPS_PROXY), and whether the server is up.",
      };
    }
    return fault("answer", problemOf(error), "Check the key, the model's name and the base URL.");
  }
}

async function greet(provider: Provider, model: string): Promise<string> {
  const request = {
    model,
    system: "",
    messages: [{ id: "doctor", role: "user" as const, parts: [{ kind: "text" as const, text: "Say ok." }] }],
    tools: [],
    maxTokens: 16,
  };
  let text = "";
  for await (const batch of provider.stream(request, AbortSignal.timeout(ANSWER_MS))) {
    for (const chunk of batch) if (chunk.type === "text") text += chunk.text;
  }
  return text;
}

async function sandbox(
  flags: Flags,
  around: { cwd: string; home: string; loaded: LoadedSettings; env: LoadedSettings["env"] },
): Promise<Finding> {
  const { settings } = around.loaded;
  const wish = flags.sandbox ?? settings.get("tools.sandbox") ?? "auto";
  try {
    const fenced = openFences({ ...around, flags, settings, host: null }, { note: () => {} });
    const info = await fenced.confinement.verify();
    await fenced.shell("doctor").close();
    const data = { ...info, wish };
    if (info.verified) {
      const network = info.network ? "no network" : "network allowed";
      return { name: "sandbox", status: "ok", text: `${info.backend}, proved by a canary: ${network}`, data };
    }
    return {
      name: "sandbox",
      status: wish === "required" ? "fault" : "note",
      text: `Commands are not confined: ${fenced.confinement.detail}.`,
      ...(wish === "off" ? {} : { fix: confinementFix(fenced.confinement.isInstalled) }),
      data,
    };
  } catch (error) {
    return fault("sandbox", problemOf(error), "Correct the flag or the setting.");
  }
}

function confinementFix(isInstalled: boolean): string {
  if (isInstalled) return "Allow user namespaces, and work in a folder that neither is nor holds your home folder.";
  return Deno.build.os === "linux"
    ? "Install bubblewrap (apt install bubblewrap, dnf install bubblewrap) and allow user namespaces."
    : "There is no confinement for this system: keep the approval mode strict, or work in a container.";
}

async function sessions(
  flags: Flags,
  around: { cwd: string; home: string; loaded: LoadedSettings },
): Promise<Finding> {
  const { cwd, home, loaded: { settings } } = around;
  if ((flags.chatRecording ?? settings.get("general.chatRecording")) === false) {
    return { name: "sessions", status: "note", text: "Sessions are not kept." };
  }
  const base = Deno.env.get("QWEN_RUNTIME_DIR") ?? settings.get("advanced.runtimeOutputDir") ?? home;
  const folder = chatsFolder({ base, cwd });
  const data = { folder };
  try {
    await tryWriting(await nearestFolder(folder));
    return { name: "sessions", status: "ok", text: `Kept in ${folder}`, data };
  } catch (error) {
    return {
      name: "sessions",
      status: "fault",
      text: `${folder} cannot be written: ${reasonOf(error)}`,
      fix: "Give yourself the right to write there, name another folder with QWEN_HOME, or use --no-chat-recording.",
      data,
    };
  }
}

/** The folder itself, or the first one above it that exists. */
async function nearestFolder(folder: string): Promise<string> {
  for (let path = folder; path.includes("/"); path = path.slice(0, path.lastIndexOf("/"))) {
    if (await Deno.stat(path).then((info) => info.isDirectory, () => false)) return path;
  }
  return ".";
}

async function tryWriting(folder: string): Promise<void> {
  await Deno.remove(await Deno.makeTempFile({ dir: folder, prefix: ".qwen-doctor-" }));
}

function fault(name: string, { message, hint, code }: Problem, otherwise: string): Finding {
  // Some messages end with the way out; it belongs into the fix.
  const [, what, rest] = /^(.*?[.:]) (Three ways .+)$/s.exec(message) ?? [null, message, hint ?? otherwise];
  return { name, status: "fault", text: what, fix: rest, data: { code } };
}
