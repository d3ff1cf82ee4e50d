import { data, href, type RouterContextProvider, redirect } from "react-router";
import * as z from "zod";
import { dbContext, i18nContext, platformContext, viewerContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { addBooks, judgeRows } from "#app/features/book/import/book-import.server.ts";
import { ImportProgress } from "#app/features/book/import/book-import-progress.tsx";
import { summaryOf } from "#app/features/book/import/book-import-summary.server.ts";
import { ImportSummary } from "#app/features/book/import/book-import-summary.tsx";
import { importsOf, ROWS_PER_STEP } from "#app/features/book/import/kept-import.server.ts";
import { integer } from "#app/forms/fields.ts";
import { parseForm, rejectForm } from "#app/forms/form.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { BackLink } from "#app/lists/back-link.tsx";
import { requirePermission } from "#app/middleware/guards.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/book-import-preview.ts";

export const middleware = [requirePermission("book:create")];

type Context = Readonly<RouterContextProvider>;

/** The imports of the reader. */
const readersImports = async (context: Context) =>
  importsOf(context.get(platformContext).kv, (await context.get(viewerContext)).id);

/** They are kept for an hour, and for one person. */
const notKept = (context: Context) =>
  redirectWithMessage(context, href("/manager/books/import"), "import:expired", { type: "error" });

/** How many rows are done, and how many books that has added; null if the URL doesn't say. */
const progressIn = ({ searchParams }: URL) => ({
  done: Number(searchParams.get("done")),
  added: searchParams.has("added") ? Number(searchParams.get("added")) || 0 : null,
});

/** What will become of the rows of a file; while it is imported, how far it is; in the end, what has become of them. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const imports = await readersImports(context);
  const about = await imports.find(params.id);
  if (!about) throw await notKept(context);
  const { done, added } = progressIn(url);
  const { fileName, rows } = about;
  if (done > 0 && done < rows) {
    return { fileName, rows, progress: { done, step: Math.floor(done / ROWS_PER_STEP) }, summary: null };
  }
  const all = await imports.allRows(params.id, about);
  if (!all) throw await notKept(context);
  const db = context.get(dbContext);
  const judged = await judgeRows(db, context.get(i18nContext), all);
  const summary = await summaryOf(db, judged);
  return {
    fileName,
    rows,
    progress: null,
    summary: { ...summary, added, ignored: about.ignored, isDone: done >= rows },
  };
}

const stepSchema = z.object({ step: integer().pipe(z.int().min(0).max(1000)) });

/** Adds the books of one step. What is there already stays as it is, so a step can be repeated. */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const form = await parseForm(request, context, stepSchema);
  // The page fills the step in: there is nothing for anyone to correct.
  if (!form.ok) throw data(null, { status: 400 });
  const { step } = form.value;
  const imports = await readersImports(context);
  const [about, rows] = await Promise.all([imports.find(params.id), imports.rowsOfStep(params.id, step)]);
  if (!about || !rows) return notKept(context);
  const actor = await currentActor(context);
  const written = await tryWrite(context, "import:errors.failed", async () => {
    const db = context.get(dbContext);
    const judged = await judgeRows(db, context.get(i18nContext), rows);
    const count = await addBooks(
      db,
      judged.flatMap(({ fate, book }) => (fate === "new" && book ? [book] : [])),
      actor,
    );
    return { ok: true, count } as const;
  });
  if (!written.ok) return rejectForm(form, written);
  const done = Math.min((step + 1) * ROWS_PER_STEP, about.rows);
  const added = (progressIn(url).added ?? 0) + written.count;
  const next = `${href("/manager/books/import/:id", { id: params.id })}?done=${done}&added=${added}`;
  return done < about.rows ? redirect(next) : redirectWithMessage(context, next, "import:finished");
}

export default function BookImportPreview({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useI18n();
  const { fileName, rows, progress, summary } = loaderData;
  const title = summary?.isDone ? t("import:finished") : t("import:title");
  return (
    <>
      <PageTitle title={title} />
      <BackLink to={href("/manager/books")}>{t("book:list.title")}</BackLink>
      <h1 className="mt-2 font-serif text-4xl font-semibold">{title}</h1>
      <p className="mb-6 wrap-anywhere text-quiet">
        {t("import:fileRows", { count: rows })} · <bdi>{fileName}</bdi>
      </p>
      {progress ? (
        <ImportProgress
          lastResult={actionData}
          {...progress}
          rows={rows}
          stopTo={href("/manager/books/import/:id", params)}
        />
      ) : (
        <ImportSummary lastResult={actionData} summary={summary} />
      )}
    </>
  );
}
