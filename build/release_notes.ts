/** `deno task release:notes v1.2.3`: prints what the changelog tells of a version; fails when it is not the program's. */
import project from "../deno.json" with { type: "json" };

/** The text under the heading of a version, without the heading; null when there is none. */
export function notesOf(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => /^\[?([^\]\s]+)/.exec(text)?.[1] === version);
  return section?.slice(section.indexOf("\n") + 1).trim() ?? null;
}

if (import.meta.main) {
  const version = (Deno.args[0] ?? "").replace(/^v/, "");
  const changelog = await Deno.readTextFile(new URL("../CHANGELOG.md", import.meta.url));
  const notes = version === project.version ? notesOf(changelog, version) : null;
  if (notes === null) {
    const reason = version === project.version
      ? "CHANGELOG.md has no such section"
      : `deno.json says ${project.version}`;
    console.error(`Cannot release ${version || "nothing"}: ${reason}`);
    Deno.exit(1);
  }
  await Deno.stdout.write(new TextEncoder().encode(`${notes}\n`));
}
