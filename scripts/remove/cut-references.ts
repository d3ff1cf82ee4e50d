import path from "node:path";
import {
  type ExportDeclaration,
  type ExpressionStatement,
  type ImportDeclaration,
  Node,
  Project,
  type SourceFile,
  type StringLiteral,
  SyntaxKind,
  ts,
} from "ts-morph";
import { canGo, elementAround, isSpecifier, isUse, keyOf, routesWithin, unwrap } from "./nodes.ts";
import { groupRunWith, isEmptied, isGroup, isOneOfMany, isTest, testAround } from "./tests.ts";

/** A string literal in the program. */
interface Text {
  text: string;
  /** The path of the file from the root. */
  file: string;
  /** The key whose value the string is, in an object; "" if the string itself is a key. */
  key: string | null;
}

/**
 * Whether a text names something that is being removed. If so, either the node that contains the text is removed, or
 * the element of a list that the text describes.
 */
export type Named = (text: Text) => "itself" | "element" | null;

/** What was cut, for the report. */
export interface Cuts {
  /** The files that were changed. */
  changed: Set<string>;
  /**
   * The tests that were removed because they test something that was removed, each as "file: name of the
   * test".
   */
  tests: string[];
}

const PROGRAM = ["{app,workers,scripts,tests}/**/*.{ts,tsx}", "*.config.ts", ".react-router/types/**/*.ts"];

/** The program without the removed files, and without the code that refers to them. */
export class References {
  // The program has no types, because reading the types of packages takes longer than everything else here.
  readonly #project = new Project({ skipAddingFilesFromTsConfig: true, skipFileDependencyResolution: true });
  readonly #cuts: Cuts = { changed: new Set(), tests: [] };
  /** Names that no longer exist, but are still imported by other files. */
  readonly #gone: { file: SourceFile; name: string }[] = [];

  /**
   * Cuts out the code that refers to removed files: imports and their uses, elements of lists, properties,
   * and top-level statements.
   * @param files the removed files, by path from the root
   * @param named finds other texts that name removed parts in lists and keys: paths, routes, intents
   * @throws {Error} if code other than a list or a declaration uses a removed part
   */
  cut(files: readonly string[], named: Named): Cuts {
    const root = process.cwd();
    this.#project.addSourceFilesAtPaths(PROGRAM);
    const going = new Set(files.map((file) => `${root}/${file}`));
    const remaining = this.#project.getSourceFiles().filter((file) => !going.has(file.getFilePath()));
    for (const file of remaining) {
      for (const declaration of file.getImportDeclarations()) {
        const target = this.#target(declaration)?.getFilePath();
        if (target && going.has(target)) this.#cutImport(file, declaration);
      }
      for (const declaration of file.getExportDeclarations()) {
        const target = this.#target(declaration);
        if (!target || !going.has(target.getFilePath())) continue;
        this.#changed(file);
        // If the file exports names that it imported from there, these exports are removed, too.
        const names = declaration
          .getNamedExports()
          .map((one) => one.getAliasNode()?.getText() ?? one.getName());
        const passed = names.length > 0 ? names : target.getExportedDeclarations().keys();
        for (const name of passed) this.#gone.push({ file, name });
        declaration.remove();
      }
      this.#cutTexts(file, named);
      this.#cutTypeImports(file, going);
    }
    while (this.#gone.length > 0) {
      const gone = this.#gone.pop();
      if (gone) this.#cutUses(gone, remaining);
    }
    for (const path of this.#cuts.changed) this.#dropIfEmptied(path);
    return this.#cuts;
  }

  /** Removes groups and loops in which no test is left, and deletes a file that has no tests any more. */
  #dropIfEmptied(path: string): void {
    const file = this.#project.getSourceFile(path);
    if (!file || !/\.(test|spec)\.ts$/.test(path)) return;
    const tests = () => file.getDescendantsOfKind(SyntaxKind.ExpressionStatement).filter(isTest);
    const loops = () => file.getDescendantsOfKind(SyntaxKind.ForOfStatement);
    const hasTest = (group: ExpressionStatement) =>
      tests().some((test) => !isGroup(test) && test.getAncestors().includes(group));
    for (;;) {
      const empty =
        tests().find((test) => isGroup(test) && !hasTest(test)) ?? loops().find((loop) => isEmptied(loop));
      if (!empty) break;
      empty.remove();
    }
    if (tests().length === 0) file.delete();
  }

  save(): void {
    this.#project.saveSync();
  }

  /**
   * The file that an import names, if it belongs to the program. Every import has the full path, with its extension.
   */
  #target(declaration: ImportDeclaration | ExportDeclaration): SourceFile | undefined {
    const specifier = declaration.getModuleSpecifierValue();
    if (specifier?.startsWith("#")) return this.#project.getSourceFile(path.resolve(specifier.slice(1)));
    if (!specifier?.startsWith(".")) return undefined;
    const folder = path.dirname(declaration.getSourceFile().getFilePath());
    return this.#project.getSourceFile(path.join(folder, specifier));
  }

  #changed(file: SourceFile): void {
    this.#cuts.changed.add(file.getFilePath());
  }

  #cutImport(file: SourceFile, declaration: ImportDeclaration): void {
    const names = [
      declaration.getDefaultImport()?.getText(),
      declaration.getNamespaceImport()?.getText(),
      ...declaration.getNamedImports().map((named) => named.getAliasNode()?.getText() ?? named.getName()),
    ].filter((name) => name !== undefined);
    this.#changed(file);
    declaration.remove();
    for (const name of names) this.#cutName(file, name);
  }

  /** Cuts out the uses of a name in a file where it no longer exists. */
  #cutName(file: SourceFile, name: string): void {
    for (;;) {
      const use = file
        .getDescendantsOfKind(SyntaxKind.Identifier)
        .find((identifier) => identifier.getText() === name && isUse(identifier));
      if (!use) return;
      this.#changed(file);
      this.#cutOut(use);
    }
  }

  #cutUses({ file, name }: { file: SourceFile; name: string }, remaining: SourceFile[]): void {
    for (const user of remaining) {
      if (user.wasForgotten()) continue;
      for (const declaration of user.getImportDeclarations()) {
        if (this.#target(declaration) !== file) continue;
        const imported = declaration.getNamedImports().find((one) => one.getName() === name);
        const local =
          imported?.getAliasNode()?.getText() ??
          imported?.getName() ??
          (name === "default" ? declaration.getDefaultImport()?.getText() : undefined);
        if (!local) continue;
        this.#changed(user);
        if (imported) imported.remove();
        else declaration.removeDefaultImport();
        if (
          declaration.getNamedImports().length === 0 &&
          !declaration.getDefaultImport() &&
          !declaration.getNamespaceImport()
        ) {
          declaration.remove();
        }
        this.#cutName(user, local);
      }
      for (const declaration of user.getExportDeclarations()) {
        if (this.#target(declaration) !== file) continue;
        const passed = declaration.getNamedExports().find((one) => one.getName() === name);
        if (!passed) continue;
        this.#changed(user);
        this.#gone.push({ file: user, name: passed.getAliasNode()?.getText() ?? name });
        if (declaration.getNamedExports().length === 1) declaration.remove();
        else passed.remove();
      }
    }
  }

  #cutTexts(file: SourceFile, named: Named): void {
    const path = pathOf(file);
    // Few files name anything that is removed. This first searches the compiler's own tree, because wrapping all of its
    // nodes takes a long time.
    if (!someNode(file.compilerNode, (node) => isNamed(node, path, named))) return;
    const namedBy = (literal: StringLiteral) =>
      isSpecifier(literal)
        ? null
        : named({ text: literal.getLiteralText(), file: path, key: keyOf(literal) });
    for (;;) {
      const literal = file.getDescendantsOfKind(SyntaxKind.StringLiteral).find(namedBy);
      if (!literal) break;
      this.#changed(file);
      this.#cutOut(namedBy(literal) === "element" ? elementAround(literal) : literal);
    }
    for (;;) {
      const property = file
        .getDescendantsOfKind(SyntaxKind.PropertyAssignment)
        .find((one) => named({ text: one.getName(), file: path, key: "" }));
      if (!property) return;
      this.#changed(file);
      this.#cutOut(property);
    }
  }

  /** A file with types may refer to a removed file as `typeof import("...")`. */
  #cutTypeImports(file: SourceFile, going: ReadonlySet<string>): void {
    if (!file.getFullText().includes("import(")) return;
    for (;;) {
      const property = file.getDescendantsOfKind(SyntaxKind.ImportType).find((type) => {
        const path = type.getArgument().getText().replaceAll('"', "");
        if (!path.startsWith(".")) return false;
        return going.has(new URL(path, `file://${file.getFilePath()}`).pathname);
      });
      if (!property) return;
      this.#changed(file);
      this.#cutOut(property);
    }
  }

  /** Removes the smallest node that contains `node` and can be removed as a whole. */
  #cutOut(node: Node): void {
    const test = testAround(node) ?? groupRunWith(node);
    if (test && !isOneOfMany(node)) {
      this.#cuts.tests.push(place(test));
      test.remove();
      return;
    }
    let here = node;
    for (;;) {
      const parent = here.getParent();
      if (!parent) throw new Error(`${place(node)} uses code that would be removed`);
      // In a list of pairs, the whole pair is removed.
      const isPair = Node.isArrayLiteralExpression(parent?.getParent());
      if (Node.isArrayLiteralExpression(parent) && Node.isExpression(here) && !isPair) {
        const index = parent.getElements().indexOf(here);
        const within = routesWithin(here, node);
        parent.removeElement(index);
        parent.insertElements(index, within);
        return;
      }
      if (
        Node.isPropertyAssignment(here) ||
        Node.isShorthandPropertyAssignment(here) ||
        Node.isSpreadAssignment(here) ||
        Node.isPropertySignature(here) ||
        canGo(here)
      ) {
        here.remove();
        return;
      }
      if (Node.isJsxElement(parent) || Node.isJsxFragment(parent)) {
        here.replaceWithText("");
        unwrap(parent);
        return;
      }
      if (Node.isSourceFile(parent)) {
        this.#cutDeclaration(here, node);
        return;
      }
      here = parent;
    }
  }

  /** Removes a top-level declaration, and then its uses. */
  #cutDeclaration(declaration: Node, because: Node): void {
    const file = declaration.getSourceFile();
    const path = pathOf(file);
    const isPage = /^(app\/(routes\/|[\w.-]+$)|workers\/)/.test(path);
    const isList = Node.isVariableStatement(declaration) || Node.isTypeAliasDeclaration(declaration);
    if (isPage && !isList)
      throw new Error(`${place(because)} uses code that would be removed, outside a list`);
    const names: string[] = [];
    if (Node.isVariableStatement(declaration)) {
      names.push(...declaration.getDeclarations().map((one) => one.getName()));
    } else if (
      Node.isFunctionDeclaration(declaration) ||
      Node.isTypeAliasDeclaration(declaration) ||
      Node.isInterfaceDeclaration(declaration) ||
      Node.isClassDeclaration(declaration)
    ) {
      const name = declaration.getName();
      if (name) names.push(name);
      if (declaration.isDefaultExport()) this.#gone.push({ file, name: "default" });
    } else {
      throw new Error(`${place(because)} uses code that would be removed`);
    }
    declaration.remove();
    for (const name of names) {
      this.#gone.push({ file, name });
      this.#cutName(file, name);
    }
  }
}

/** Finds a file by its path from the root. */
const pathOf = (file: SourceFile) => path.relative("", file.getFilePath());

const place = (node: Node) => `${pathOf(node.getSourceFile())}:${node.getStartLineNumber()}`;

function someNode(node: ts.Node, test: (node: ts.Node) => boolean): boolean {
  return test(node) || (ts.forEachChild(node, (child) => someNode(child, test) || undefined) ?? false);
}

/** Whether a text, or the key of a property, names something that is being removed. */
function isNamed(node: ts.Node, file: string, named: Named): boolean {
  if (ts.isPropertyAssignment(node)) return named({ text: node.name.getText(), file, key: "" }) !== null;
  if (!ts.isStringLiteral(node)) return false;
  const key = ts.isPropertyAssignment(node.parent) ? node.parent.name.getText() : null;
  return named({ text: node.text, file, key }) !== null;
}
