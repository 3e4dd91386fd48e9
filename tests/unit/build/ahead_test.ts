import { assertEquals } from "@std/assert";
import { compileAhead, METHOD } from "../../../build/ahead.ts";

const HEAD = 'const $core={"a":[(';
const chunk = (body: string): string => `${HEAD}function($load){${body}\n})]};`;

/** The chunk and every function in it whose text begins like one of these, as the engine names what was called. */
function called(code: string, ...beginnings: string[]): Set<string> {
  const spans = beginnings.map((text) => {
    const start = code.indexOf(text);
    // The texts of these tests have no braces but those of functions.
    const end = text.includes("{") ? code.indexOf("}", start) + 1 : start + text.length;
    return `${start}:${end}`;
  });
  return new Set([`${HEAD.length}:${code.length - 4}`, ...spans]);
}

Deno.test("compileAhead puts functions that were called in parentheses, and leaves the others", () => {
  const code = chunk("var a=x=>1,b=x=>2,c={d:function(){return 3}};");
  assertEquals(
    compileAhead(code, called(code, "x=>1", "function(){")),
    chunk("var a=(x=>1),b=x=>2,c={d:(function(){return 3})};"),
  );
});

Deno.test("compileAhead moves called declarations to the top of their chunk, where they are used before they stand", () => {
  const code = chunk("var a=f();function f(){return g(()=>1)}function g(h){return h()}return{a};");
  const marked = compileAhead(code, called(code, "function f(){", "()=>1"));
  assertEquals(
    marked,
    chunk("var f=(function f(){return g((()=>1))});var a=f();function g(h){return h()}return{a};"),
  );
});

Deno.test("compileAhead lets a chunk that no usual run needs be compiled when it is needed", () => {
  const code = chunk("return x=>1;");
  assertEquals(compileAhead(code, new Set()), code.replace("(function", "(0,function"));
});

Deno.test("compileAhead leaves declarations inside of functions and blocks where they are", () => {
  const code = chunk("function f(){function g(){return 1}return g()}{function h(){return 2}h()}return f();");
  const inner = called(code, "function g(){", "function h(){");
  assertEquals(compileAhead(code, inner), code);
});

Deno.test("compileAhead lets classes put methods that were called in their place themselves", () => {
  const code = chunk("class A{async m(a){return 1}n(){return 2}}var o={p(){return 3}};");
  assertEquals(
    compileAhead(code, called(code, "async m(a){", "p(){")),
    chunk(
      'class A{static{$method(this,"m",(async function(a){return 1}))}n(){return 2}}var o={p:(function(){return 3})};',
    ),
  );
});

Deno.test("compileAhead gives private methods that were called a name that nobody else has", () => {
  const code = chunk(
    "class A{#m(){return 1}n(){return this.#m()+this.#f}#f=1;o(){return class{#m=2;p(){return this.#m}}}}",
  );
  assertEquals(
    compileAhead(code, called(code, "#m(){")),
    chunk(
      'class A{static{$method(this,"$1",(function(){return 1}))}n(){return this.$1()+this.#f}#f=1;' +
        "o(){return class{#m=2;p(){return this.#m}}}}",
    ),
  );
});

Deno.test("compileAhead leaves what only a method can be: static, an accessor, one that asks its parent, a mark", () => {
  const code = chunk(
    "class A extends B{get n(){return 2}static o(){return 3}p(){return super.p()}#q(){return 4}r(a){return #q in a}}",
  );
  assertEquals(compileAhead(code, called(code, "get n(){", "static o(){", "p(){", "#q(){")), code);
});

Deno.test("compileAhead leaves the methods of a class that may call them while it is made", () => {
  const code = chunk("class A{static a=new A().m();m(){return 1}}");
  assertEquals(compileAhead(code, called(code, "m(){")), code);
});

Deno.test("compileAhead changes nothing that the code does", () => {
  const body =
    "class A{#x=5;get x(){return this.#x}up(by){this.#add(by);return this}#add(by){this.#x+=by}*all(){yield this.x}}" +
    "class C extends A{up(by){return super.up(by*2)}}" +
    "var r=[k(2),(x=>y=>x+y)(1)(2),[...new C().up(1).all()],Object.keys(new A),async()=>4];" +
    "function k(n){return n<1?[]:[n,...k(n-1)]}return r.slice(0,4);";
  const code = `(function($load){${body}})`;
  const every = new Set<string>();
  for (let start = 0; start < code.length; start++) {
    for (let end = start; end <= code.length; end++) every.add(`${start}:${end}`);
  }
  const value = (text: string): unknown => (0, eval)(`{${METHOD}${text}}`)();
  assertEquals(value(compileAhead(code, every)), value(code));
  assertEquals(value(code), [[2, 1], 3, [7], []]);
});
