/** What the bundler knows of a module. */
export interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** A file of script that pages share. */
type SharedChunk = "framework" | "frame" | "areas" | "app" | "manager";

/** In this order: what an earlier one has, a later one needs not. */
export const SHARED_CHUNKS: readonly SharedChunk[] = ["framework", "frame", "areas", "app", "manager"];

/** What no more pages than these share is left to them: the others would load it for nothing. */
const FEW_PAGES = 3;

/**
 * Which file of script a module of the browser goes to. It follows from the pages that import it:
 *
 * - "framework" and "frame": the root imports it, so every page needs it. The libraries are apart, as they seldom change.
 *   "frame" also has what the sign-in pages share with others, mostly forms: it is small, and one file less.
 * - "app" and "manager": the layout of that area, or several of its pages, import it. "areas": those of both.
 * - null: few pages import it. It goes to the file of its page, or to one for those few.
 */
export function chunkOf(id: string, graph: ModuleGraph): SharedChunk | null {
  if (id.startsWith("\0rolldown/")) return "framework";
  const pages = pagesThatImport(id, graph);
  if (pages.has("root")) return id.includes("/node_modules/") ? "framework" : "frame";
  const areas = new Set([...pages].map((page) => page.split("/")[0]).filter((area) => area !== "dev"));
  const isWidelyUsed = pages.size > FEW_PAGES || [...pages].some((page) => page.endsWith("/layout"));
  if (!isWidelyUsed || areas.size === 0) return null;
  const isIn = (...known: string[]) => [...areas].every((area) => area !== undefined && known.includes(area));
  if (isIn("app")) return "app";
  if (isIn("manager")) return "manager";
  return isIn("app", "manager") ? "areas" : "frame";
}

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
