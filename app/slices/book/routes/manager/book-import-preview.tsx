import { href, type RouterContextProvider, redirect } from "react-router";
import * as z from "zod";
import { dbContext, i18nContext, platformContext, viewerContext } from "#app/context.ts";
import { checkbox } from "#app/core/forms/fields.ts";
import { invalidForm, parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { writeUncounted } from "#app/core/http/rate-limit.server.ts";
import { timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { cancelJobs, enqueue } from "#app/core/jobs/enqueue.server.ts";
import { findJob } from "#app/core/jobs/find-job.server.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { storeActor } from "#app/identity/audit/stored-actor.ts";
import { requirePermission } from "#app/identity/middleware/guards.ts";
import type { FileRow } from "#app/slices/book/import/book-file.server.ts";
import { addBooks, importOperation, validateRows } from "#app/slices/book/import/book-import.server.ts";
import { bookImportJob } from "#app/slices/book/import/book-import-job.ts";
import { ImportProgress } from "#app/slices/book/import/book-import-progress.tsx";
import { summaryOf } from "#app/slices/book/import/book-import-summary.server.ts";
import { type ImportKind, ImportSummary } from "#app/slices/book/import/book-import-summary.tsx";
import { GenreNames } from "#app/slices/book/import/genre-names.tsx";
import { formatOutcome, type Outcome } from "#app/slices/book/import/import-outcome.ts";
import { importsOf, lacksAuthor, ROWS_A_REQUEST } from "#app/slices/book/import/kept-import.server.ts";
import type { Route } from "./+types/book-import-preview.ts";

export const middleware = [requirePermission("book:create")];

/** The search parameter that the URL gets once a job was started. */
const BEGUN = "begun";

type Context = Readonly<RouterContextProvider>;

const readersImports = async (context: Context) =>
  importsOf<FileRow>(context.get(platformContext).kv, (await context.get(viewerContext)).id, "book-import");

/** Redirects if the import has expired, or if it belongs to another user. */
const notKept = (context: Context) =>
  redirectWithMessage(context, href("/manager/books/import"), "import:expired", { type: "error" });

/** The result of a small import, from the URL; null before it has ended. */
const outcomeIn = ({ searchParams }: URL): Outcome | null =>
  searchParams.has("added")
    ? { added: Number(searchParams.get("added")) || 0, there: Number(searchParams.get("there")) || 0 }
    : null;

/** Shows the outcome that each row will have, then the job's progress, and in the end the result. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const imports = await readersImports(context);
  const about = await imports.find(params.id);
  if (!about) throw await notKept(context);
  const db = context.get(dbContext);
  const { fileName, rows, ...facts } = about;
  const asksAuthor = lacksAuthor(about);
  const job = rows > ROWS_A_REQUEST ? await findJob(db, bookImportJob, params.id) : null;
  if (job) {
    const { failedUntil, isGivenUp } = job;
    const progress = {
      done: job.about.done,
      failedUntil: failedUntil === null ? null : timeFromNow(context)(failedUntil),
      isGivenUp,
    };
    return { fileName, rows, asksAuthor, progress, summary: null };
  }
  const all = await imports.allRows(params.id, about);
  if (!all) throw await notKept(context);
  const outcome = url.searchParams.has(BEGUN) ? await imports.outcome(params.id) : outcomeIn(url);
  const judged = await validateRows(db, context.get(i18nContext), all);
  const summary = await summaryOf(db, judged);
  return {
    fileName,
    rows,
    asksAuthor,
    progress: null,
    summary: { ...summary, facts, outcome, isDone: outcome !== null },
  };
}

const formSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("add"),
    /** Confirms that no column of the file contains authors, if one might. */
    withoutAuthors: checkbox(),
  }),
  z.object({ intent: z.literal("stop") }),
]);

/**
 * Adds the books, in a job if there are many, or stops that job. Books that already exist stay as they are, so this can
 * be repeated.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  // An import is one write for the rate limit, and the upload has already counted it.
  writeUncounted(context);
  const form = await parseForm(request, context, formSchema);
  // The form has only a check box, so there is nothing to correct.
  if (!form.ok) throw await invalidForm(form);
  const imports = await readersImports(context);
  const about = await imports.find(params.id);
  if (!about) return notKept(context);
  const db = context.get(dbContext);
  const here = href("/manager/books/import/:id", params);
  const actor = await currentActor(context);
  if (form.value.intent === "stop") {
    const stopped = await tryWrite(context, "import:errors.notStopped", async () => {
      await cancelJobs(db, bookImportJob, params.id);
      return { ok: true } as const;
    });
    return stopped.ok ? redirect(here) : rejectForm(form, stopped);
  }
  if (lacksAuthor(about) && !form.value.withoutAuthors) {
    return rejectForm(form, {
      message: context.get(i18nContext).t("import:errors.withoutAuthors"),
      field: "withoutAuthors",
    });
  }
  if (about.rows > ROWS_A_REQUEST) {
    const { id: ownerId } = await context.get(viewerContext);
    const begun = await tryWrite(context, "import:errors.failed", async () => {
      const job = { importId: params.id, ownerId, actor: storeActor(actor), done: 0, added: 0, there: 0 };
      await enqueue(db, bookImportJob, { about: job, at: actor.at, key: params.id, userId: ownerId });
      return { ok: true } as const;
    });
    if (!begun.ok) return rejectForm(form, begun);
    actor.runJobs?.();
    return redirect(`${here}?${BEGUN}=on`);
  }
  const rows = await imports.allRows(params.id, about);
  if (!rows) return notKept(context);
  const written = await tryWrite(context, "import:errors.failed", async () => {
    const judged = await validateRows(db, context.get(i18nContext), rows);
    const count = await addBooks(
      db,
      judged.flatMap(({ fate, book }) => (fate === "new" && book ? [book] : [])),
      actor,
      importOperation(params.id, about),
    );
    const refused = judged.filter(({ fate }) => fate === "refused").length;
    return { ok: true, outcome: { added: count, there: rows.length - refused - count } } as const;
  });
  if (!written.ok) return rejectForm(form, written);
  const { added, there } = written.outcome;
  return redirectWithMessage(context, `${here}?added=${added}&there=${there}`, "import:outcome.both", {
    values: formatOutcome(context.get(i18nContext).t, written.outcome),
  });
}

export default function BookImportPreview({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useI18n();
  const { fileName, rows, asksAuthor, progress, summary } = loaderData;
  const kind: ImportKind = {
    labels: {
      title: t("book:fields.title"),
      author: t("book:fields.author"),
      genre: t("book:fields.genreId"),
      publisher: t("book:fields.publisher"),
    },
    uploadTo: href("/manager/books/import"),
    list: { to: href("/manager/books"), label: t("book:allBooks") },
    there: t("import:counts.inCatalogue"),
    refusedHint: summary?.genres && <GenreNames names={summary.genres} />,
  };
  const title = summary?.isDone ? t("import:finished") : t("import:title");
  return (
    <>
      <PageTitle title={title} />
      <BackLink to={href("/manager/books")}>{t("book:list.title")}</BackLink>
      <h1 className="mt-2 font-serif text-4xl font-semibold">{title}</h1>
      <p className="mb-6 wrap-anywhere text-quiet">
        <span>{`${t("import:fileRows", { count: rows })} · `}</span>
        <bdi>{fileName}</bdi>
      </p>
      {progress ? (
        <ImportProgress
          lastResult={actionData}
          {...progress}
          rows={rows}
          here={`${href("/manager/books/import/:id", params)}?${BEGUN}=on`}
        />
      ) : (
        <ImportSummary
          lastResult={actionData}
          summary={summary}
          asksAuthor={asksAuthor}
          here={href("/manager/books/import/:id", params)}
          kind={kind}
        />
      )}
    </>
  );
}
