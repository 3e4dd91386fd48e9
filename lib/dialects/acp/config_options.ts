import type { SessionModeState } from "@agentclientprotocol/sdk";
import { type Mode, MODES } from "../../model/ports/access.ts";
import { EFFORTS } from "../../model/effort.ts";
import type { ModelInfo } from "../../model/event.ts";

/** The value of `effort` that leaves it to the model. */
export const DEFAULT_EFFORT = "default";

const MODE_TEXTS: Readonly<Record<Mode, { name: string; description: string }>> = {
  plan: { name: "Plan", description: "Reads and plans; changes nothing" },
  default: { name: "Ask", description: "Asks before edits and commands" },
  "auto-edit": { name: "Edit", description: "Edits files of the workspace without asking" },
  auto: { name: "Auto", description: "Also runs commands that the sandbox confines" },
  yolo: { name: "Yolo", description: "Asks nothing" },
};

/** An option with a list of values. */
export interface SelectOption {
  type: "select";
  id: string;
  name: string;
  category: string;
  currentValue: string;
  options: { value: string; name: string }[];
}

/** The modes of a session. */
export function modeState(current: Mode): SessionModeState {
  return { currentModeId: current, availableModes: MODES.map((id) => ({ id, ...MODE_TEXTS[id] })) };
}

/** The options of a session. */
export function configOptions(
  session: { model: string; effort: string | null; models: readonly ModelInfo[] },
): SelectOption[] {
  const { model, effort, models } = session;
  const known = models.some(({ id }) => id === model) ? models : [{ id: model, label: model }, ...models];
  const efforts = EFFORTS.map((value) => ({ value, name: value }));
  return [
    {
      type: "select",
      id: "model",
      name: "Model",
      category: "model",
      currentValue: model,
      options: known.map(({ id, label }) => ({ value: id, name: label })),
    },
    {
      type: "select",
      id: "effort",
      name: "Effort",
      category: "thought_level",
      currentValue: effort ?? DEFAULT_EFFORT,
      options: [{ value: DEFAULT_EFFORT, name: "The model's own" }, ...efforts],
    },
  ];
}
