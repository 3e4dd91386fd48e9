import { EDIT_TASKS } from "../../lib/cli/eval/edit_tasks.ts";
import { EDIT_PLAYS } from "./edit_plays.ts";
import { testPlays } from "./play.ts";

testPlays(EDIT_TASKS, EDIT_PLAYS);
