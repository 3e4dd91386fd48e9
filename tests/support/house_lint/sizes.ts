/** Rules on the size of files, functions and parameter lists. */

const MAX_FILE_LINES = 400;
const MAX_FUNCTION_LINES = 60;
const MAX_PARAMETERS = 2;

type Function = Deno.lint.FunctionDeclaration | Deno.lint.FunctionExpression | Deno.lint.ArrowFunctionExpression;

/** Refuses files that are too long. */
export const maxFileLines: Deno.lint.Rule = {
  create(context): Deno.lint.LintVisitor {
    return {
      Program(node): void {
        const lines = context.sourceCode.text.trimEnd().split("\n").length;
        if (lines > MAX_FILE_LINES) {
          context.report({ node, message: `The file has ${lines} lines: ${MAX_FILE_LINES} are allowed` });
        }
      },
    };
  },
};

/** Refuses functions that are too long. */
export const maxFunctionLines: Deno.lint.Rule = {
  create(context): Deno.lint.LintVisitor {
    return onFunctions((node) => {
      const lines = context.sourceCode.getText(node).split("\n").length;
      if (lines > MAX_FUNCTION_LINES) {
        context.report({ node, message: `The function has ${lines} lines: ${MAX_FUNCTION_LINES} are allowed` });
      }
    });
  },
};

/** Refuses functions with more than two parameters before their options. */
export const maxParameters: Deno.lint.Rule = {
  create(context): Deno.lint.LintVisitor {
    return onFunctions((node) => {
      // The caller of a callback chooses its parameters.
      if (node.type !== "FunctionDeclaration" && isArgument(node)) return;
      const parameters = node.params.filter((parameter) => !isThis(parameter));
      if (parameters.length <= MAX_PARAMETERS) return;
      if (parameters.length === MAX_PARAMETERS + 1 && isLast(parameters[MAX_PARAMETERS])) return;
      context.report({
        node,
        message: `More than ${MAX_PARAMETERS} parameters: take the others as one options object`,
      });
    });
  },
};

function onFunctions(visit: (node: Function) => void): Deno.lint.LintVisitor {
  return { FunctionDeclaration: visit, FunctionExpression: visit, ArrowFunctionExpression: visit };
}

function isArgument(node: Deno.lint.FunctionExpression | Deno.lint.ArrowFunctionExpression): boolean {
  const { parent } = node;
  return (parent.type === "CallExpression" || parent.type === "NewExpression") && parent.callee !== node;
}

function isThis(parameter: Deno.lint.Parameter): boolean {
  return parameter.type === "Identifier" && parameter.name === "this";
}

/** Whether a parameter may follow the others: an options object, or a list of the remaining arguments. */
function isLast(parameter: Deno.lint.Parameter): boolean {
  return parameter.type === "RestElement" || isOptions(parameter);
}

/** Whether a parameter can be an options object: it is destructured, has an object as its default, or a named type. */
function isOptions(parameter: Deno.lint.Parameter): boolean {
  if (parameter.type === "TSParameterProperty") return isOptions(parameter.parameter);
  if (parameter.type === "ObjectPattern") return true;
  if (parameter.type === "AssignmentPattern") {
    return parameter.right.type === "ObjectExpression" || isOptions(parameter.left as Deno.lint.Parameter);
  }
  if (parameter.type !== "Identifier") return false;
  const type = parameter.typeAnnotation?.typeAnnotation.type;
  return type === "TSTypeLiteral" || type === "TSTypeReference" || type === "TSIntersectionType";
}
