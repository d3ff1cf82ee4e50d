import type { Target } from "./access.ts";

/** The values for path parameters that are not rows. */
const EXAMPLES: Target = { entity: "user", language: "fr", provider: "github", template: "loginCode" };

/** The URL of a route's path, "/manager/users/:id", for a target. */
export const fillPath = (path: string, target: Target): string =>
  path
    .replace("*", "nowhere")
    .replace(/:(\w+)/g, (_, name: string) => EXAMPLES[name] ?? target[name] ?? "missing");

/** The URL of the data of a page. */
export const dataPathOf = (page: string): string => (page === "/" ? "/_.data" : `${page}.data`);
