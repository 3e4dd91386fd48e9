import { assertEquals } from "@std/assert";
import { isInside, searchFolders, temporaryFolder } from "../../../lib/path/mod.ts";

const isWindows = Deno.build.os === "windows";

Deno.test("isInside: by component", () => {
  assertEquals(
    [["/a", "/a"], ["/a/b", "/a"], ["/ab", "/a"], ["/a", "/a/b"], ["/a", "/"]].map(([path, folder]) =>
      isInside(path, folder)
    ),
    [true, true, false, false, true],
  );
  assertEquals(isInside("/A/b", "/a"), isWindows);
});

Deno.test({
  name: "searchFolders and temporaryFolder: as this system spells them",
  ignore: isWindows,
  fn: (): void => {
    assertEquals(searchFolders("/usr/bin:/bin"), ["/usr/bin", "/bin"]);
    assertEquals(temporaryFolder(() => undefined), "/tmp");
    assertEquals(temporaryFolder((name) => name === "TMPDIR" ? "/scratch" : undefined), "/scratch");
  },
});
