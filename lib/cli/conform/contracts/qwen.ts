import type { Contract } from "../contract.ts";
import { agentContract } from "./agent.ts";

/** The contract of the dialect `qwen`. */
export const qwenContract: Contract = agentContract("qwen", { write: "write_file" });
