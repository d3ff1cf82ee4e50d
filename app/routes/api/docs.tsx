import { href, Link } from "react-router";
import { OperationDetails } from "#app/api/operation-details.tsx";
import { apiReference } from "#app/api/reference.server.ts";
import { platformContext, settingsContext } from "#app/context.ts";
import { API_PATH } from "#app/http/api-path.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { TOKEN_PREFIX } from "#app/product.ts";
import { Footer } from "#app/shell/footer.tsx";
import { Logo } from "#app/shell/logo.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/docs.ts";

/** Every operation of the API, for people to read. The descriptions are in English, as in the OpenAPI document. */
export function loader({ context }: Route.LoaderArgs) {
  const origin = context.get(settingsContext).BASE_URL ?? context.get(platformContext).origin.origin;
  return { groups: apiReference(), address: new URL(API_PATH, origin).href };
}

export default function ApiDocumentation({ loaderData: { groups, address } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-4xl flex-col px-4">
      <PageTitle title={t("api:title")} />
      <header className="py-6">
        <Link to={href("/")} className="inline-block rounded-md">
          <Logo />
        </Link>
      </header>
      <main id="content" tabIndex={-1} className="flex-1 py-4 outline-none">
        <h1 className="font-serif text-4xl font-semibold">{t("api:title")}</h1>
        <p className="mt-3 max-w-2xl text-quiet">{t("api:introduction")}</p>
        <h2 className="mt-8 font-serif text-2xl font-semibold">{t("api:start")}</h2>
        <pre
          dir="ltr"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
          tabIndex={0}
          className="mt-3 overflow-x-auto rounded-lg border border-line bg-sheet p-4 text-sm"
        >
          <code>{`curl ${address}/me \\\n  -H "Authorization: Bearer ${TOKEN_PREFIX}_…"`}</code>
        </pre>
        <p className="mt-3 flex flex-wrap gap-x-6">
          <Link to={href("/account/tokens")} className={LINK}>
            {t("api:tokens")}
          </Link>
          <a href={`${API_PATH}/openapi.json`} className={LINK}>
            {t("api:document")}
          </a>
        </p>
        <nav aria-label={t("api:contents")} className="mt-8">
          <ul className="flex flex-wrap gap-x-6">
            {groups.map(({ tag }) => (
              <li key={tag} lang="en">
                <a href={`#${anchorOf(tag)}`} className={LINK}>
                  {tag}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {groups.map(({ tag, operations }) => (
          <section key={tag} aria-labelledby={anchorOf(tag)} className="mt-8">
            <h2 id={anchorOf(tag)} lang="en" dir="ltr" className="font-serif text-2xl font-semibold">
              {tag}
            </h2>
            <ul className="mt-3 divide-y divide-line rounded-xl border border-line bg-sheet">
              {operations.map((operation) => (
                <li key={operation.id}>
                  <OperationDetails operation={operation} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        <p className="mt-8 text-quiet">
          {t("api:problem", { fields: "type, title, status, detail, code, requestId, errors" })}
        </p>
      </main>
      <Footer className="mt-10 border-t border-line py-6" />
    </div>
  );
}

const LINK = "inline-flex min-h-11 items-center text-accent underline underline-offset-4";

const anchorOf = (tag: string) => tag.toLowerCase().replaceAll(" ", "-");
