import { SEARCH_TASKS } from "../../lib/cli/eval/search_tasks.ts";
import { SEARCH_PLAYS } from "./search_plays.ts";
import { testPlays } from "./play.ts";

testPlays(SEARCH_TASKS, SEARCH_PLAYS);
