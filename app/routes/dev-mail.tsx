import { href } from "react-router";
import { i18nContext } from "#app/context.ts";
import { LANGUAGE_PARAMETER, languageOf } from "#app/core/i18n/languages.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { localOnly } from "#app/core/middleware/local-only.ts";
import { Footer } from "#app/core/shell/footer.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import type { Route } from "./+types/dev-mail.ts";
import { EMAIL_PREVIEWS } from "./email-previews.ts";

export const middleware = [localOnly];

export function loader({ context }: Route.LoaderArgs) {
  const i18n = context.get(i18nContext);
  return {
    language: languageOf(i18n).key,
    mails: [...EMAIL_PREVIEWS].map(([template, preview]) => ({ template, subject: preview(i18n).subject })),
  };
}

/** Every email that the product sends, in the language of the page. */
export default function MailPreviews({ loaderData: { language, mails } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <main id="content" tabIndex={-1} className="outline-none mx-auto max-w-3xl px-4 py-10">
      <PageTitle title={t("dev:mail.title")} />
      <h1 className="font-serif text-4xl font-semibold">{t("dev:mail.title")}</h1>
      <p className="mt-2 text-quiet">{t("dev:mail.description")}</p>
      <ol className="mt-8 flex flex-col gap-8">
        {mails.map(({ template, subject }) => {
          const src = `${href("/dev/mail/:template", { template })}?${LANGUAGE_PARAMETER}=${language}`;
          return (
            <li key={template} className="overflow-hidden rounded-xl border border-line bg-sheet">
              <h2 className="px-5 py-4 font-semibold break-words">
                <a href={src} className="underline underline-offset-4">
                  <bdi>{subject}</bdi>
                </a>
              </h2>
              <iframe
                title={subject}
                src={src}
                sandbox=""
                loading="lazy"
                className="h-[28rem] w-full border-t border-line"
              />
            </li>
          );
        })}
      </ol>
      <Footer className="mt-8" />
    </main>
  );
}
