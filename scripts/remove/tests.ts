import { type ExpressionStatement, type ForOfStatement, Node } from "ts-morph";

// Finds tests in the syntax tree.

/** A test, or a group of tests. */
export function isTest(statement: Node): boolean {
  const call = Node.isExpressionStatement(statement) ? statement.getExpression() : undefined;
  return (
    Node.isCallExpression(call) &&
    /^(test|it|describe)\b/.test(call.getExpression().getText()) &&
    !/^test\.(use|beforeEach|afterEach|extend)/.test(call.getExpression().getText())
  );
}

/**
 * The test whose body contains a node. Without one of its lines, a test would no longer prove what its title says, so
 * the whole test is removed. Arguments of a test, such as the rows of test.each(), are not in its body.
 */
export function testAround(node: Node): ExpressionStatement | undefined {
  let isInside = false;
  for (const ancestor of node.getAncestors()) {
    if (Node.isArrowFunction(ancestor)) isInside = true;
    if (Node.isExpressionStatement(ancestor) && isTest(ancestor) && !isGroup(ancestor)) {
      return isInside ? ancestor : undefined;
    }
  }
  return undefined;
}

/**
 * The group of tests that a node configures, because it is inside test.use(): `test.use({ language: "ar" })`.
 */
export function groupRunWith(node: Node): ExpressionStatement | undefined {
  const isUse = (ancestor: Node) =>
    Node.isCallExpression(ancestor) && ancestor.getExpression().getText() === "test.use";
  if (!node.getAncestors().some(isUse)) return undefined;
  return node
    .getAncestors()
    .find(
      (ancestor): ancestor is ExpressionStatement =>
        Node.isExpressionStatement(ancestor) && isTest(ancestor) && isGroup(ancestor),
    );
}

/**
 * Whether a node is one of several elements that a loop runs through, as in `for (const path of ["/app",
 * "/manager"])`. Without this element, the loop still proves the same about the others.
 */
export function isOneOfMany(node: Node): boolean {
  const list = node.getParent();
  if (!Node.isArrayLiteralExpression(list) || list.getElements().length < 2) return false;
  const loop = list.getParent();
  return Node.isForOfStatement(loop) && loop.getExpression() === list;
}

/** Whether a loop has an empty body, or loops over an empty list. */
export const isEmptied = (loop: ForOfStatement) => {
  const body = loop.getStatement();
  if (/^\[\s*\]( as const)?$/.test(loop.getExpression().getText())) return true;
  return Node.isBlock(body) && body.getStatements().length === 0;
};

/** Whether a statement is a group of tests. */
export const isGroup = (statement: ExpressionStatement) =>
  /^(describe|test\.describe)\b/.test(statement.getExpression().getText());
