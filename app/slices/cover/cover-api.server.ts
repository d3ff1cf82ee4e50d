import type { ApiPart } from "#app/slices/api/env.ts";
import { addFileOperations } from "#app/slices/upload/file-api.server.ts";
import { COVER, coverOwner } from "./cover.server.ts";

/** Adds the operations on the covers of books. */
export const coverApi: ApiPart = (api) =>
  addFileOperations(api, {
    plural: "books",
    at: { path: "/books", parameter: "id" },
    name: "BookCover",
    field: "cover",
    kind: COVER,
    permission: "book:update",
    ownerOf: (c, id) => coverOwner(c.env.context, id),
  });
