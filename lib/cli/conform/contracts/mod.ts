/** The contracts that `qwen conform` checks. A new dialect is a file beside this one and a line here. */
import type { Contract } from "../contract.ts";
import { acpContract } from "./acp.ts";
import { chatContract } from "./chat.ts";
import { claudeContract } from "./claude.ts";
import { qwenContract } from "./qwen.ts";
import { stateContract } from "./state.ts";

/** The contract of each dialect, by its name. */
export const CONTRACTS: Readonly<Record<string, Contract>> = {
  chat: chatContract,
  qwen: qwenContract,
  claude: claudeContract,
  state: stateContract,
  acp: acpContract,
};
