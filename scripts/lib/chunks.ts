/** What the bundler knows of a module. */
export interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** A file of script that pages share. */
type SharedChunk = "framework" | "frame" | "areas" | "app" | "manager";

/** In this order: what an earlier one has, a later one needs not. */
export const SHARED_CHUNKS: readonly SharedChunk[] = ["framework", "frame", "areas", "app", "manager"];

/** What no more pages than these share is left to them: the others would load it for nothing. */
const FEW_PAGES = 2;

/** Pages that few visits see: they load what others share, and no other page loads more because of them. */
const SELDOM = new Set(["dev", "account", "api"]);

/**
 * Which file of script a module of the browser goes to. It follows from the pages that import it:
 *
 * - "framework" and "frame": the root imports it, so every page needs it. The libraries are apart, as they seldom change.
 *   "frame" also has what the sign-in pages share with others, mostly forms: it is small, and one file less.
 * - "app" and "manager": the layout of that area, or two of its pages, import it. Who reads one page of an area reads others, so
 *   one file that the browser keeps is better than several small ones. "areas": the layouts or several pages of both.
 * - null: few pages import it. It goes to the file of its page, or to one for those few.
 */
export function chunkOf(id: string, graph: ModuleGraph): SharedChunk | null {
  const pages = pagesThatImport(id, graph);
  if (pages.has("root")) return id.includes("/node_modules/") ? "framework" : "frame";
  for (const page of pages) if (SELDOM.has(areaOf(page))) pages.delete(page);
  const areas = new Set([...pages].map(areaOf));
  const isOnlyIn = (area: string) => areas.size === 1 && areas.has(area);
  const few = isOnlyIn("app") || isOnlyIn("manager") ? 1 : FEW_PAGES;
  const isShared = pages.size > few || [...pages].some((page) => page.endsWith("/layout"));
  if (!isShared) return null;
  if (isOnlyIn("app")) return "app";
  if (isOnlyIn("manager")) return "manager";
  return [...areas].every((area) => area === "app" || area === "manager") ? "areas" : "frame";
}

/** The folder of a route module. */
const areaOf = (page: string) => page.split("/")[0] ?? "";

/** The route modules that import a module without import(): "manager/books", or "root". */
function pagesThatImport(id: string, graph: ModuleGraph): Set<string> {
  const pages = new Set<string>();
  const seen = new Set<string>();
  const todo = [id];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const [file = ""] = next.split("?");
    if (/\/app\/(root|entry\.client)\.tsx$/.test(file)) pages.add("root");
    const [, page] = /\/app\/routes\/(.+)\.tsx?$/.exec(file) ?? [];
    if (page) pages.add(page);
    else todo.push(...(graph.getModuleInfo(next)?.importers ?? []));
  }
  return pages;
}
