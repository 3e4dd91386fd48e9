import { assertEquals } from "@std/assert";
import { optionTable, parseOptions } from "../../../../lib/sandbox/shell/option_table.ts";

const TABLE = optionTable("a b n= U=? long value= maybe=? #", { values: { n: /^\d+$/ } });

const parsed = (...words: string[]): string | null => {
  const found = parseOptions(words, { table: TABLE });
  return found && [...found.options.map(({ name, value }) => value === null ? name : `${name}=${value}`)]
        .join(",") + "|" + found.operands.join(",");
};

Deno.test("parseOptions parses clusters, values and the end of the options", () => {
  assertEquals(parsed("-ab", "x", "-n5", "--value", "v"), "a,b,n=5,value=v|x");
  assertEquals(parsed("-an", "5", "-3", "--", "-z"), "a,n=5|-z");
  assertEquals(parsed("-U", "x", "-U3", "--maybe", "y", "--maybe=z", "-"), "U,U=3,maybe,maybe=z|x,y,-");
});

Deno.test("parseOptions understands no option that the table does not list", () => {
  for (const words of [["-z"], ["-az"], ["--lon"], ["--long=x"], ["--unknown"], ["--n=5"], ["-n"], ["-nx"]]) {
    assertEquals([words, parsed(...words)], [words, null]);
  }
});

Deno.test("parseOptions takes no option for a value", () => {
  assertEquals([parsed("-n", "-a"), parsed("--value", "--long")], [null, null]);
});

Deno.test("parseOptions joins values only where the program does, and stops where the program does", () => {
  const tree = optionTable("a L=", { joinsValues: false });
  assertEquals(parseOptions(["-La", "2"], { table: tree }), null);
  assertEquals(parseOptions(["-aL", "2"], { table: tree })?.operands, []);
  const ssh = optionTable("q", { maxOperands: 2 });
  assertEquals(parseOptions(["host", "-q", "ls", "-la"], { table: ssh })?.operands, ["host", "ls", "-la"]);
  assertEquals(parseOptions(["host", "-o", "ls"], { table: ssh }), null);
});
