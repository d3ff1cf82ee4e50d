import path from "node:path";
import { ROUTES } from "#scripts/lib/routes.ts";

/** The bundler's information about a module. */
export interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** A script file that several pages share. */
type SharedChunk = "framework" | "frame" | "areas" | "account-manager" | "manager" | "forms";

/** The files in order. A module goes to the first file that claims it. */
export const SHARED_CHUNKS: readonly SharedChunk[] = [
  "framework",
  "frame",
  "areas",
  "account-manager",
  "manager",
  "forms",
];

/**
 * The script file that a browser module goes to, by the pages that import it:
 *
 * - "framework" and "frame": the root imports it, so every page needs it. Libraries go to "framework", as
 *   they rarely change. "frame" also has the modules that the sign-in page shares with others, mostly forms:
 *   they are small, and this saves a file.
 * - "areas": a readers' page or the layout of the account's pages imports it, and so does at least one other
 *   page.
 * - "account-manager": pages of the account and of the manager import it, but no readers' page does: dialogs,
 *   sessions.
 * - "manager": the layout of the manager, or several of its pages, import it. People who open one of these
 *   pages open others, so one cached file is better than several small ones.
 * - "forms": only pages with a form import it, in the manager and for readers.
 * - null: a single page imports it, or only rarely visited ones. It goes to the page's own file, or to one
 *   for those pages.
 */
export function chunkOf(id: string, graph: ModuleGraph): SharedChunk | null {
  const pages = pagesThatImport(id, graph);
  if (pages.has("root")) return id.includes("/node_modules/") ? "framework" : "frame";
  if (pages.size > 1 && (pages.has("/login") || pages.has("layout of /login"))) return "frame";
  // Readers open the pages of the account, too.
  if (pages.delete("layout of /account") && pages.size > 0) return "areas";
  if (pages.size === 1 && pages.has("layout of /manager")) return "manager";
  const filledIn = pagesThatImport(FIELD_LABEL, graph);
  const sending = pagesThatImport(FILE_FIELD, graph);
  const count = (group: Group) =>
    [...pages].filter((page) => !sending.has(page) && groupOf(page, filledIn) === group).length;
  const [app, account, manager, forms] = [count("app"), count("account"), count("manager"), count("forms")];
  if (app + account + manager + forms < 2) return null;
  if (app > 0) return "areas";
  if (account > 0) return manager + forms > 0 ? "account-manager" : null;
  return manager > 0 ? "manager" : "forms";
}

/** The page or layout of each route module. A layout is named after the area of its pages. */
const PAGES = [
  ...new Map(
    ROUTES.flatMap(({ path: url, files }) =>
      files.map((file, depth): [string, string] => [
        file,
        depth < files.length - 1 ? `layout of /${url.split("/")[1]}` : url,
      ]),
    ),
  ),
];

/** The group of a page, by its audience. */
type Group = "app" | "account" | "manager" | "forms";

/** A module that is part of every page with fields to fill in. */
const FIELD_LABEL = path.resolve("app/core/forms/field-label.tsx");

/**
 * A module that is part of every page that accepts a file, such as an import or a picture. These pages are rarely
 * visited, so they don't influence what other pages load.
 */
const FILE_FIELD = path.resolve("app/core/forms/file-field.tsx");

/**
 * The group of a page; null if it is rarely visited, because such a page does not influence what other pages load.
 * @param filledIn the pages with fields
 */
function groupOf(page: string, filledIn: ReadonlySet<string>): Group | null {
  const url = page.replace("layout of ", "");
  // Both areas load the account page.
  if (url === "/app/account" || url === "/manager/account") return "account";
  // Most readers are not in an organisation.
  if (isIn("/app/o", url)) return null;
  const isForm = /\/(new|update|ban|import)(\/|$)/.test(url);
  if (isIn("/app", url)) return isForm || filledIn.has(page) ? "forms" : "app";
  if (isIn("/manager", url)) return isForm ? "forms" : "manager";
  return null;
}

const isIn = (area: string, url: string) => url === area || url.startsWith(`${area}/`);

/** The pages that import a module without import(): "/manager/books", "layout of /manager", or "root". */
function pagesThatImport(id: string, graph: ModuleGraph): Set<string> {
  const pages = new Set<string>();
  const seen = new Set<string>();
  const todo = [id];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const [file = ""] = next.split("?");
    if (/\/app\/(root|entry\.client)\.tsx$/.test(file)) pages.add("root");
    const [, page] = PAGES.find(([module]) => file.endsWith(`/${module}`)) ?? [];
    if (page) pages.add(page);
    else todo.push(...(graph.getModuleInfo(next)?.importers ?? []));
  }
  return pages;
}
