import { assertEquals } from "@std/assert";
import { htmlText } from "../../../lib/tools/html_text.ts";

Deno.test("htmlText keeps words, links and headings and drops scripts and comments", () => {
  assertEquals(
    htmlText(
      "<head><title>x</title></head><script>a<b</script><h2>T</h2><ul><li>a<li><a href='/u'>b</a></ul><!-- c -->&lt;&#65;",
    ),
    "## T\n\n- a\n- [b](/u)\n<A",
  );
});
