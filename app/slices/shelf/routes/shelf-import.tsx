import { href } from "react-router";
import { withUpload } from "#app/core/forms/with-upload.server.ts";
import { requireMayWrite } from "#app/core/http/rate-limit.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { ImportForm } from "#app/slices/book/import/book-import-form.tsx";
import { MAX_BYTES } from "#app/slices/book/import/book-upload.server.ts";
import { isEncoding } from "#app/slices/book/import/encodings.ts";
import { storeImportFile } from "#app/slices/book/import/store-import-file.server.ts";
import { readShelfFile } from "#app/slices/shelf/import/shelf-file.server.ts";
import type { Route } from "./+types/shelf-import.ts";

export const middleware = [requirePermissionInParallel("reading:own")];

export function loader({ url }: Route.LoaderArgs) {
  const encoding = url.searchParams.get("encoding");
  return { encoding: isEncoding(encoding) ? encoding : null };
}

/** Reads a file and stores its rows. Nothing is added before the user confirms the preview. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireMayWrite(context);
  return withUpload({ request, context }, MAX_BYTES, (form) =>
    storeImportFile(form, context, {
      kind: "shelf-import",
      read: readShelfFile,
      pageOf: (id) => href("/app/shelf/import/:id", { id }),
    }),
  );
}

export default function ShelfImport({ loaderData: { encoding }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("reading:import.title")} />
      <BackLink to={href("/app/shelf")}>{t("reading:back")}</BackLink>
      <h1 className="mt-2 mb-6 font-serif text-4xl font-semibold">{t("reading:import.title")}</h1>
      <ImportForm lastResult={actionData} encoding={encoding} cancelTo={href("/app/shelf")}>
        <li>{t("reading:import.exported")}</li>
        <li>{t("reading:import.columns")}</li>
        <li>{t("reading:import.catalogue")}</li>
        <li>{t("reading:import.stays")}</li>
        <li>{t("reading:import.limits")}</li>
      </ImportForm>
    </>
  );
}
