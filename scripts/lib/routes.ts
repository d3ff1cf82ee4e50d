import routes from "#app/routes.ts";

/** A route of app/routes.ts that responds to a URL. */
export interface Route {
  /** The path as in app/routes.ts, with a leading slash: "/manager/users/:id". */
  path: string;
  /** The route's module, and the modules of the layouts around it, outermost first. */
  files: string[];
  /** The route's id in data requests (`_routes`). */
  id: string;
}

type Tree = readonly {
  path?: string;
  id?: string;
  file: string;
  index?: boolean;
  children?: Tree | undefined;
}[];

/** Every route that responds to a URL. */
export const ROUTES: readonly Route[] = leavesOf(routes, []);

function leavesOf(tree: Tree, layouts: string[]): Route[] {
  return tree.flatMap(({ path, index, id, file, children }) => {
    const files = [...layouts, `app/${file}`];
    if (children) return leavesOf(children, files);
    if (path === undefined && !index) return [];
    return [{ path: `/${path ?? ""}`, files, id: id ?? file.replace(/\.tsx?$/, "") }];
  });
}
