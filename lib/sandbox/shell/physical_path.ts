import { dirname, isAbsolute, join } from "../../path/mod.ts";

/** Whether a path goes up again after it has gone down: behind a link, `..` is not where the words say. */
export function leavesThroughLink(path: string): boolean {
  const steps = path.split("/").filter((step) => step !== "" && step !== ".");
  const firstDown = steps.findIndex((step) => step !== "..");
  return firstDown >= 0 && steps.indexOf("..", firstDown) >= 0;
}

/** The path that the kernel opens for a word: each link is followed before the `..` after it. */
export function physicalPath(path: string, around: { folder: string; real: (path: string) => string }): string {
  const { folder, real } = around;
  if (!path.split("/").includes("..")) return real(isAbsolute(path) ? path : join(folder, path));
  let at = isAbsolute(path) ? "/" : folder;
  for (const step of path.split("/")) {
    if (step === "" || step === ".") continue;
    at = step === ".." ? dirname(real(at)) : join(at, step);
  }
  return real(at);
}
