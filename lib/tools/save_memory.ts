import { deferred } from "../model/deferred.ts";
import type { Files, Tool } from "../model/ports.ts";
import { titleOf } from "./input.ts";
import { quietly } from "./quietly.ts";

/** Where remembered facts are kept. */
export interface MemoryFile {
  /** The absolute path, usually QWEN.md in the user's settings folder. */
  path: string;
  /** Opens files that may write there. */
  open: () => Promise<Files>;
}

/** Makes the tool that remembers facts for later sessions. */
export function saveMemory(memory: MemoryFile): Tool {
  return {
    name: "save_memory",
    description: `Remembers one fact for all later sessions. Only for what the user asks you to remember or clearly \
wants to be known for good.`,
    kind: "edit",
    parallel: false,
    aliases: ["SaveMemory", "SaveMemoryTool"],
    input: {
      type: "object",
      properties: { fact: { type: "string", minLength: 1, description: "The fact, as one clear sentence." } },
      required: ["fact"],
    },
    title: (input) => titleOf("Remember", input.fact),
    needs: () => [{ kind: "write", path: memory.path }],
    ready: work,
    run: (input, context) => quietly(async () => (await work()).run(input, context, memory)),
  };
}

function work(): Promise<typeof import("./work/save_memory.ts")> {
  return import(deferred("./work/save_memory.ts"));
}
