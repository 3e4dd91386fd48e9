/** The entry of the page's script. */
import { systemClock } from "../../model/clock.ts";
import { App } from "./app.ts";
import { pageParts } from "./page_parts.ts";
import { readPlace } from "./wire/address.ts";

new App(pageParts(), { place: readPlace(), clock: systemClock }).start();
