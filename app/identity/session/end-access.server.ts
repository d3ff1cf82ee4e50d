import type { Database } from "#app/core/db/client.server.ts";
import { type Ending, hooked } from "#app/identity/hooks/hooks.server.ts";

/** The statements with which slices end access to an account, for the batch that decides it. */
export const endAccess = (db: Database, ending: Ending) =>
  hooked("endAccess").flatMap((endsOf) => endsOf(db, ending));
