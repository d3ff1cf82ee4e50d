import { href } from "react-router";
import * as z from "zod";
import { dbContext, i18nContext } from "#app/context.ts";
import { checkbox } from "#app/core/forms/fields.ts";
import { invalidForm, parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { writeUncounted } from "#app/core/http/rate-limit.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { requirePermission } from "#app/identity/middleware/guards.ts";
import { sumUp } from "#app/slices/book/import/book-import-summary.server.ts";
import { type ImportKind, ImportSummary } from "#app/slices/book/import/book-import-summary.tsx";
import { formatOutcome } from "#app/slices/book/import/import-outcome.ts";
import { lacksAuthor } from "#app/slices/book/import/kept-import.server.ts";
import { keptShelfImport } from "#app/slices/shelf/import/kept-shelf-import.server.ts";
import { addToShelf } from "#app/slices/shelf/import/shelf-import.server.ts";
import type { Route } from "./+types/shelf-import-preview.ts";

export const middleware = [requirePermission("reading:own")];

/** Shows the outcome of each row of a file, before or after the rows were added. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { about, judged } = await keptShelfImport(context, params.id);
  const { fileName, rows, ...facts } = about;
  const { t } = context.get(i18nContext);
  const added = url.searchParams.get("added");
  return {
    fileName,
    rows,
    asksAuthor: lacksAuthor(about),
    lacksState: !facts.read.some(({ field }) => field === "state"),
    rounded: judged.filter(({ isRounded }) => isRounded).length,
    unlisted: judged.filter(({ isUnlisted }) => isUnlisted).length,
    summary: {
      ...sumUp(judged, ({ row, book }) => [row.author, book ? t(`shelf:${book.state}`) : row.state]),
      withoutGenre: 0,
      facts,
      isDone: added !== null,
      outcome:
        added === null
          ? null
          : { added: Number(added) || 0, there: Number(url.searchParams.get("there")) || 0 },
    },
  };
}

const addSchema = z.object({
  intent: z.literal("add"),
  /** Confirms that no column of the file contains authors, if one might. */
  withoutAuthors: checkbox(),
});

/** Adds the books to the shelf. Books that are already there stay as they are, so this can be repeated. */
export async function action({ request, params, context }: Route.ActionArgs) {
  // An import is one write for the rate limit, and the upload has already counted it.
  writeUncounted(context);
  const form = await parseForm(request, context, addSchema);
  // The form has only a check box, so there is nothing to correct.
  if (!form.ok) throw await invalidForm(form);
  const { about, judged, shelf } = await keptShelfImport(context, params.id);
  const { t } = context.get(i18nContext);
  if (lacksAuthor(about) && !form.value.withoutAuthors) {
    return rejectForm(form, { message: t("import:errors.withoutAuthors"), field: "withoutAuthors" });
  }
  const actor = await currentActor(context);
  const written = await tryWrite(context, "import:errors.failed", async () => {
    const books = judged.flatMap(({ fate, book }) => (fate === "new" && book ? [book] : []));
    const added = await addToShelf(context.get(dbContext), shelf, books, actor);
    const refused = judged.filter(({ fate }) => fate === "refused").length;
    return { ok: true, outcome: { added, there: judged.length - refused - added } } as const;
  });
  if (!written.ok) return rejectForm(form, written);
  const { added, there } = written.outcome;
  const done = `${href("/app/shelf/import/:id", params)}?added=${added}&there=${there}`;
  return redirectWithMessage(context, done, "import:outcome.both", {
    values: formatOutcome(t, written.outcome),
  });
}

export default function ShelfImportPreview({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useI18n();
  const { fileName, rows, asksAuthor, lacksState, rounded, unlisted, summary } = loaderData;
  const title = summary.isDone ? t("import:finished") : t("reading:import.title");
  const kind: ImportKind = {
    labels: {
      title: t("book:fields.title"),
      author: t("book:fields.author"),
      state: t("reading:fields.state"),
      rating: t("reading:fields.rating"),
      finishedOn: t("reading:fields.finishedOn"),
      note: t("reading:fields.note"),
    },
    uploadTo: href("/app/shelf/import"),
    list: { to: href("/app/shelf"), label: t("reading:back") },
    there: t("shelf:there"),
    notes: [
      ...(lacksState ? [t("reading:import.withoutState")] : []),
      ...(rounded > 0 ? [t("reading:import.rounded", { count: rounded })] : []),
      ...(unlisted > 0 ? [t("reading:import.unlisted", { count: unlisted })] : []),
    ],
  };
  return (
    <>
      <PageTitle title={title} />
      <BackLink to={href("/app/shelf")}>{t("reading:back")}</BackLink>
      <h1 className="mt-2 font-serif text-4xl font-semibold">{title}</h1>
      <p className="mb-6 wrap-anywhere text-quiet">
        <span>{`${t("import:fileRows", { count: rows })} · `}</span>
        <bdi>{fileName}</bdi>
      </p>
      <ImportSummary
        lastResult={actionData}
        summary={summary}
        asksAuthor={asksAuthor}
        here={href("/app/shelf/import/:id", params)}
        kind={kind}
      />
    </>
  );
}
