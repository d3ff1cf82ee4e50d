import { type ExpressionStatement, type IfStatement, Node, SyntaxKind } from "ts-morph";

// Decides what a node means, from its place in the syntax tree.

/** Whether an identifier refers to a value or type, and is not the key of something else. */
export function isUse(identifier: Node): boolean {
  const parent = identifier.getParent();
  if (Node.isPropertyAccessExpression(parent)) return parent.getExpression() === identifier;
  if (Node.isPropertyAssignment(parent)) return parent.getInitializer() === identifier;
  if (
    Node.isPropertySignature(parent) ||
    Node.isBindingElement(parent) ||
    Node.isParameterDeclaration(parent)
  ) {
    return false;
  }
  if (Node.isJsxAttribute(parent)) return false;
  return !Node.isImportSpecifier(parent);
}

/** The key of a value in an object. */
export function keyOf(value: Node): string | null {
  const property = value.getParent();
  return Node.isPropertyAssignment(property) ? property.getName() : null;
}

/** Whether a text is the path of an import or export. */
export const isSpecifier = (literal: Node) => {
  const parent = literal.getParent();
  return Node.isImportDeclaration(parent) || Node.isExportDeclaration(parent);
};

/** The element of a list that a text describes. If the text is in an object, this is the object. */
export function elementAround(text: Node): Node {
  for (const ancestor of text.getAncestors()) {
    if (Node.isArrayLiteralExpression(ancestor.getParent())) return ancestor;
    if (Node.isStatement(ancestor) || Node.isArrowFunction(ancestor)) break;
  }
  return text.getFirstAncestorByKind(SyntaxKind.ObjectLiteralExpression) ?? text;
}

/**
 * The routes inside a layout, which stay when the layout is removed. @param module the text with the path of the
 * layout's module
 */
export function routesWithin(layout: Node, module: Node): string[] {
  const isLayout = Node.isCallExpression(layout) && layout.getExpression().getText() === "layout";
  if (!isLayout || layout.getArguments()[0] !== module) return [];
  const routes = layout.getArguments().find(Node.isArrayLiteralExpression);
  return routes?.getElements().map((route) => route.getText()) ?? [];
}

/** Whether a statement can be removed without changing the meaning of the others. */
export function canGo(statement: Node): statement is ExpressionStatement | IfStatement {
  const isPlain = Node.isIfStatement(statement)
    ? !statement.getElseStatement()
    : Node.isExpressionStatement(statement);
  if (!isPlain) return false;
  const parent = statement.getParent();
  return Node.isBlock(parent) || Node.isSourceFile(parent);
}

/** Replaces a fragment with its only element, if it has only one. */
export function unwrap(fragment: Node): void {
  if (!Node.isJsxFragment(fragment)) return;
  const children = fragment
    .getJsxChildren()
    .filter((child) => !(Node.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces()));
  const [only] = children;
  if (!only || children.length > 1 || Node.isJsxExpression(only) || Node.isJsxText(only)) return;
  fragment.replaceWithText(only.getText());
}
