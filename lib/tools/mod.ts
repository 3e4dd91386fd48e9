import type { Tool } from "../model/ports.ts";
import { edit } from "./edit.ts";
import { readFile } from "./read_file.ts";
import { runShellCommand } from "./run_shell_command.ts";
import { writeFile } from "./write_file.ts";

/** The tools that are built in, in the order in which models are told of them. */
export function builtInTools(): Tool[] {
  return [readFile, edit, writeFile, runShellCommand];
}
