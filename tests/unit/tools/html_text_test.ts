import { assert, assertEquals } from "@std/assert";
import { htmlText } from "../../../lib/tools/html_text.ts";

Deno.test("htmlText keeps words, links and headings and drops scripts and comments", () => {
  assertEquals(
    htmlText(
      "<head><title>x</title></head><script>a<b</script><h2>T</h2><ul><li>a<li><a href='/u'>b</a></ul><!-- c -->&lt;&#65;",
    ),
    "## T\n\n- a\n- [b](/u)\n<A",
  );
});

Deno.test("htmlText takes time that grows with the page and not faster", () => {
  const pages = ["<svg></svg>", "<b> ", "<br>\n ", "<!--", "<", "<a href=x>", "</script", "&#x41", "\t\n", "<head>"];
  for (const page of pages) {
    const text = page.repeat(Math.ceil(4_000_000 / page.length));
    const start = performance.now();
    htmlText(text);
    // What is done again for every tag would take minutes.
    assert(performance.now() - start < 10_000, page);
  }
});
