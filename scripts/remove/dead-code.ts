import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Node, Project, type SourceFile, SyntaxKind } from "ts-morph";

/** Each round takes out what only the one before it used. */
const MOST_ROUNDS = 8;

/** How the compiler says that something is declared and not used. */
const UNUSED = [6133, 6192, 6196, 6198, 6199];

/**
 * Takes out what nothing uses any more, until there is none of it: files, exports, packages, and what a file declares and
 * does not use.
 * @returns the files that went
 * @throws {Error} if something is still unused in the end
 */
export function removeDeadCode(): string[] {
  const files = globSync("{app,scripts,tests,workers}/**/*.{ts,tsx}");
  const manifest = readFileSync("package.json", "utf8");
  const project = new Project({
    tsConfigFilePath: "tsconfig.json",
    compilerOptions: { noUnusedLocals: true },
  });
  for (let round = 0; ; round++) {
    const found = removeUnusedExports();
    const unused = unusedIn(project);
    if (found === "" && unused.length === 0) break;
    if (round === MOST_ROUNDS) {
      const places = unused.map(({ file }) => file.getFilePath());
      throw new Error(`something is still unused: ${found} ${places.join(", ")}`);
    }
    removeUnused(unused);
    project.saveSync();
  }
  if (readFileSync("package.json", "utf8") !== manifest) {
    // In place of a link to the packages of another copy, too, which "npm run" would refuse to install over.
    const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--silent"], {
      stdio: "inherit",
    });
    if (status !== 0) throw new Error("npm install failed");
  }
  return files.filter((file) => !existsSync(file));
}

/**
 * Takes out files, exports and packages that nothing imports.
 * @returns what was found, in words; empty if there was nothing
 */
function removeUnusedExports(): string {
  const args = ["--fix", "--allow-remove-files", "--no-progress", "--no-config-hints"];
  const { stdout, stderr, status } = spawnSync("knip", args, { encoding: "utf8" });
  // With 1 it has left something; anything above that is a failure of its own.
  if (status === null || status > 1) throw new Error(`knip failed: ${stderr}`);
  return stdout.trim();
}

/** Something in a file that is declared and not used. */
interface Unused {
  file: SourceFile;
  /** Where it begins, in characters. */
  start: number;
}

/**
 * What the compiler finds unused in files that were changed since the last commit: in the others nothing can have become so.
 * @param project its files are read anew
 */
function unusedIn(project: Project): Unused[] {
  for (const file of project.getSourceFiles()) {
    if (!existsSync(file.getFilePath())) project.removeSourceFile(file);
  }
  const { stdout } = spawnSync("git", ["diff", "--name-only", "HEAD"], { encoding: "utf8" });
  const changed = stdout.split("\n").flatMap((path) => project.getSourceFile(resolve(path)) ?? []);
  for (const file of changed) file.refreshFromFileSystemSync();
  return changed.flatMap((file) =>
    file
      .getPreEmitDiagnostics()
      .filter((one) => UNUSED.includes(one.getCode()))
      .map((one) => ({ file, start: one.getStart() ?? 0 })),
  );
}

function removeUnused(unused: readonly Unused[]): void {
  for (const [file, places] of Map.groupBy(unused, ({ file }) => file)) {
    // From the end, so that what comes before stays where it is.
    for (const { start } of places.toSorted((a, b) => b.start - a.start)) {
      const declaration = file.getDescendantAtPos(start)?.getFirstAncestor(isDeclaration);
      if (declaration) remove(declaration);
    }
  }
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
    const others = pattern.getElements().filter((element) => element !== declaration);
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
