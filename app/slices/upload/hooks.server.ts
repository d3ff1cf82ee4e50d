import { and, inArray, isNotNull } from "drizzle-orm";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { files } from "./files.table.ts";
import { uploadTables } from "./personal.ts";

export const uploadHooks: IdentityHooks = {
  personal: uploadTables,
  deleteWithRows: (db, ids) => [
    db.delete(files).where(and(isNotNull(files.readyAt), inArray(files.rowId, ids))),
  ],
};
