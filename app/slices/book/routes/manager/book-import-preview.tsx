import { href, type RouterContextProvider, redirect } from "react-router";
import * as z from "zod";
import { dbContext, i18nContext, platformContext, viewerContext } from "#app/context.ts";
import { checkbox, integer } from "#app/core/forms/fields.ts";
import { invalidForm, parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { writeUncounted } from "#app/core/http/rate-limit.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { requirePermission } from "#app/identity/middleware/guards.ts";
import type { FileRow } from "#app/slices/book/import/book-file.server.ts";
import { addBooks, judgeRows } from "#app/slices/book/import/book-import.server.ts";
import { ImportProgress } from "#app/slices/book/import/book-import-progress.tsx";
import { summaryOf } from "#app/slices/book/import/book-import-summary.server.ts";
import { type ImportKind, ImportSummary } from "#app/slices/book/import/book-import-summary.tsx";
import { GenreNames } from "#app/slices/book/import/genre-names.tsx";
import { outcomeInWords } from "#app/slices/book/import/import-outcome.ts";
import { importsOf, lacksAuthor, ROWS_PER_STEP } from "#app/slices/book/import/kept-import.server.ts";
import type { Route } from "./+types/book-import-preview.ts";

export const middleware = [requirePermission("book:create")];

type Context = Readonly<RouterContextProvider>;

/** The imports of the reader. */
const readersImports = async (context: Context) =>
  importsOf<FileRow>(context.get(platformContext).kv, (await context.get(viewerContext)).id, "book-import");

/** They are kept for an hour, and for one person. */
const notKept = (context: Context) =>
  redirectWithMessage(context, href("/manager/books/import"), "import:expired", { type: "error" });

/** How many rows are done, how many books that has added, and how many were there already, as the URL says. */
const progressIn = ({ searchParams }: URL) => ({
  done: Number(searchParams.get("done")),
  outcome: {
    added: Number(searchParams.get("added")) || 0,
    there: Number(searchParams.get("there")) || 0,
  },
});

/** What will become of the rows of a file; while it is imported, how far it is; in the end, what has become of them. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const imports = await readersImports(context);
  const about = await imports.find(params.id);
  if (!about) throw await notKept(context);
  const { done, outcome } = progressIn(url);
  const { fileName, rows, ...facts } = about;
  const asksAuthor = lacksAuthor(about);
  if (done > 0 && done < rows) {
    const step = Math.floor(done / ROWS_PER_STEP);
    return { fileName, rows, asksAuthor, progress: { done, step }, summary: null };
  }
  const all = await imports.allRows(params.id, about);
  if (!all) throw await notKept(context);
  const db = context.get(dbContext);
  const judged = await judgeRows(db, context.get(i18nContext), all);
  const summary = await summaryOf(db, judged);
  const isDone = done >= rows;
  return {
    fileName,
    rows,
    asksAuthor,
    progress: null,
    summary: { ...summary, facts, outcome: isDone && url.searchParams.has("added") ? outcome : null, isDone },
  };
}

const stepSchema = z.object({
  step: integer().pipe(z.int().min(0).max(1000)),
  /** That no column of the file holds authors, if it looks as if one might. */
  withoutAuthors: checkbox(),
});

/** Adds the books of one step. What is there already stays as it is, so a step can be repeated. */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  // An import counts as one write: its upload does.
  writeUncounted(context);
  const form = await parseForm(request, context, stepSchema);
  // The page fills the step in: there is nothing for anyone to correct.
  if (!form.ok) throw await invalidForm(form);
  const { step, withoutAuthors } = form.value;
  const imports = await readersImports(context);
  const [about, rows] = await Promise.all([imports.find(params.id), imports.rowsOfStep(params.id, step)]);
  if (!about || !rows) return notKept(context);
  if (lacksAuthor(about) && !withoutAuthors) {
    return rejectForm(form, {
      message: context.get(i18nContext).t("import:errors.withoutAuthors"),
      field: "withoutAuthors",
    });
  }
  const actor = await currentActor(context);
  const written = await tryWrite(context, "import:errors.failed", async () => {
    const db = context.get(dbContext);
    const judged = await judgeRows(db, context.get(i18nContext), rows);
    const count = await addBooks(
      db,
      judged.flatMap(({ fate, book }) => (fate === "new" && book ? [book] : [])),
      actor,
    );
    const refused = judged.filter(({ fate }) => fate === "refused").length;
    return { ok: true, count, there: rows.length - refused - count } as const;
  });
  if (!written.ok) return rejectForm(form, written);
  const done = Math.min((step + 1) * ROWS_PER_STEP, about.rows);
  const { outcome } = progressIn(url);
  const added = outcome.added + written.count;
  const there = outcome.there + written.there;
  const progress = `done=${done}&added=${added}&there=${there}`;
  const next = `${href("/manager/books/import/:id", { id: params.id })}?${progress}`;
  if (done < about.rows) return redirect(next);
  return redirectWithMessage(context, next, "import:outcome.both", {
    values: outcomeInWords(context.get(i18nContext).t, { added, there }),
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
          withoutAuthors={asksAuthor}
          stopTo={href("/manager/books/import/:id", params)}
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
