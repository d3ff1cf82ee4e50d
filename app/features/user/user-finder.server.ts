import { href } from "react-router";
import { dbContext, platformContext } from "#app/context.ts";
import type { Finder } from "#app/lists/finder.ts";
import { listUserRows } from "./user-list.server.ts";

const ANYONE = { role: null, banned: null, createdFrom: null, createdBefore: null };

/** Finds users as the manager's list does. */
export const userFinder: Finder = {
  entity: "user",
  async find(context, term) {
    const search = { term, filter: ANYONE, sort: null, after: null };
    const { now } = context.get(platformContext);
    const { page } = await listUserRows(context.get(dbContext), search, { now, showsLastSeen: false });
    return page.items.map(({ id, name, email }) => ({
      to: href("/manager/users/:id", { id }),
      name: name ?? email,
      detail: name && email,
    }));
  },
};
