import { type ExpressionStatement, type IfStatement, Node, SyntaxKind } from "ts-morph";

// What a part of the program stands for, by where it is in the tree.

/** Whether an identifier stands for a value or type, and not for a key of something else. */
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

/** The key that something is the value of, in an object. */
export function keyOf(value: Node): string | null {
  const property = value.getParent();
  return Node.isPropertyAssignment(property) ? property.getName() : null;
}

export const isSpecifier = (literal: Node) => {
  const parent = literal.getParent();
  return Node.isImportDeclaration(parent) || Node.isExportDeclaration(parent);
};

/** The element of a list that a text describes, or else the object that holds it. */
export function elementAround(text: Node): Node {
  for (const ancestor of text.getAncestors()) {
    if (Node.isArrayLiteralExpression(ancestor.getParent())) return ancestor;
    if (Node.isStatement(ancestor) || Node.isArrowFunction(ancestor)) break;
  }
  return text.getFirstAncestorByKind(SyntaxKind.ObjectLiteralExpression) ?? text;
}

/** The routes within a layout, which stay without it. @param module the text that names the layout's module */
export function routesWithin(layout: Node, module: Node): string[] {
  const isLayout = Node.isCallExpression(layout) && layout.getExpression().getText() === "layout";
  if (!isLayout || layout.getArguments()[0] !== module) return [];
  const routes = layout.getArguments().find(Node.isArrayLiteralExpression);
  return routes?.getElements().map((route) => route.getText()) ?? [];
}

/** A statement without which the others still say what they said. */
export function canGo(statement: Node): statement is ExpressionStatement | IfStatement {
  const isPlain = Node.isIfStatement(statement)
    ? !statement.getElseStatement()
    : Node.isExpressionStatement(statement);
  if (!isPlain) return false;
  const parent = statement.getParent();
  return Node.isBlock(parent) || Node.isSourceFile(parent);
}
