import { eq } from "drizzle-orm";
import { href } from "react-router";
import { INTERNAL, OWN_ID, type PersonalTable, personalTable } from "#app/identity/hooks/personal-table.ts";
import { files } from "./files.table.ts";

export const uploadTables: readonly PersonalTable[] = [
  personalTable(files, {
    section: "files",
    of: ({ id }) => eq(files.userId, id),
    by: files.createdAt,
    columns: {
      id: { path: (id) => href("/account/data/files/:id", { id }) },
      kind: "value",
      userId: OWN_ID,
      rowId: INTERNAL,
      name: "value",
      type: "value",
      bytes: "value",
      createdAt: "time",
      readyAt: "time",
    },
  }),
];
