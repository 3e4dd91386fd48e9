/** Commands that hosts without a terminal send as well; completion lists show them once two letters are typed. */
import type { Deed } from "../slash_command.ts";
import type { BuiltinName } from "./listed.ts";
import { load } from "./load.ts";

/** A command of the terminal that has nothing to do here, and says what does its work instead. */
function notHere(name: BuiltinName, instead: string): Deed {
  const content = `/${name} does nothing in a headless session: ${instead}`;
  return { isSecondary: true, run: () => ({ type: "message", level: "info", content }) };
}

/** What the further commands do. */
export const HEADLESS = {
  bug: {
    isSecondary: true,
    run: async (call, desk) => (await load.bug()).bug(call, desk),
  },
  "compress-fast": {
    isSecondary: true,
    run: async (call, desk) => await (await load.compressFast()).compressFast(call, desk),
  },
  config: {
    isSecondary: true,
    complete: async (desk) => (await load.config()).complete(desk),
    run: async (call, desk) => await (await load.config()).config(call, desk),
  },
  context: {
    isSecondary: true,
    run: async (call, desk) => await (await load.context()).context(call, desk),
  },
  diff: {
    isSecondary: true,
    run: async (call, desk) => await (await load.diff()).diff(call, desk),
  },
  doctor: {
    isSecondary: true,
    run: async (call, desk) => await (await load.doctor()).doctor(call, desk),
  },
  effort: {
    isSecondary: true,
    complete: async () => [...(await load.effort()).LEVELS, "default"].map((value) => ({ value })),
    run: async (call, desk) => await (await load.effort()).effort(call, desk),
  },
  goal: {
    isSecondary: true,
    run: async (call, desk) => await (await load.goal()).goal(call, desk),
  },
  hooks: {
    isSecondary: true,
    run: async (call, desk) => (await load.hooks()).hooks(call, desk),
  },
  language: {
    isSecondary: true,
    run: async (call, desk) => await (await load.language()).language(call, desk),
  },
  "quit-confirm": {
    isSecondary: true,
    run: ({ raw, approved }) => approved.includes(raw) ? { type: "quit" } : { type: "quit_confirmation" },
  },
  status: {
    isSecondary: true,
    run: async (call, desk) => (await load.status()).status(call, desk),
  },
  tasks: {
    isSecondary: true,
    run: async (call, desk) => (await load.tasks()).tasks(call, desk),
  },
  curator: notHere("curator", "memory is kept in QWEN.md files; /memory shows them."),
  extensions: notHere("extensions", "no extensions are loaded; MCP servers and custom commands take their place."),
  ide: notHere("ide", "the host is the editor."),
  "import-config": notHere("import-config", "edit .qwen/settings.json, or give flags."),
  insight: notHere("insight", "/stats shows the figures of this session."),
  "output-style": notHere("output-style", "give --append-system-prompt instead."),
  update: notHere("update", "replace the executable by a newer one."),
  vim: notHere("vim", "there is no input field."),
} as const satisfies Partial<Record<BuiltinName, Deed>>;
