import { assertEquals } from "@std/assert";
import { homeFolder } from "../../../lib/config/home_folder.ts";

const asked = (vars: Record<string, string>) => (name: string): string | undefined => vars[name];

async function withUsers(text: string, check: (path: string) => void): Promise<void> {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(path, text);
    check(path);
  } finally {
    await Deno.remove(path);
  }
}

Deno.test("homeFolder takes the folder that the environment names", () => {
  assertEquals(homeFolder(asked({ HOME: "/home/me", USERPROFILE: "/other" })), "/home/me");
  assertEquals(homeFolder(asked({ HOME: "", USERPROFILE: "C:\\Users\\me" })), "C:\\Users\\me");
});

Deno.test({
  name: "homeFolder asks the list of users where the environment names no folder, or only a relative one",
  ignore: Deno.build.os === "windows",
  fn: async (): Promise<void> => {
    const list = `daemon:x:4294967294:1::/nowhere:/bin/sh\nme:x:${Deno.uid()}:100:Me:/home/me:/bin/sh\n`;
    await withUsers(list, (path) => {
      const vars: Record<string, string>[] = [{}, { HOME: "" }, { HOME: "." }, { HOME: "work/home" }];
      for (const some of vars) {
        assertEquals(homeFolder(asked(some), path), "/home/me");
      }
    });
  },
});

Deno.test("homeFolder is never the working folder, also where nobody knows the user", async () => {
  await withUsers("somebody:x:4294967294:1::/nowhere:/bin/sh\n", (path) => {
    assertEquals(homeFolder(asked({}), path), "/");
    assertEquals(homeFolder(asked({}), `${path}.absent`), "/");
  });
});
