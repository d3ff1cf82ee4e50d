import { type ExpressionStatement, type ForOfStatement, Node } from "ts-morph";

// Tests as the tree of the program has them.

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
 * The test whose body a node is in: without a line, a test would prove something else than its title says. What a test is
 * run with, such as the rows of test.each(), is not in its body.
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

/** The group of tests that something describes how to run: `test.use({ language: "ar" })`. */
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

/** Whether something is what a loop goes through, with others: `for (const path of ["/app", "/manager"])` proves as much of the others. */
export function isOneOfMany(node: Node): boolean {
  const list = node.getParent();
  if (!Node.isArrayLiteralExpression(list) || list.getElements().length < 2) return false;
  const loop = list.getParent();
  return Node.isForOfStatement(loop) && loop.getExpression() === list;
}

/** Whether a loop has nothing left to do, or nothing to do it with. */
export const isEmptied = (loop: ForOfStatement) => {
  const body = loop.getStatement();
  if (/^\[\s*\]( as const)?$/.test(loop.getExpression().getText())) return true;
  return Node.isBlock(body) && body.getStatements().length === 0;
};

export const isGroup = (statement: ExpressionStatement) =>
  /^(describe|test\.describe)\b/.test(statement.getExpression().getText());
