import { globSync, readFileSync } from "node:fs";

/**
 * The files of a slice, by their locations and names (docs/architecture.md, Slices).
 * @param namespaces the files of locales/<language> that it declares
 */
export function filesOfSlice(name: string, namespaces: readonly string[]): string[] {
  const named = `${name}{,s}{,-*,.*}`;
  const patterns = [
    `app/slices/${name}/**`,
    `tests/{access,attacks,e2e,engines,integration,support,unit}/${named}`,
    `tests/support/${name}{,s}{,-*}/**`,
    `scripts/{,lib/,seed/}${named}`,
    `scripts/{,seed/}${name}{,s}{,-*}/**`,
    `docs/${name}{,s}{,-*,.*}`,
    ...namespaces.map((namespace) => `locales/*/${namespace}.json`),
    ...decisionsOf(name),
  ];
  const found = patterns.flatMap((pattern) => globSync(pattern, { withFileTypes: true }));
  const files = found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`);
  return [...new Set(files)].sort();
}

/** The decisions that its README.md names belong to it. */
function decisionsOf(name: string): string[] {
  const [readme] = globSync(`app/slices/${name}/README.md`);
  const named = readme ? readFileSync(readme, "utf8").matchAll(/docs\/decisions\/(\d{4})/g) : [];
  return [...named].map(([, number]) => `docs/decisions/${number}-*`);
}
