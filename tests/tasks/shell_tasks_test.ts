import { SHELL_TASKS } from "../../lib/cli/eval/shell_tasks.ts";
import { SHELL_PLAYS } from "./shell_plays.ts";
import { testPlays } from "./play.ts";

testPlays(SHELL_TASKS, SHELL_PLAYS);
