import type { Outcome } from "../event.ts";
import type { Provider } from "./provider.ts";
import type { Tool } from "./tool.ts";
import type { Usage } from "../usage.ts";

/** Follows the work on the prompts of one session; at most one prompt is worked on at a time. */
export interface Tracer {
  /** The work on a prompt begins: requests and calls from here on belong to it. */
  startPrompt(facts: { sessionId: string; model: string }): void;
  endPrompt(facts: { outcome: Outcome; usage: Usage }): void;
  /** The provider with its requests followed. */
  provider(provider: Provider): Provider;
  /** The tool with its calls followed. */
  tool(tool: Tool): Tool;
}
