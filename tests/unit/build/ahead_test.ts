import { assertEquals } from "@std/assert";
import { compileAhead, GETTER } from "../../../build/ahead.ts";

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

Deno.test("compileAhead leaves a function that gives its name to another where it is", () => {
  const code = chunk("function f(){f=()=>1;return f()}return f();");
  assertEquals(compileAhead(code, called(code, "function f(){")), code);
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
      "class A{static{this.prototype.m=(async function(a){return 1})}n(){return 2}}var o={p:(function(){return 3})};",
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
      "class A{static{this.prototype.$1=(function(){return 1})}n(){return this.$1()+this.#f}#f=1;" +
        "o(){return class{#m=2;p(){return this.#m}}}}",
    ),
  );
});

Deno.test("compileAhead lets a class put an accessor in its place itself", () => {
  const code = chunk("class A{get n(){return 2}set n(a){}}");
  assertEquals(
    compileAhead(code, called(code, "get n(){", "set n(a){")),
    chunk('class A{static{$getter(this,"n",(function(){return 2}))}set n(a){}}'),
  );
});

Deno.test("compileAhead leaves what only a method can be: static, private and an accessor, a mark, of a class with a parent", () => {
  const code = chunk(
    "class A{static o(){return 3}get#p(){return 1}#q(){return 4}r(a){return #q in a}}class B extends A{s(){}}",
  );
  assertEquals(compileAhead(code, called(code, "static o(){", "get#p(){", "#q(){", "s(){")), code);
});

Deno.test("compileAhead lets a long constructor call its body, unless that returns something or takes any number", () => {
  const long = `this.a="${"a".repeat(120)}"`;
  const code = chunk(
    `class A{#b=1;constructor(a,b=2){${long}}}class B{constructor(){return ${long}}}class C{constructor(...a){${long}}}`,
  );
  assertEquals(
    compileAhead(code, called(code, "constructor(a,b=2){", "constructor(){", "constructor(...a){")),
    chunk(
      `class A{#b=1;constructor($0,$1){this.$1($0,$1)}static{this.prototype.$1=(function(a,b=2){${long}})}}` +
        `class B{constructor(){return ${long}}}class C{constructor(...a){${long}}}`,
    ),
  );
});

Deno.test("compileAhead makes functions of asynchronous arrows that take nothing from around them", () => {
  const code = chunk("var a=async x=>(x,1),b=async([y,z])=>await z,c=async()=>this.d,e=async(f=()=>1)=>f;");
  assertEquals(
    compileAhead(code, called(code, "async x=>(x,1)", "async([y,z])=>await z", "async()=>this.d", "async(f=()=>1)=>f")),
    chunk(
      "var a=(async function(x){return((x,1))}),b=(async function([y,z]){return(await z)})," +
        "c=(async()=>this.d),e=(async(f=()=>1)=>f);",
    ),
  );
});

Deno.test("compileAhead has an asynchronous arrow return what stands on the next line", async () => {
  const code = "(function($load){return async()=>\n1})";
  const marked = compileAhead(code, new Set([`1:${code.length - 1}`, `${code.indexOf("async")}:${code.length - 2}`]));
  assertEquals(marked, "(function($load){return (async function(){return(\n1)})})");
  assertEquals(await (0, eval)(marked)()(), 1);
});

Deno.test("compileAhead leaves the methods of a class that may call them while it is made", () => {
  const code = chunk("class A{static a=new A().m();m(){return 1}}");
  assertEquals(compileAhead(code, called(code, "m(){")), code);
});

Deno.test("compileAhead changes nothing that the code does", async () => {
  const body =
    "class A{#x;get x(){return this.#x}set x(x){this.#x=x}up(by){this.#add(by);return this}#add(by){this.#x+=by}" +
    `*all(){yield this.x}constructor(x=5,{y}={y:0}){this.#x=x+y;${"this.up(0);".repeat(20)}}}` +
    "class C extends A{up(by){return super.up(by*2)}}" +
    "var r=[k(2),(x=>y=>x+y)(1)(2),[...new C().up(1).all()],Object.keys(new A),new A(1,{y:2}).x,async({a},...b)=>[a,...b]];" +
    "function k(n){return n<1?[]:[n,...k(n-1)]}return r;";
  const code = `(function($load){${body}})`;
  const every = new Set<string>();
  for (let start = 0; start < code.length; start++) {
    for (let end = start; end <= code.length; end++) every.add(`${start}:${end}`);
  }
  const value = async (text: string): Promise<unknown[]> => {
    const values = (0, eval)(`{${GETTER}${text}}`)();
    return [...values.slice(0, -1), await values.at(-1)({ a: 1 }, 2)];
  };
  assertEquals(await value(compileAhead(code, every)), await value(code));
  assertEquals(await value(code), [[2, 1], 3, [7], [], 3, [1, 2]]);
});
