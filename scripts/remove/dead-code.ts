import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { Node, Project, SyntaxKind } from "ts-morph";

/** Each round removes code that only the code of the previous round used. */
const MOST_ROUNDS = 8;

/**
 * Removes all unused code: files, exports, packages, and unused declarations in files.
 * @returns the removed files
 * @throws {Error} if some code is still unused at the end
 */
export function removeDeadCode(): string[] {
  const files = globSync("{app,scripts,tests,workers}/**/*.{ts,tsx}");
  const manifest = readFileSync("package.json", "utf8");
  for (let round = 0; ; round++) {
    const found = removeUnusedExports();
    // No file was removed, so nothing has changed since the declarations were cleaned.
    if (found === "" && round > 0) break;
    if (round === MOST_ROUNDS) throw new Error(`something is still unused: ${found}`);
    cleanFiles();
  }
  if (readFileSync("package.json", "utf8") !== manifest) {
    // This also replaces a link to another copy's packages. "npm run" would refuse to install into such a link.
    const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--silent"], {
      stdio: "inherit",
    });
    if (status !== 0) throw new Error("npm install failed");
  }
  return files.filter((file) => !existsSync(file));
}

/**
 * Removes what files declare and import without using it. The linter takes a third of knip's time.
 * @throws {Error} if something is still unused at the end
 */
function cleanFiles(): void {
  for (let round = 0; ; round++) {
    removeUnusedImports();
    const unused = unusedInFiles();
    if (unused.length === 0) return;
    if (round === MOST_ROUNDS)
      throw new Error(`something is still unused: ${unused.map(({ file }) => file).join(", ")}`);
    removeUnused(unused);
  }
}

/**
 * Removes files, exports and packages that nothing imports.
 * @returns knip's report of them; empty if there was nothing
 */
function removeUnusedExports(): string {
  const args = ["--fix", "--allow-remove-files", "--no-progress", "--no-config-hints"];
  const { stdout, stderr, status } = spawnSync("knip", args, { encoding: "utf8" });
  // knip exits with 1 if something is left. A higher status is an error of knip.
  if (status === null || status > 1) throw new Error(`knip failed: ${stderr}`);
  return stdout.trim();
}

/** An unused declaration in a file. */
interface Unused {
  file: string;
  /** Line and column both count from 1. */
  line: number;
  column: number;
}

function removeUnusedImports(): void {
  lint("noUnusedImports", "--write", "--unsafe");
}

/** The linter's report of unused declarations, after imports were removed. */
function unusedInFiles(): Unused[] {
  const { diagnostics } = lint("noUnusedVariables") as {
    diagnostics: { location: { path: string; start: { line: number; column: number } } }[];
  };
  return diagnostics.map(({ location: { path: file, start } }) => ({ file, ...start }));
}

/** Runs the linter with one rule. @returns its report */
function lint(rule: string, ...options: string[]): unknown {
  const args = [
    "lint",
    `--only=correctness/${rule}`,
    "--reporter=json",
    "--max-diagnostics=none",
    ...options,
  ];
  const { stdout, stderr } = spawnSync("biome", args, { encoding: "utf8", maxBuffer: 2 ** 28 });
  try {
    return JSON.parse(stdout);
  } catch (cause) {
    throw new Error(`biome failed: ${stderr}`, { cause });
  }
}

/**
 * Removes declarations from their files.
 * @param unused their positions, in any order
 */
export function removeUnused(unused: readonly Unused[]): void {
  const project = new Project({ skipAddingFilesFromTsConfig: true });
  for (const [path, places] of Map.groupBy(unused, ({ file }) => file)) {
    const file = project.addSourceFileAtPath(path);
    // All declarations are found before the first one is removed, because the linter reports them in any order, and
    // each removal moves the code after it.
    const declarations = places.flatMap(({ line, column }) => {
      const position = file.compilerNode.getPositionOfLineAndCharacter(line - 1, column - 1);
      return file.getDescendantAtPos(position)?.getFirstAncestor(isDeclaration) ?? [];
    });
    // A declaration inside another one was already removed with it.
    for (const declaration of new Set(declarations)) if (!declaration.wasForgotten()) remove(declaration);
  }
  project.saveSync();
}

const isDeclaration = (node: Node) =>
  Node.isImportSpecifier(node) ||
  Node.isImportDeclaration(node) ||
  Node.isBindingElement(node) ||
  Node.isVariableDeclaration(node) ||
  Node.isFunctionDeclaration(node) ||
  Node.isInterfaceDeclaration(node) ||
  Node.isTypeAliasDeclaration(node);

function remove(declaration: Node): void {
  if (Node.isImportSpecifier(declaration)) {
    const statement = declaration.getImportDeclaration();
    if (statement.getNamedImports().length > 1 || statement.getDefaultImport()) declaration.remove();
    else statement.remove();
  } else if (Node.isBindingElement(declaration)) {
    const pattern = declaration.getParent();
    const others = pattern
      .getElements()
      .filter((element) => element !== declaration && !Node.isOmittedExpression(element));
    const whole = pattern.getParent();
    if (others.length === 0 && Node.isVariableDeclaration(whole)) {
      remove(whole);
      return;
    }
    pattern.replaceWithText(
      Node.isObjectBindingPattern(pattern)
        ? `{ ${others.map((one) => one.getText()).join(", ")} }`
        : `[${pattern.getElements().map((one) => (one === declaration ? "" : one.getText()))}]`,
    );
  } else if (Node.isVariableDeclaration(declaration)) {
    const name = declaration.getName();
    const assignments = declaration
      .getSourceFile()
      .getDescendantsOfKind(SyntaxKind.ExpressionStatement)
      .filter((statement) => statement.getExpression().getText().startsWith(`${name} = `));
    for (const assignment of assignments.toReversed()) assignment.remove();
    declaration.remove();
  } else if (
    Node.isImportDeclaration(declaration) ||
    Node.isFunctionDeclaration(declaration) ||
    Node.isInterfaceDeclaration(declaration) ||
    Node.isTypeAliasDeclaration(declaration)
  ) {
    declaration.remove();
  }
}
