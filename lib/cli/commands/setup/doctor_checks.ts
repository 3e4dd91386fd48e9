import { currentFolder, dirname } from "../../../path/mod.ts";
import { SANDBOX_FACTS, type SandboxFact } from "../../args/sandbox_facts.ts";
import { takeHostSecrets } from "../../assembly/config/host_secrets.ts";
import { systemClock } from "../../../model/clock.ts";
/** The checks of `qwen doctor`, in order; each is independent of the others. */
import { type JsonObject, type Problem, problemOf, type Provider, reasonOf } from "../../../model/mod.ts";
import { PROVIDERS, proxyInUse, type SelectionInput, selectProvider } from "../../../providers/mod.ts";
import { chatsFolder } from "../../../store/store_paths.ts";
import { readUnknownInput, unknownInputFile } from "../../../store/unknown_input.ts";
import { readContextFiles } from "../../../config/context_files.ts";
import { defined } from "../../../config/defined.ts";
import { type Fenced, openFences } from "../../assembly/session/fenced.ts";
import type { Flags } from "../../args/table/flag_table.ts";
import { openModel, selectionInput } from "../../assembly/config/load_config.ts";
import { LOCAL_KEY, usePreset } from "../../assembly/config/use_preset.ts";
import { PROVIDER_PRESETS } from "../../../config/models/provider_presets.ts";
import { VERSION } from "../../version.ts";
import { toolFindings } from "./doctor_tools.ts";
import { variablesWithoutEffect } from "../../assembly/config/without_effect.ts";
import { unknownSettings } from "../../assembly/config/unknown_settings.ts";
import { configWarningsOf } from "../../assembly/config/config_warnings.ts";
import { type LoadedSettings, loadSettings, qwenHome } from "../../../config/settings/settings.ts";
import { settingChoices } from "../../assembly/config/setting_choices.ts";
import type { ProjectConfig } from "../../assembly/config/project_files.ts";
import { openProject } from "../../assembly/session/session_project.ts";

/** The result of one check. */
export interface Finding {
  name: string;
  /** A note is worth knowing and needs no fix. */
  status: "ok" | "note" | "fault";
  text: string;
  /** What to do about it; every fault has one. */
  fix?: string;
  /** The same for programs. */
  data?: JsonObject;
}

const ANSWER_MS = 15_000;
const OLDEST_DENO = [2, 9] as const;

/** Checks everything that a run depends on. */
export async function* checkups(flags: Flags, options: { isOffline: boolean }): AsyncGenerator<Finding> {
  const env = (name: string): string | undefined => Deno.env.get(name);
  const cwd = currentFolder();
  yield versions();
  let loaded: LoadedSettings;
  try {
    loaded = await loadSettings({ cwd, env, ...settingChoices(flags) });
  } catch (error) {
    yield fault("settings", problemOf(error), { otherwise: "Correct the file, or leave it out with --bare." });
    return;
  }
  yield* settings(loaded);
  for (const text of configWarningsOf({ flags, settings: loaded.settings, isHosted: false })) {
    yield { name: "settings", status: "note", text };
  }
  for (const text of await unknownSettings(loaded.sources)) yield { name: "settings", status: "note", text };
  const names = Object.keys(Deno.env.toObject());
  for (const name of await variablesWithoutEffect({ flags, loaded, names }, { withForeign: true })) {
    yield { name: "variables", status: "note", text: `The variable ${name} has no effect here.` };
  }
  yield* await context(flags, { cwd, loaded, home: qwenHome(env) });
  yield* await projectFindings({ flags, loaded, settings: loaded.settings, cwd, env, home: qwenHome(env) });
  const selected = await provider(flags, loaded);
  yield selected;
  if (options.isOffline) yield { name: "answer", status: "note", text: "Not asked: --offline." };
  else if (selected.status !== "fault") yield await answer(flags, loaded);
  const around = { cwd, loaded, env, home: qwenHome(env) };
  yield* await sandbox(flags, around);
  yield* await toolFindings();
  yield await sessions(flags, around);
  yield* await unknownInput(around);
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
    fix: "Install a newer one: npm install -g deno",
    data,
  };
}

function* settings(loaded: LoadedSettings): Iterable<Finding> {
  const { files, warnings, ignored } = loaded;
  const text = files.length === 0 ? "No settings file was found; the defaults apply." : `Read ${files.join(", ")}`;
  yield { name: "settings", status: "ok", text, data: { files } };
  for (const warning of warnings) yield { name: "settings", status: "note", text: warning };
  const told = new Set<string>();
  for (const { path, reason } of ignored) {
    // Two files of a project can set the same.
    if (told.has(`${path} ${reason}`)) continue;
    told.add(`${path} ${reason}`);
    const isPartlyUsed = files.includes(path);
    yield {
      name: "settings",
      status: "note",
      text: isPartlyUsed ? `The project's ${path}: ${reason}.` : `The project's ${path} is ignored: ${reason}.`,
      fix: isPartlyUsed
        ? "Put what you need of it into .qwen/settings.json."
        : "If you trust the project, use --trust-project, or put the setting into your own file.",
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
  const text = paths.length === 0
    ? "There is no AGENTS.md, QWEN.md, CLAUDE.md or GEMINI.md here."
    : `Read ${paths.join(", ")}`;
  return [
    { name: "context", status: "ok", text, data: { files: paths } },
    ...warnings.map((warning): Finding => ({ name: "context", status: "note", text: warning })),
  ];
}

async function provider(flags: Flags, loaded: LoadedSettings): Promise<Finding> {
  if (flags.replay !== undefined) {
    return { name: "provider", status: "ok", text: `Answers are replayed from ${flags.replay}.` };
  }
  try {
    const input = await usePreset(await selectionInput(flags, loaded), loaded.env);
    const { provider, model, baseUrl, key, notices } = selectProvider(input);
    const origin = key === "" || key === LOCAL_KEY ? null : keyOrigin(input, { flags, provider, model });
    const proxy = proxyInUse();
    if (proxy) notices.push(`Requests go through the proxy ${proxy.host} (${proxy.variable}).`);
    const place = baseUrl === "" ? "" : ` at ${baseUrl}`;
    const keyText = origin === null ? "without a key" : `key from ${origin}`;
    return {
      name: "provider",
      status: "ok",
      text: [`${provider}${place}, model ${model}, ${keyText}`, ...notices].join("\n"),
      data: { provider, model, baseUrl: baseUrl === "" ? null : baseUrl, keyFrom: origin },
    };
  } catch (error) {
    return fault("provider", problemOf(error), { otherwise: "Set a key, or try --provider demo." });
  }
}

/** The source of the key, searched in the order in which the key is chosen; never the key itself. */
function keyOrigin(input: SelectionInput, chosen: { flags: Flags; provider: string; model: string }): string {
  const { flags, provider, model } = chosen;
  const variable = (name: string): string => Deno.env.get(name)?.trim() ? name : `${name} in settings or ~/.qwen/.env`;
  const entry = input.settings.models?.[provider]?.find(({ id }) => id === model);
  if (entry?.envKey && input.env[entry.envKey]?.trim()) return variable(entry.envKey);
  if (flags.keyFile !== undefined) return "--key-file";
  if (flags.keyFd !== undefined) return "--key-fd";
  if (flags.openaiApiKey !== undefined) return "--openai-api-key";
  const preset = PROVIDER_PRESETS.find(({ keyVar }) => keyVar !== null && input.flags.apiKey === input.env[keyVar]);
  if (preset?.keyVar && input.flags.apiKey) return variable(preset.keyVar);
  const row = PROVIDERS.find(({ name }) => name === provider);
  const held = row?.keyVars.find((name) => input.env[name]?.trim());
  return held ? variable(held) : "the setting security.auth.apiKey";
}

async function answer(flags: Flags, loaded: LoadedSettings): Promise<Finding> {
  const started = performance.now();
  try {
    const opened = await openModel(flags, { loaded, version: VERSION });
    const text = await greet(opened.provider, opened.selection.model);
    await opened.close();
    const ms = Math.round(performance.now() - started);
    return {
      name: "answer",
      status: "ok",
      text: `${opened.selection.model} answered in ${(ms / 1000).toFixed(1)} s${text === "" ? ", without text" : ""}.`,
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
    return fault("answer", problemOf(error), { otherwise: "Check the key, the model's name and the base URL." });
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
  const late = new AbortController();
  const cancel = systemClock.after(ANSWER_MS, () => late.abort(new DOMException("Timed out", "TimeoutError")));
  try {
    let text = "";
    for await (const batch of provider.stream(request, late.signal)) {
      for (const chunk of batch) if (chunk.type === "text") text += chunk.text;
    }
    return text;
  } finally {
    cancel();
  }
}

async function sandbox(
  flags: Flags,
  around: { cwd: string; home: string; loaded: LoadedSettings; env: LoadedSettings["env"] },
): Promise<Finding[]> {
  const { settings } = around.loaded;
  const requested = flags.sandbox ?? settings.get("tools.sandbox") ?? "auto";
  try {
    const hostSecrets = takeHostSecrets(flags.secret ?? []);
    const fenced = openFences({ ...around, flags, settings, host: null, hostSecrets }, { note: () => {} });
    const info = await fenced.confinement.verify();
    await fenced.confinement.close();
    fenced.files.close();
    const data = { ...info, requested };
    if (info.verified) {
      const { allow } = fenced.fences.net;
      const hosts = allow === "all"
        ? "network allowed"
        : allow.length > 0
        ? `network: ${allow.join(", ")}`
        : "no network";
      const text = `${info.backend}, verified by a probe: ${hosts}`;
      const facts = confinedFacts(fenced, hostSecrets);
      return [{ name: "sandbox", status: "ok", text, data }, ...facts];
    }
    return [{
      name: "sandbox",
      status: requested === "required" ? "fault" : "note",
      text: `Commands are not confined: ${fenced.confinement.detail}.`,
      ...(requested === "off" ? {} : { fix: confinementFix(fenced.confinement.isInstalled) }),
      data,
    }, { name: "sandbox", status: "note", text: SANDBOX_FACTS.unconfined }];
  } catch (error) {
    return [fault("sandbox", problemOf(error), { otherwise: "Correct the flag or the setting." })];
  }
}

/** The sentences of `--help sandbox` that hold for this run. */
function confinedFacts({ fences: { net } }: Fenced, secrets: readonly unknown[]): Finding[] {
  const network: SandboxFact = net.allow === "all" ? "allNetwork" : net.allow.length > 0 ? "hosts" : "noNetwork";
  const names: SandboxFact[] = [
    ...["readOnly", "workspace", "temporary", "closed", "guarded", "created", "rewind", "hidden"] as const,
    network,
  ];
  if (secrets.length > 0) names.push("secrets");
  names.push("limits", "hardLinks");
  return names.map((name) => ({ name: "sandbox", status: "ok", text: SANDBOX_FACTS[name] }));
}

function confinementFix(isInstalled: boolean): string {
  if (isInstalled) return "Allow user namespaces, and work in a folder that neither is nor holds your home folder.";
  return Deno.build.os === "linux"
    ? "Install bubblewrap (apt install bubblewrap, dnf install bubblewrap) and allow user namespaces."
    : "There is no sandbox for this system: keep the approval mode strict, or work in a container.";
}

async function sessions(
  flags: Flags,
  around: { cwd: string; home: string; loaded: LoadedSettings },
): Promise<Finding> {
  const { cwd, home, loaded: { settings } } = around;
  if ((flags.chatRecording ?? settings.get("general.chatRecording")) === false) {
    return { name: "sessions", status: "note", text: "Sessions are not saved." };
  }
  const base = Deno.env.get("QWEN_RUNTIME_DIR") ?? settings.get("advanced.runtimeOutputDir") ?? home;
  const folder = chatsFolder({ base, cwd });
  const data = { folder };
  try {
    await tryWriting(await nearestFolder(folder));
    return { name: "sessions", status: "ok", text: `Saved in ${folder}`, data };
  } catch (error) {
    return {
      name: "sessions",
      status: "fault",
      text: `${folder} cannot be written: ${reasonOf(error)}`,
      fix: "Make the folder writable, set QWEN_HOME to another one, or use --no-chat-recording.",
      data,
    };
  }
}

/** What hosts of this project sent without effect: a host of Claude Code is told nowhere else. */
async function unknownInput(around: { cwd: string; home: string; loaded: LoadedSettings }): Promise<Finding[]> {
  const { cwd, home, loaded: { settings } } = around;
  const base = Deno.env.get("QWEN_RUNTIME_DIR") ?? settings.get("advanced.runtimeOutputDir") ?? home;
  const entries = await readUnknownInput(unknownInputFile({ base, cwd }));
  return entries.map(({ dialect, what, at }): Finding => {
    const last = new Date(at).toISOString();
    return {
      name: "input",
      status: "note",
      text: `A host gave ${what} in the ${dialect} dialect, last on ${last}: it is not known here and was ignored.`,
      data: { dialect, what, last },
    };
  });
}

/** The folder itself, or the first one above it that exists. */
async function nearestFolder(folder: string): Promise<string> {
  for (let path = folder; dirname(path) !== path; path = dirname(path)) {
    if (await Deno.stat(path).then((info) => info.isDirectory, () => false)) return path;
  }
  return ".";
}

async function tryWriting(folder: string): Promise<void> {
  await Deno.remove(await Deno.makeTempFile({ dir: folder, prefix: ".qwen-doctor-" }));
}

function fault(name: string, { message, hint, code }: Problem, { otherwise }: { otherwise: string }): Finding {
  // Some messages end with the ways to fix the problem, which belong into the fix.
  const [, what, rest] = /^(.*?[.:]) (Three ways .+)$/s.exec(message) ?? [null, message, hint ?? otherwise];
  return { name, status: "fault", text: what, fix: rest, data: { code } };
}

/** What became of each file of the project and of the home folder. */
async function projectFindings(config: ProjectConfig): Promise<Finding[]> {
  const { files, commands } = await openProject(config, {
    note: () => {/* Context files have findings of their own. */},
  });
  await commands.close();
  return files.map(({ path, kind, taken, reason }): Finding => ({
    name: "project",
    status: taken ? "ok" : "note",
    text: `${path} (${kind}): ${taken ? "used" : "not used"}${reason ? `${taken ? "." : ":"} ${reason}` : ""}`,
    data: { path, kind, taken, ...(reason ? { reason } : {}) },
  }));
}
