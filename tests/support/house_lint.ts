/**
 * House rules as a lint plugin: imports go one way, stdout belongs to the record writer.
 * `layers_test.ts` derives the same rules from the sources, so switching the lint off does not help.
 */
import { forbiddenImport } from "./layers.ts";

const STDOUT = "stdout is the protocol channel: only lib/stream/record_writer.ts writes to it";

const house: Deno.lint.Plugin = {
  name: "house",
  rules: {
    "layers": {
      create(context): Deno.lint.LintVisitor {
        const report = (node: Deno.lint.Node, specifier: unknown): void => {
          if (typeof specifier !== "string") return;
          const reason = forbiddenImport(context.filename, specifier);
          if (reason) context.report({ node, message: reason });
        };
        const literal = (node: Deno.lint.Node): unknown => node.type === "Literal" ? node.value : undefined;
        return {
          ImportDeclaration: (node) => report(node, node.source.value),
          ExportNamedDeclaration: (node) => report(node, node.source?.value),
          ExportAllDeclaration: (node) => report(node, node.source.value),
          ImportExpression: (node) => report(node, literal(node.source)),
          'CallExpression[callee.name="deferred"]'(node: Deno.lint.CallExpression): void {
            report(node, literal(node.arguments[0]));
          },
        };
      },
    },
    "deferred": {
      create(context): Deno.lint.LintVisitor {
        if (!context.filename.includes("/lib/")) return {};
        return {
          ImportExpression(node): void {
            const { source } = node;
            if (source.type !== "Literal" || !String(source.value).startsWith(".")) return;
            context.report({ node, message: "Deno loads a literal import at start: write import(deferred(…))" });
          },
        };
      },
    },
    "no-stdout": {
      create(context): Deno.lint.LintVisitor {
        if (!/\/(lib|main\.ts)/.test(context.filename)) return {};
        return {
          'MemberExpression[object.name="Deno"][property.name="stdout"]'(node: Deno.lint.MemberExpression): void {
            if (!context.filename.endsWith("/lib/cli/pipes.ts")) context.report({ node, message: STDOUT });
          },
          'CallExpression[callee.object.name="console"][callee.property.name="log"]'(
            node: Deno.lint.CallExpression,
          ): void {
            context.report({ node, message: STDOUT });
          },
        };
      },
    },
  },
};
export default house;
