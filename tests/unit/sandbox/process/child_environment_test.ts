import { assertEquals } from "@std/assert";
import { childEnvironment } from "../../../../lib/sandbox/process/child_environment.ts";

const SOURCE = {
  Path: "C:\\bin",
  SystemRoot: "C:\\Windows",
  ComSpec: "C:\\Windows\\System32\\cmd.exe",
  OPENAI_API_KEY: "secret",
  HOME: "/home/u",
};

function namesOf(isWindows: boolean, dropEnv: readonly string[] | "all" = []): string[] {
  const environment = childEnvironment({ source: SOURCE, passEnv: [], dropEnv, runId: "1", isWindows });
  return Object.keys(SOURCE).filter((name) => name in environment);
}

Deno.test("childEnvironment: Windows names have no case, and its programs need some of their own", () => {
  assertEquals(namesOf(true), ["Path", "SystemRoot", "ComSpec", "HOME"]);
  assertEquals(namesOf(false), ["HOME"]);
});

Deno.test("childEnvironment: of everything that is dropped, only the PATH is left", () => {
  assertEquals(namesOf(true, "all"), ["Path"]);
  assertEquals(namesOf(true, ["ComSpec"]), ["Path", "SystemRoot", "HOME"]);
});
