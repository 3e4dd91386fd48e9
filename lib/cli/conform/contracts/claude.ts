import type { Contract } from "../contract.ts";
import { agentContract } from "./agent.ts";

/** The contract of the dialect `claude`. */
export const claudeContract: Contract = agentContract("claude", { write: "Write" });
