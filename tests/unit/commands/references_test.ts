import { assertEquals, assertRejects } from "@std/assert";
import type { Part } from "../../../lib/model/content.ts";
import type { Expanded } from "../../../lib/model/ports.ts";
import { expandReferences, REFERENCE_LIMITS } from "../../../lib/commands/references.ts";
import { filesIn, inFolder } from "../../support/command_context.ts";

const live = new AbortController().signal;

const text = (value: string): Part => ({ kind: "text", text: value });

function expand(
  root: string,
  prompt: string,
  { references = [], limits = REFERENCE_LIMITS }: {
    references?: { original: string; resolved: string }[];
    limits?: typeof REFERENCE_LIMITS;
  } = {},
): Promise<Expanded> {
  return expandReferences({ parts: [text(prompt)], references, cwd: root, files: filesIn(root) }, live, limits);
}

Deno.test("expandReferences brings files into the prompt, in order and once", async () => {
  await inFolder({ "src/a.ts": "A\n", "b.txt": "B" }, async (root) => {
    assertEquals(await expand(root, "compare @src/a.ts, @b.txt and @./src/a.ts."), {
      parts: [
        text("compare @src/a.ts, @b.txt and @./src/a.ts."),
        text("\n--- Content from referenced files ---"),
        text("\nContent from @src/a.ts:\nA\n"),
        text("\nContent from @b.txt:\nB"),
        text("\n--- End of content ---"),
      ],
      notes: [],
      read: ["src/a.ts", "b.txt"],
      missing: [],
    });
  });
});

Deno.test("expandReferences reads escaped spaces and names with brackets", async () => {
  await inFolder({ "my file.txt": "M", "app/[id].tsx": "I" }, async (root) => {
    const { parts } = await expand(root, "see @my\\ file.txt (and @app/[id].tsx)");
    assertEquals(parts.slice(2, -1), [
      text("\nContent from @my file.txt:\nM"),
      text("\nContent from @app/[id].tsx:\nI"),
    ]);
  });
});

Deno.test("expandReferences takes the references of the host first and names what is missing of them", async () => {
  await inFolder({ "src/foo.ts": "F", "b.txt": "B" }, async (root) => {
    const references = [{ original: "@foo", resolved: "./src/foo.ts" }, { original: "@gone", resolved: "gone.ts" }];
    assertEquals(await expand(root, "@b.txt review @foo", { references }), {
      parts: [
        text("@b.txt review @src/foo.ts"),
        text("\n--- Content from referenced files ---"),
        text("\nContent from @src/foo.ts:\nF"),
        text("\nContent from @b.txt:\nB"),
        text("\n--- End of content ---"),
      ],
      notes: ["gone.ts: there is no such file"],
      read: ["src/foo.ts", "b.txt"],
      missing: ["gone.ts"],
    });
  });
});

Deno.test("expandReferences leaves missing files as text and refuses what lies outside", async () => {
  await inFolder({ "ws/a.ts": "", "outside.txt": "secret" }, async (root) => {
    await Deno.symlink(`${root}/outside.txt`, `${root}/ws/link.txt`);
    assertEquals(await expand(`${root}/ws`, "@nobody and @../outside.txt and @link.txt"), {
      parts: [text("@nobody and @../outside.txt and @link.txt")],
      notes: ["../outside.txt: it lies outside the workspace", "link.txt: it lies outside the workspace"],
      read: [],
      missing: ["nobody"],
    });
  });
});

Deno.test("expandReferences reads folders without what ignore files name", async () => {
  await inFolder({
    ".git/HEAD": "",
    "src/b.ts": "B",
    "src/a.ts": "A",
    "src/sub/c.ts": "C",
    "src/x.log": "X",
    "src/.gitignore": "*.log\n",
    "src/bin.dat": "a\0b",
  }, async (root) => {
    assertEquals(await expand(root, "@src/"), {
      parts: [
        text("@src/"),
        text("\n--- Content from referenced files ---"),
        text("\nContent from @src/.gitignore:\n*.log\n"),
        text("\nContent from @src/a.ts:\nA"),
        text("\nContent from @src/b.ts:\nB"),
        text("\nContent from @src/sub/c.ts:\nC"),
        text("\n[Left out: src/bin.dat: it is not text]\n--- End of content ---"),
      ],
      notes: ["src/bin.dat: it is not text"],
      read: ["src/"],
      missing: [],
    });
  });
});

Deno.test("expandReferences keeps to its limits and says what was left out", async () => {
  await inFolder(
    { "big.txt": "line one\nline two\nline three\n", "d/1": "1", "d/2": "2", "d/3": "3" },
    async (root) => {
      const limits = { ...REFERENCE_LIMITS, fileBytes: 20, files: 3 };
      assertEquals(await expand(root, "@big.txt @d", { references: [], limits }), {
        parts: [
          text("@big.txt @d"),
          text("\n--- Content from referenced files ---"),
          text("\nContent from @big.txt:\nline one\nline two\n"),
          text("\nContent from @d/1:\n1"),
          text("\nContent from @d/2:\n2"),
          text(
            "\n[Left out: big.txt: all after the first 18 bytes of 29 bytes]" +
              "\n[Left out: 1 more files: a prompt takes in 3 files and 512 KiB]\n--- End of content ---",
          ),
        ],
        notes: [
          "big.txt: all after the first 18 bytes of 29 bytes",
          "1 more files: a prompt takes in 3 files and 512 KiB",
        ],
        read: ["big.txt", "d"],
        missing: [],
      });
    },
  );
});

Deno.test("expandReferences hands over images as such", async () => {
  await inFolder({ "logo.png": "png" }, async (root) => {
    const { parts } = await expand(root, "@logo.png");
    assertEquals(parts[3], { kind: "media", mediaType: "image/png", base64: "cG5n", name: "logo.png" });
  });
});

Deno.test("expandReferences takes in a bounded number and amount of images", async () => {
  await inFolder({ "a.png": "12345", "b.png": "12345", "c.png": "1", "d.png": "1" }, async (root) => {
    const limits = { ...REFERENCE_LIMITS, mediaBytes: 6, totalMediaBytes: 8, files: 2 };
    const { parts, notes } = await expand(root, "@a.png @b.png @c.png @d.png", { references: [], limits });
    assertEquals(parts.flatMap((part) => part.kind === "media" ? [part.name] : []), ["a.png", "c.png"]);
    assertEquals(notes, [
      "b.png: 5 bytes is more than 3 bytes remaining for images and documents",
      "1 more files: a prompt takes in 2 files and 512 KiB",
    ]);
  });
});

Deno.test("expandReferences stops when it is aborted", async () => {
  await inFolder({ "a.ts": "" }, async (root) => {
    const signal = AbortSignal.abort(new Error("cancelled"));
    const request = { parts: [text("@a.ts")], references: [], cwd: root, files: filesIn(root) };
    await assertRejects(() => expandReferences(request, signal), Error, "cancelled");
  });
});

Deno.test("expandReferences looks up a bounded number of names", async () => {
  await inFolder({ "a.ts": "A" }, async (root) => {
    const names = Array.from({ length: 600 }, (_, i) => `@name${i}`).join(" ");
    const { parts, notes } = await expand(root, `${names} @a.ts @${")".repeat(100_000)}`);
    assertEquals(parts.length, 1);
    assertEquals(notes, ["All references after the first 500 were left as text"]);
  });
});
