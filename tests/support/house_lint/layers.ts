/** The rules on imports and on stdout. */
import { forbiddenImport } from "../layers.ts";
import { isProgramFile } from "./program_file.ts";

/** Refuses imports against the direction of the layers. */
export const layers: Deno.lint.Rule = {
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
    };
  },
};

const STDOUT = "stdout is the protocol channel: only lib/stream/record_writer.ts writes to it";

/** Refuses writes to stdout outside the pipes of the program. */
export const noStdout: Deno.lint.Rule = {
  create(context): Deno.lint.LintVisitor {
    if (!isProgramFile(context.filename)) return {};
    return {
      'MemberExpression[object.name="Deno"][property.name="stdout"]'(node: Deno.lint.MemberExpression): void {
        if (!context.filename.endsWith("/lib/cli/process/pipes.ts")) context.report({ node, message: STDOUT });
      },
      'CallExpression[callee.object.name="console"][callee.property.name="log"]'(
        node: Deno.lint.CallExpression,
      ): void {
        context.report({ node, message: STDOUT });
      },
    };
  },
};
