/** Rules on constructs that the house avoids. */
import { isProgramFile } from "./program_file.ts";

/** Refuses `as unknown as`, which turns the type checker off. */
export const noDoubleAssertion: Deno.lint.Rule = {
  create(context): Deno.lint.LintVisitor {
    return {
      TSAsExpression(node): void {
        const { expression } = node;
        if (expression.type === "TSAsExpression" && expression.typeAnnotation.type === "TSUnknownKeyword") {
          context.report({ node, message: "`as unknown as` hides a wrong type: narrow the value instead" });
        }
      },
    };
  },
};

/** Refuses a catch, by statement or by method, that neither handles the error nor says why it does not matter. */
export const noEmptyCatch: Deno.lint.Rule = {
  create(context): Deno.lint.LintVisitor {
    const check = (body: Deno.lint.BlockStatement): void => {
      if (body.body.length > 0 || context.sourceCode.getCommentsInside(body).length > 0) return;
      context.report({ node: body, message: "An empty catch hides every error: handle it, or say why none matters" });
    };
    return {
      CatchClause: (node) => check(node.body),
      'CallExpression[callee.property.name="catch"] > ArrowFunctionExpression'(
        node: Deno.lint.ArrowFunctionExpression,
      ): void {
        if (node.body.type === "BlockStatement") check(node.body);
      },
    };
  },
};

const TIMERS = new Set(["setTimeout", "setInterval"]);
const CLOCKS: readonly (readonly [object: string, property: string])[] = [
  ["Date", "now"],
  ["Math", "random"],
  ["AbortSignal", "timeout"],
];

/** Refuses the time, chance and timers outside the clock, so that tests can control them. */
export const noAmbientTime: Deno.lint.Rule = {
  create(context): Deno.lint.LintVisitor {
    if (!isProgramFile(context.filename)) return {};
    if (/\/lib\/model\/(clock|timer)\.ts$/.test(context.filename)) return {};
    const refuse = (node: Deno.lint.Node, name: string): void =>
      context.report({ node, message: `${name} belongs in lib/model/clock.ts: take a Clock` });
    return {
      CallExpression(node): void {
        const { callee } = node;
        if (callee.type === "Identifier" && TIMERS.has(callee.name)) refuse(node, callee.name);
      },
      MemberExpression(node): void {
        const { object, property } = node;
        if (object.type !== "Identifier" || property.type !== "Identifier") return;
        const isClock = CLOCKS.some(([owner, name]) => object.name === owner && property.name === name);
        const isTimer = object.name === "globalThis" && TIMERS.has(property.name);
        if (isClock || isTimer) refuse(node, `${object.name}.${property.name}`);
      },
    };
  },
};

const PATH_NAME = /path|file|folder|dir|cwd|root|home|place|target/i;

/** Refuses `path.startsWith("/")`, which is wrong on Windows; a command or a pattern may begin with a slash. */
export const noSlashForAbsolute: Deno.lint.Rule = {
  create(context): Deno.lint.LintVisitor {
    return {
      CallExpression(node): void {
        const { callee, arguments: [argument] } = node;
        if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
        if (callee.property.name !== "startsWith" || argument?.type !== "Literal" || argument.value !== "/") return;
        if (PATH_NAME.test(context.sourceCode.getText(callee.object))) {
          context.report({ node, message: 'Use isAbsolute of lib/path: an absolute path need not begin with "/"' });
        }
      },
    };
  },
};
