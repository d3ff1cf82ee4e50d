import { Project, SyntaxKind } from "ts-morph";
import { expect, test } from "vitest";
import { unwrap } from "#scripts/remove/nodes.ts";

/** Returns what is left of the first fragment of an expression. */
function unwrapped(expression: string): string {
  const project = new Project({ useInMemoryFileSystem: true });
  const file = project.createSourceFile("page.tsx", `export const page = ${expression};`);
  unwrap(file.getFirstDescendantByKindOrThrow(SyntaxKind.JsxFragment));
  return file.getVariableDeclarationOrThrow("page").getInitializerOrThrow().getText();
}

test.each([
  ["a single element", "(<>\n  <Keys all />\n  \n</>)", "(<Keys all />)"],
  ["a single element with children", "<><p>{text}</p></>", "<p>{text}</p>"],
  ["a fragment", "<><><Keys /><Note /></></>", "<><Keys /><Note /></>"],
])("a fragment goes around %s", (_, before, after) => {
  expect(unwrapped(before)).toBe(after);
});

test.each([
  ["two elements", "<><Keys /><Note /></>"],
  ["a condition, which is no element by itself", "<>{isOpen && <Keys />}</>"],
  ["a text", "<>Keys</>"],
  ["nothing", "<></>"],
])("a fragment stays around %s", (_, before) => {
  expect(unwrapped(before)).toBe(before);
});
