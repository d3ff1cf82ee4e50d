import { and, sql } from "drizzle-orm";
import { href, type RouterContextProvider } from "react-router";
import * as z from "zod";
import { dbContext, requestIdContext, viewerContext } from "#app/context.ts";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { isChosen } from "#app/core/db/is-chosen.ts";
import { type Refused, refuseViolations } from "#app/core/db/written.ts";
import { optional } from "#app/core/forms/fields.ts";
import { invalidForm, parseForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { chosenIds, chosenMessage, refuseChosen } from "#app/core/lists/chosen.server.ts";
import { CHOSEN, listSearch } from "#app/core/lists/chosen.ts";
import { fromList } from "#app/core/lists/list-place.ts";
import { type Actor, currentActor, rowsSubject } from "#app/identity/audit/audit.server.ts";
import { changesOfUpdated } from "#app/identity/audit/audited.server.ts";
import { operationEntries, operationOn } from "#app/identity/audit/operation.server.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { deleteChosenRows } from "#app/identity/write/deleted-rows.server.ts";
import type { Permission } from "#app/permissions.ts";
import { audited, DELETION_RULES, RULES } from "#app/slices/book/book.server.ts";
import { books } from "#app/slices/book/books.table.ts";
import { NO_GENRE } from "#app/slices/book/no-genre.ts";
import { genres } from "#app/slices/genre/genres.table.ts";
import { CHOSEN_FIELDS } from "./chosen-fields.ts";

/** The actions on the chosen books of the manager's list. */
const actionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("delete"), [CHOSEN]: chosenIds }),
  z.object({ intent: z.literal("set-genre"), [CHOSEN]: chosenIds, genreId: optional(z.string().max(100)) }),
]);

const PERMISSIONS: Record<z.output<typeof actionSchema>["intent"], Permission> = {
  delete: "book:delete",
  "set-genre": "book:update",
};

const DELETED = {
  all: "selection:book.deleted",
  some: "selection:book.deletedSome",
  none: "selection:book.gone",
} as const;
const MOVED = {
  all: "selection:book.moved",
  some: "selection:book.movedSome",
  none: "selection:book.gone",
} as const;

/**
 * Runs the action on the chosen books that was posted to the list, which shows the result.
 * @throws a response: 400 for an unknown action, 403 without the permission
 */
export async function changeChosenBooks({
  request,
  url,
  context,
}: {
  request: Request;
  url: URL;
  context: Readonly<RouterContextProvider>;
}): Promise<Response> {
  const db = context.get(dbContext);
  const form = await parseForm(request, context, actionSchema);
  if (!form.ok) throw await invalidForm(form);
  const { value } = form;
  authorize(context, await context.get(viewerContext), PERMISSIONS[value.intent]);
  const ids = value[CHOSEN];
  const here = href("/manager/books") + listSearch(url.search, CHOSEN_FIELDS);
  const refused = refuseChosen(ids);
  if (refused) return redirectWithMessage(context, here, ...refused);
  const actor = await currentActor(context);
  if (value.intent === "delete") {
    const deleted = await tryWrite(context, "book:errors.deleteFailed", () =>
      refuseViolations(DELETION_RULES, async () => {
        const count = await deleteChosenRows(db, books, ids, {
          entity: "book",
          actor,
          audited,
          operation: "book.deleteMany",
        });
        return { ok: true as const, count };
      }),
    );
    if (!deleted.ok) return redirectWithMessage(context, here, deleted);
    const deletion = { entity: "book", id: context.get(requestIdContext) };
    const undo = fromList(
      href("/manager/deleted/:entity/:id", deletion),
      listSearch(url.search, CHOSEN_FIELDS),
      {
        at: `${actor.at}`,
      },
    );
    return redirectWithMessage(context, here, ...chosenMessage(DELETED, ids, deleted.count, undo));
  }
  const { genreId } = value;
  if (genreId === null)
    return redirectWithMessage(context, here, "selection:book.genreRequired", { type: "error" });
  const moved = await tryWrite(context, "book:errors.updateFailed", () =>
    setGenre(db, ids, genreId === NO_GENRE ? null : genreId, actor),
  );
  if (!moved.ok) return redirectWithMessage(context, here, moved);
  return redirectWithMessage(context, here, ...chosenMessage(MOVED, ids, moved.count));
}

/**
 * Gives a genre to those of some books that are still there. Those that have another one each get an audit entry.
 * @returns how many are still there
 */
async function setGenre(
  db: Database,
  ids: string[],
  genreId: string | null,
  actor: Actor,
): Promise<{ ok: true; count: number } | Refused> {
  const chosen = isChosen(books.id, ids);
  const name = sql<string>`(select ${genres.name} from ${genres} where ${genres.id} = ${genreId})`;
  const whole = operationOn(ids, "book.setGenre", name);
  const changed = and(chosen, sql`${books.genreId} is not ${genreId}`);
  return refuseViolations(RULES, async () => {
    const {
      chosen: [present],
    } = await runBatch(db, {
      entries: operationEntries(db, actor, whole, "book.update", {
        ...rowsSubject(books, changed, audited.label),
        changes: changesOfUpdated(books, audited, { genreId }),
      }),
      changed: db.update(books).set({ genreId }).where(changed),
      chosen: db
        .select({ count: sql<number>`count(*)`.as("count") })
        .from(books)
        .where(chosen),
    });
    return { ok: true as const, count: present?.count ?? 0 };
  });
}
