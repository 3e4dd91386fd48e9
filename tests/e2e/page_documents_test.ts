/** The command of the documents that serves the page. */
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { closeBrowserAfterwards, pageTest } from "../support/browser.ts";
import { blocksOf } from "../support/markdown.ts";
import { WebServer } from "../support/web_server.ts";

closeBrowserAfterwards();

const ROOT = fromFileUrl(new URL("../../", import.meta.url));

pageTest("the command of the README and of docs/web.md serves the page, whose pictures exist", async (bench) => {
  for (const path of ["README.md", "docs/web.md"]) {
    const text = await Deno.readTextFile(`${ROOT}${path}`);
    const blocks = blocksOf(text).filter(({ info }) => info === "web");
    assertEquals(blocks.map((block) => block.text), ["qwen serve --web\n"], path);
    const folder = path.startsWith("docs/") ? `${ROOT}docs/` : ROOT;
    const pictures = [...text.matchAll(/!\[[^\]]+\]\(([^)]+\.png)\)/g)].map(([, picture]) => picture);
    assert(pictures.length > 0, path);
    for (const picture of pictures) assert((await Deno.stat(`${folder}${picture}`)).isFile, picture);
  }
  await using server = await WebServer.start();
  const page = await bench.connect(server.ready.url);
  await page.send("hello");
  await page.says("demo model");
});
