/** The page in a browser: no script that arrives as data runs, and nothing but its own origin is asked. */
import { assert, assertEquals } from "@std/assert";
import { closeBrowserAfterwards, type OpenPage, pageTest, until } from "../support/browser.ts";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture } from "../support/qwen.ts";
import { WebServer } from "../support/web_server.ts";

closeBrowserAfterwards();

/** What each attack does when it runs. */
const ACT = "globalThis.pwned=1";

const CORPUS: readonly string[] = [
  `<script>${ACT}</script>`,
  `</script><script>${ACT}</script>`,
  `<img src=x onerror="${ACT}">`,
  `<svg onload="${ACT}"><animate onbegin="${ACT}" attributeName=x dur=1s></svg>`,
  `<iframe srcdoc="<script>parent.${ACT}</script>"></iframe>`,
  `<iframe src="javascript:parent.${ACT}"></iframe>`,
  `<object data="javascript:${ACT}"></object>`,
  `<details open ontoggle="${ACT}">x</details>`,
  `<style>@import "http://127.0.0.1:9/x.css"; body{background:url(http://127.0.0.1:9/y)}</style>`,
  `<link rel=stylesheet href="http://127.0.0.1:9/z.css"><base href="http://127.0.0.1:9/">`,
  `<meta http-equiv=refresh content="0;url=javascript:${ACT}">`,
  `<form action="javascript:${ACT}"><button autofocus onfocus="${ACT}">go</button></form>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${ACT}>`,
  `&lt;script&gt;${ACT}&lt;/script&gt;`,
  `[click](javascript:${ACT})`,
  `[click](JaVaScRiPt:${ACT})`,
  `[click]( javascript:${ACT})`,
  `[click](java\tscript:${ACT})`,
  `[click](data:text/html,<script>${ACT}</script>)`,
  `[click](vbscript:${ACT})`,
  `[click](//127.0.0.1:9/x)`,
  `[click](blob:http://127.0.0.1:9/x)`,
  `[a](https://example.com/"onmouseover="${ACT})`,
  `![img](http://127.0.0.1:9/pixel.png)`,
  `![img](x" onerror="${ACT})`,
  `<javascript:${ACT}>`,
  `<https://example.com/"><script>${ACT}</script>>`,
  "```html\n<script>" + ACT + "</script>\n```",
  `| <script>${ACT}</script> | b |\n|---|---|\n| <img src=x onerror=${ACT}> | [x](javascript:${ACT}) |`,
  `- [ ] <img src=x onerror=${ACT}>\n- **<svg onload=${ACT}>**`,
  `# <img src=x onerror=${ACT}>`,
  `> <script>${ACT}</script>`,
  `"><img src=x onerror=${ACT}>`,
  `'-${ACT}-'`,
  "${" + ACT + "}",
  `{{constructor.constructor('${ACT}')()}}`,
  `\u202e<script>${ACT}</script>`,
  `__proto__`,
];

/** Fails where an attack ran, or where a link could run one. */
async function assertHarmless(page: OpenPage): Promise<void> {
  assertEquals(await page.page.evaluate("globalThis.pwned ?? null"), null);
  for (const link of await page.page.getByRole("link").all()) {
    const href = await link.getAttribute("href") ?? "";
    assert(/^(https?|mailto):/i.test(href), href);
    assertEquals(await link.getAttribute("rel"), "noopener noreferrer nofollow");
  }
  const elements = await page.elements();
  // Those of the page itself: its script, its style sheet and icon, the form of the prompt.
  const own = { SCRIPT: 1, FORM: 1, LINK: 2, META: 3, STYLE: 0, BASE: 0 };
  const foreign = { IFRAME: 0, FRAME: 0, OBJECT: 0, EMBED: 0, IMG: 0, SVG: 0, svg: 0, math: 0, VIDEO: 0, AUDIO: 0 };
  for (const [name, count] of Object.entries({ ...own, ...foreign })) {
    assertEquals([name, elements.get(name) ?? 0], [name, count]);
  }
  assertEquals(page.page.frames().length, 1);
  page.check();
}

pageTest(
  "no script runs that arrives as model text, thought, file name, title, output, diff or link",
  async (bench) => {
    await using fixture = await Fixture.open({ "attack.txt": CORPUS.join("\n"), "a.txt": "x\n" });
    const named = `${fixture.cwd}/<img src=x onerror=${ACT}>.txt`;
    await Deno.writeTextFile(named, "named\n");
    const edit = { file_path: `${fixture.cwd}/a.txt`, old_string: "x", new_string: CORPUS.join("\n") };
    await using model = fakeModel([
      [{ thinking: CORPUS.join("\n\n") }, { text: CORPUS.join("\n\n") }, {
        call: "read_file",
        input: { file_path: named },
      }],
      [{ call: "read_file", input: { file_path: `${fixture.cwd}/a.txt` } }],
      [{ call: "run_shell_command", input: { command: "cat attack.txt", is_background: false } }],
      [{ call: "edit", input: edit }],
      [{ call: `<img src=x onerror=${ACT}>`, input: { command: CORPUS[0] } }],
      [{ text: "The end." }],
    ]);
    await using server = await WebServer.start(["--approval-mode", "default", "--sandbox=off"], { model, fixture });
    const page = await bench.open(server.ready.url);
    const foreign: string[] = [];
    page.page.on("request", (request) => {
      if (new URL(request.url()).origin !== server.origin) foreign.push(request.url());
    });
    await page.status("connected");
    await page.send(CORPUS.slice(0, 6).join(" "));
    // What asks shows the diff and the command.
    await until(async () => {
      await assertHarmless(page);
      const allow = page.button("Allow");
      if (await allow.count() > 0) await allow.click();
      return await page.conversation.getByText("The end.").count() > 0;
    }, "the end of the turn");
    await page.idle();
    await page.conversation.getByText("Thought").first().click();
    await page.sessions.filter({ hasText: "<script>" }).first().waitFor();
    await assertHarmless(page);
    await page.prompt.focus();
    await page.page.keyboard.insertText("@img");
    await page.page.getByRole("listbox", { name: "Hints" }).getByRole("option").first().waitFor();
    await assertHarmless(page);
    await page.press("Escape", "Control+a", "Delete");
    await page.page.getByRole("tab", { name: "Terminal" }).click();
    await page.terminal.filter({ hasText: "The end." }).waitFor();
    await assertHarmless(page);
    await page.page.reload();
    await page.page.getByRole("tab", { name: "Conversation" }).click();
    await page.says("The end.");
    await assertHarmless(page);
    assertEquals(foreign, []);
  },
);

pageTest("escape sequences of the output of commands change neither title nor clipboard nor page", async (bench) => {
  const attack =
    "printf '\\033]0;stolen\\007\\033]52;c;aGVsbG8=\\007\\033]8;;javascript:alert(1)\\007link\\033]8;;\\007\\n'";
  await using model = fakeModel([
    [{ call: "run_shell_command", input: { command: attack, is_background: false } }],
    "Done.",
  ]);
  await using server = await WebServer.start(["--approval-mode", "yolo", "--sandbox=off"], { model });
  const page = await bench.connect(server.ready.url);
  await page.send("run");
  await page.says("Done.");
  await page.page.getByRole("tab", { name: "Terminal" }).click();
  const link = page.terminal.getByText("link").first();
  await link.waitFor();
  await link.click({ force: true });
  assertEquals((await page.page.title()).includes("stolen"), false);
  await until(() => page.page.context().pages().length === 1, "no other page");
  await assertHarmless(page);
});

pageTest("the answers have a strict policy, and the page works under it", async () => {
  await using server = await WebServer.start();
  for (const path of ["/", "/page.js", "/terminal.js", "/page.css", "/icon.svg", "/nothing"]) {
    const response = await fetch(`${server.origin}${path}`);
    await response.body?.cancel();
    const policy = response.headers.get("content-security-policy") ?? "";
    assert(/default-src '(none|self)'/.test(policy), policy);
    assert(!policy.includes("unsafe"), policy);
    assert(policy.includes("frame-ancestors 'none'"), policy);
    assertEquals(response.headers.get("x-content-type-options"), "nosniff");
    assertEquals(response.headers.get("referrer-policy"), "no-referrer");
  }
});
