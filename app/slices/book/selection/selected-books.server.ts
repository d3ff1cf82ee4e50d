import { and, sql } from "drizzle-orm";
import { data, href, type RouterContextProvider, redirect } from "react-router";
import * as z from "zod";
import { dbContext, requestIdContext, viewerContext } from "#app/context.ts";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { hasSelectedId } from "#app/core/db/has-selected-id.ts";
import { type Refused, refuseViolations } from "#app/core/db/written.ts";
import { optional } from "#app/core/forms/fields.ts";
import { invalidForm, parseForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { fromList } from "#app/core/lists/list-place.ts";
import {
  allResults,
  refuseOthers,
  refuseSelection,
  selectedIds,
  selectionMessage,
} from "#app/core/lists/selection/selected-rows.server.ts";
import {
  ALL_CONFIRMED,
  ALL_RESULTS,
  listSearch,
  MAX_RESULTS_AT_ONCE,
  SELECTED,
} from "#app/core/lists/selection/selected-rows.ts";
import { type Actor, currentActor, rowsSubject } from "#app/identity/audit/audit.server.ts";
import { changesOfUpdated } from "#app/identity/audit/audited.server.ts";
import { operationEntries, operationOn } from "#app/identity/audit/operation.server.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { deleteSelectedRows } from "#app/identity/write/deleted-rows.server.ts";
import type { Permission } from "#app/permissions.ts";
import { audited, DELETION_RULES, RULES } from "#app/slices/book/book.server.ts";
import { listBookIds } from "#app/slices/book/book-list.server.ts";
import { books } from "#app/slices/book/books.table.ts";
import { NO_GENRE } from "#app/slices/book/no-genre.ts";
import { genres } from "#app/slices/genre/genres.table.ts";
import { SELECTION_FIELDS } from "./selection-fields.ts";

/**
 * The books that an action is about: the selected ones, or all results of the list, once the user has confirmed that.
 */
const selection = {
  [SELECTED]: selectedIds,
  [ALL_RESULTS]: allResults.optional(),
  [ALL_CONFIRMED]: z.string().max(100).optional(),
};

/** The actions on the selected books of the manager's list. */
const actionSchema = z.discriminatedUnion("intent", [
  z.object({ ...selection, intent: z.literal("delete") }),
  z.object({ ...selection, intent: z.literal("set-genre"), genreId: optional(z.string().max(100)) }),
]);

const PERMISSIONS: Record<z.output<typeof actionSchema>["intent"], Permission> = {
  delete: "book:delete",
  "set-genre": "book:update",
};

const DELETED = {
  all: "book:success.selected.deleted",
  some: "book:success.selected.deletedSome",
  none: "book:errors.selectedGone",
} as const;
const MOVED = {
  all: "book:success.selected.moved",
  some: "book:success.selected.movedSome",
  none: "book:errors.selectedGone",
} as const;

/**
 * Runs the posted action on the selected books. The list shows the result.
 * @throws a response: 400 for an unknown action, 403 without the permission
 */
export async function changeSelectedBooks({
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
  const here = href("/manager/books") + listSearch(url.search, SELECTION_FIELDS);
  const meantAll = value[ALL_RESULTS];
  if (meantAll !== undefined) return redirect(questionOf(here, value, meantAll));
  const seen = value[ALL_CONFIRMED];
  const ids =
    seen === undefined ? value[SELECTED] : await listBookIds(db, searchIn(url), MAX_RESULTS_AT_ONCE);
  if (ids === null) throw data(null, { status: 400 });
  const refused = seen === undefined ? refuseSelection(ids) : await refuseOthers(ids, seen);
  if (refused) return redirectWithMessage(context, here, ...refused);
  const actor = await currentActor(context);
  if (value.intent === "delete") {
    const deleted = await tryWrite(context, "book:errors.deleteFailed", () =>
      refuseViolations(DELETION_RULES, async () => {
        const count = await deleteSelectedRows(db, books, ids, {
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
      listSearch(url.search, SELECTION_FIELDS),
      {
        at: `${actor.at}`,
      },
    );
    return redirectWithMessage(context, here, ...selectionMessage(DELETED, ids, deleted.count, undo));
  }
  const { genreId } = value;
  if (genreId === null)
    return redirectWithMessage(context, here, "book:errors.genreRequired", { type: "error" });
  const moved = await tryWrite(context, "book:errors.updateFailed", () =>
    setGenre(db, ids, genreId === NO_GENRE ? null : genreId, actor),
  );
  if (!moved.ok) return redirectWithMessage(context, here, moved);
  return redirectWithMessage(context, here, ...selectionMessage(MOVED, ids, moved.count));
}

/** The search term and the genre in the URL of a list. */
const searchIn = ({ searchParams }: URL) => ({
  term: searchParams.get("searchTerm")?.trim() ?? "",
  genreId: searchParams.get("genre") ?? "",
});

/** The URL of the list that asks whether to run an action on all of its results. */
function questionOf(here: string, value: z.output<typeof actionSchema>, seen: number): string {
  const question = new URLSearchParams({ [ALL_RESULTS]: `${seen}` });
  question.set("confirm", value.intent === "delete" ? "delete" : "genre");
  if (value.intent === "set-genre" && value.genreId !== null) question.set("genreId", value.genreId);
  return `${here}${here.includes("?") ? "&" : "?"}${question}`;
}

/**
 * Sets the genre of the selected books that still exist. Each book that had another genre gets an audit entry.
 * @returns how many of the books still exist
 */
async function setGenre(
  db: Database,
  ids: string[],
  genreId: string | null,
  actor: Actor,
): Promise<{ ok: true; count: number } | Refused> {
  const isSelected = hasSelectedId(books.id, ids);
  const name = sql<string>`(select ${genres.name} from ${genres} where ${genres.id} = ${genreId})`;
  const whole = operationOn(ids, "book.setGenre", name);
  const changed = and(isSelected, sql`${books.genreId} is not ${genreId}`);
  return refuseViolations(RULES, async () => {
    const {
      selected: [current],
    } = await runBatch(db, {
      entries: operationEntries(db, actor, whole, "book.update", {
        ...rowsSubject(books, changed, audited.label),
        changes: changesOfUpdated(books, audited, { genreId }),
      }),
      changed: db.update(books).set({ genreId }).where(changed),
      selected: db
        .select({ count: sql<number>`count(*)`.as("count") })
        .from(books)
        .where(isSelected),
    });
    return { ok: true as const, count: current?.count ?? 0 };
  });
}
