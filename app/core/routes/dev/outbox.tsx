import { href, Link } from "react-router";
import { i18nContext, platformContext } from "#app/context.ts";
import { listOutbox } from "#app/core/email/outbox.server.ts";
import { languageOf } from "#app/core/i18n/languages.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { localOnly } from "#app/core/middleware/local-only.ts";
import { Footer } from "#app/core/shell/footer.tsx";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import type { Route } from "./+types/outbox.ts";

export const middleware = [localOnly];

export async function loader({ context }: Route.LoaderArgs) {
  // Formatted on the server, because the browser may format dates differently.
  const time = new Intl.DateTimeFormat(languageOf(context.get(i18nContext)).key, {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: "UTC",
  });
  const emails = await listOutbox(context.get(platformContext).kv);
  return {
    mails: emails.map((email) => ({ ...email, sentAtInWords: `${time.format(new Date(email.sentAt))} UTC` })),
  };
}

export default function Outbox({ loaderData: { mails } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <main id="content" tabIndex={-1} className="outline-none mx-auto max-w-3xl px-4 py-10">
      <PageTitle title={t("dev:outbox.title")} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-serif text-4xl font-semibold">{t("dev:outbox.title")}</h1>
        <ButtonLink variant="secondary" to={href("/dev/outbox")} reloadDocument>
          {t("dev:outbox.reload")}
        </ButtonLink>
      </div>
      <p className="mt-2 text-quiet">{t("dev:outbox.description")}</p>
      <p className="mt-2">
        <Link to={href("/dev/mail")} className="text-accent underline underline-offset-4">
          {t("dev:outbox.previews")}
        </Link>
      </p>
      {mails.length === 0 && (
        <EmptyState title={t("dev:outbox.empty")} description={t("dev:outbox.emptyDescription")} />
      )}
      <ol className="mt-8 flex flex-col gap-8">
        {mails.map(({ id, to, subject, text, sentAt, sentAtInWords }) => (
          <li key={id} className="overflow-hidden rounded-xl border border-line bg-sheet">
            <div className="px-5 py-4">
              <h2 className="font-semibold break-words">
                <bdi>{subject}</bdi>
              </h2>
              <p className="text-sm break-words text-quiet">
                <span>{`${t("dev:outbox.to", { address: to })} · `}</span>
                <time dateTime={sentAt}>{sentAtInWords}</time>
              </p>
            </div>
            <iframe
              title={subject}
              src={href("/dev/outbox/:id", { id })}
              sandbox=""
              loading="lazy"
              className="h-[28rem] w-full border-y border-line"
            />
            <details className="px-5 py-3">
              <summary className="min-h-11 cursor-pointer py-2">{t("dev:outbox.asText")}</summary>
              <pre dir="auto" className="pb-2 text-sm break-words whitespace-pre-wrap">
                {text}
              </pre>
            </details>
          </li>
        ))}
      </ol>
      <Footer className="mt-8" />
    </main>
  );
}
