import { assert, assertEquals } from "@std/assert";
import { htmlText } from "../../../../lib/tools/web/html_text.ts";

async function check(cases: readonly [html: string, text: string][]): Promise<void> {
  for (const [html, text] of cases) assertEquals([html, await htmlText(html)], [html, text]);
}

Deno.test("htmlText keeps text, links and headings and drops scripts and comments", async () => {
  await check([
    [
      "<head><title>x</title></head><script>a<b</script><h2>T</h2><ul><li>a<li><a href='/u'>b</a></ul><!-- c -->&lt;&#65;",
      "## T\n\n- a\n- [b](/u)\n\n<A",
    ],
    ["<style>p > a { color: red }</style><p>a</p><script>'</p>'</script><p>b", "a\n\nb"],
    ["<SCRIPT>1</SCRIPT>x<noscript>y</noscript><svg><text>z</text></svg><template>t</template>", "x"],
    ["<p>one <b>two</b>three\n\t four</p>", "one twothree four"],
    ["a<br>b<br/>c", "a\nb\nc"],
  ]);
});

Deno.test("htmlText is not confused by letters whose lower case is longer", async () => {
  await check([
    ["<p>İİİİ</p><script>hidden</script><p>after</p>", "İİİİ\n\nafter"],
    [`${"İ".repeat(50)}<SCRIPT>hidden</SCRIPT>after`, `${"İ".repeat(50)}after`],
  ]);
});

Deno.test("htmlText takes a lone < for text", async () => {
  await check([
    ["if a < b then c > d", "if a < b then c > d"],
    ["<p>1 <2 and 3<= 4</p>next", "1 <2 and 3<= 4\n\nnext"],
    ["x <", "x <"],
  ]);
});

Deno.test("htmlText decodes entities by name and number", async () => {
  await check([
    ["&eacute;&Eacute;&rarr;&hellip;&notin;&#x1F600;&#65;&#0;", "éÉ→…∉😀A\uFFFD"],
    ["a &amp; b&nbsp;c &lt;p&gt; &copy 2024 &unknown; AT&T", "a & b c <p> © 2024 &unknown; AT&T"],
    ['<a href="/?a=1&amp;b=2">x &amp;amp; y</a>', "[x &amp; y](/?a=1&b=2)"],
  ]);
});

Deno.test("htmlText writes links only where they have a text and an address", async () => {
  await check([
    ["see <a href=/x>the  docs </a>now", "see [the docs](/x) now"],
    ["<a name=top></a><a href=/y> <img src=i> </a>text", "text"],
    ["<a>no address</a>", "no address"],
    ["<a href=/z><div>block</div></a>after", "[block](/z)\nafter"],
    ["<a href=/1>one<a href=/2>two</a></a>", "[one](/1)[two](/2)"],
  ]);
});

Deno.test("htmlText keeps the lines of preformatted text", async () => {
  await check([
    ["<p>x</p><pre>  a &lt; b\n\n    c</pre><p>y</p>", "x\n\n```\n  a < b\n\n    c\n```\n\ny"],
    ["<pre><code>if (a)\n  b();\n</code></pre>", "```\nif (a)\n  b();\n```"],
    ["<pre>unclosed", "```\nunclosed\n```"],
  ]);
});

Deno.test("htmlText writes a table row by row", async () => {
  await check([
    [
      "<table><tr><th>a<th>b</tr><tr><td>1</td><td></td><td>3</td></tr></table>after",
      "a | b\n1 | | 3\n\nafter",
    ],
  ]);
});

Deno.test("htmlText indents lists in lists and keeps paragraphs with their item", async () => {
  await check([
    ["<ul><li><p>a</p><ul><li>b</ul></li><li>c</ul>", "- a\n\n  - b\n- c"],
    ["<ol><li></li><li>x</ol>", "- x"],
  ]);
});

Deno.test("htmlText reads pages whose elements overlap or stay open", async () => {
  await check([
    ["<b><i>a</b>b</i><p>c<div>d</p>e", "ab\n\nc\n\nd\n\ne"],
    ["</div></p>x<ul><li>y", "x\n\n- y"],
    ["<h1>a<h2>b", "# a\n\n## b"],
    ["<head><meta charset=utf-8><body>text", "text"],
    [`${"<b>".repeat(5_000)}deep${"</b>".repeat(5_000)}<p>end`, "deep\n\nend"],
  ]);
});

Deno.test("htmlText takes time that grows with the page and not faster", async () => {
  const pages = [
    ...[
      "<svg></svg>",
      "<b> ",
      "<br>\n ",
      "<!--",
      "<",
      "<a href=x>",
      "</script",
      "&#x41",
      "\t\n",
      "<head>",
      "<p><b></i>",
    ],
  ];
  for (const page of pages) {
    const text = page.repeat(Math.ceil(1_000_000 / page.length));
    const start = performance.now();
    await htmlText(text);
    // What is done again for every tag would take minutes.
    assert(performance.now() - start < 5_000, page);
  }
});
