import { integer, text } from "drizzle-orm/sqlite-core";

/** A primary key: a random UUID (122 bits), so that an id doesn't reveal how many rows there are. */
export const id = () =>
  text("id")
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID());

/** A point in time, stored as integer milliseconds since 1970 (UTC). */
export const timestamp = (name: string) => integer(name, { mode: "number" });

/** When a row was created, and when it was last changed. */
export const timestamps = {
  createdAt: timestamp("created_at")
    .notNull()
    .$defaultFn(() => Date.now()),
  updatedAt: timestamp("updated_at")
    .notNull()
    .$defaultFn(() => Date.now())
    .$onUpdateFn(() => Date.now()),
};
