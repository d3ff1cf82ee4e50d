import type { ListScript } from "./core/lists/list-script.ts";
import { listenToListKeys } from "./slices/shortcut/list-keys.ts";

/** What slices add to the tables of the manager's lists. It is loaded after the page. */
export const listScripts = (): readonly ListScript[] => [listenToListKeys];
