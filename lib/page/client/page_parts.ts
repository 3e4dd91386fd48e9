import type { ViewParts } from "./conversation/view.ts";
import { byId, h } from "./dom.ts";
import { Tabs } from "./panels/tabs.ts";
import type { PromptParts } from "./prompt/prompt_box.ts";

/** The elements of the document that the page works with. */
export interface PageParts {
  status: HTMLElement;
  role: HTMLElement;
  alert: HTMLElement;
  empty: HTMLElement;
  folder: HTMLElement;
  conversation: ViewParts;
  terminal: HTMLElement;
  queue: HTMLElement;
  questions: HTMLElement;
  announcer: HTMLElement;
  sessions: HTMLElement;
  newSession: HTMLElement;
  name: HTMLInputElement;
  model: HTMLSelectElement;
  mode: HTMLSelectElement;
  prompt: PromptParts;
  exporter: Exporter;
  tabs: { queue: HTMLElement; onTerminal: () => void };
  closeMenu: () => void;
}

/** The controls that save a conversation to a file. */
export interface Exporter {
  format: HTMLSelectElement;
  button: HTMLButtonElement;
  save(content: string, facts: { name: string; format: string }): void;
}

const ENDINGS: Readonly<Record<string, { ending: string; type: string }>> = {
  markdown: { ending: "md", type: "text/markdown" },
  html: { ending: "html", type: "application/octet-stream" },
  json: { ending: "json", type: "application/json" },
};

/** Finds the parts of the document. */
export function pageParts(): PageParts {
  const tabs: PageParts["tabs"] = { queue: byId("tab-queue"), onTerminal: () => {} };
  new Tabs([
    { tab: byId("tab-conversation"), panel: byId("panel-conversation") },
    { tab: byId("tab-terminal"), panel: byId("panel-terminal"), onShow: () => tabs.onTerminal() },
    { tab: byId("tab-queue"), panel: byId("panel-queue") },
  ]);
  return {
    status: byId("status"),
    role: byId("role"),
    alert: byId("alert"),
    empty: byId("empty"),
    folder: byId("folder"),
    conversation: { region: byId("conversation"), log: byId("log"), earlier: buttonById("earlier") },
    terminal: byId("terminal"),
    queue: byId("queue"),
    questions: byId("questions"),
    announcer: byId("announcer"),
    sessions: byId("sessions"),
    newSession: byId("new-session"),
    name: inputById("name"),
    model: selectById("model"),
    mode: selectById("mode"),
    prompt: promptParts(),
    exporter: { format: selectById("export-format"), button: buttonById("export"), save: saveFile },
    tabs,
    closeMenu: menu(),
  };
}

function promptParts(): PromptParts {
  const form = byId("prompt-form");
  const box = byId("prompt");
  if (!(form instanceof HTMLFormElement) || !(box instanceof HTMLTextAreaElement)) throw new Error("No prompt");
  return { form, box, send: buttonById("send"), cancel: buttonById("cancel"), hints: byId("hints") };
}

/** On narrow screens the sidebar is shown on demand; the returned function hides it. */
function menu(): () => void {
  const control = buttonById("menu-button");
  const set = (isOpen: boolean): void => {
    document.body.classList.toggle("menu-open", isOpen);
    control.setAttribute("aria-expanded", String(isOpen));
  };
  control.addEventListener("click", () => set(!document.body.classList.contains("menu-open")));
  return () => set(false);
}

function saveFile(content: string, { name, format }: { name: string; format: string }): void {
  const { ending, type } = ENDINGS[format] ?? ENDINGS.json;
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { attributes: { href: address, download: `qwen-${name}.${ending}` } }).click();
  URL.revokeObjectURL(address);
}

function buttonById(id: string): HTMLButtonElement {
  const found = byId(id);
  if (!(found instanceof HTMLButtonElement)) throw new Error(`${id} is no button`);
  return found;
}

function inputById(id: string): HTMLInputElement {
  const found = byId(id);
  if (!(found instanceof HTMLInputElement)) throw new Error(`${id} is no input`);
  return found;
}

function selectById(id: string): HTMLSelectElement {
  const found = byId(id);
  if (!(found instanceof HTMLSelectElement)) throw new Error(`${id} is no choice`);
  return found;
}
