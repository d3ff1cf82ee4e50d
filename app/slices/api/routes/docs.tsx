import { href, Link } from "react-router";
import { platformContext, settingsContext } from "#app/context.ts";
import { API_PATH } from "#app/core/http/api-path.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { useListStatus } from "#app/core/lists/list-status.tsx";
import { SearchForm } from "#app/core/lists/search/search-form.tsx";
import { Footer } from "#app/core/shell/footer.tsx";
import { Logo } from "#app/core/shell/logo.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { TOKEN_PREFIX } from "#app/product.ts";
import { CodeExample } from "#app/slices/api/reference/code-example.tsx";
import { OperationDetails } from "#app/slices/api/reference/operation-details.tsx";
import { apiReference } from "#app/slices/api/reference/reference.server.ts";
import type { Route } from "./+types/docs.ts";
import "./docs.css";

/** The reference of the API. Its descriptions are in English, as in the OpenAPI document. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { origin } = new URL(
    context.get(settingsContext).BASE_URL ?? context.get(platformContext).origin.origin,
  );
  const term = url.searchParams.get("searchTerm")?.trim().slice(0, 200) ?? "";
  return { groups: apiReference(term), term, origin };
}

export default function ApiDocumentation({ loaderData: { groups, term, origin } }: Route.ComponentProps) {
  const { t } = useI18n();
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  useListStatus(term && t("list.results", { count, term }));
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-6xl flex-col px-4">
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
        <div className="mt-3 max-w-3xl">
          <CodeExample
            title="curl"
            code={`curl ${origin}${API_PATH}/me \\\n  -H "Authorization: Bearer ${TOKEN_PREFIX}_…"`}
          />
        </div>
        <p className="mt-3 flex flex-wrap gap-x-6">
          <Link to={href("/account/tokens")} className={LINK}>
            {t("api:tokens")}
          </Link>
          <a href={`${API_PATH}/openapi.json`} className={LINK}>
            {t("api:document")}
          </a>
        </p>
        <div className="mt-8">
          <SearchForm term={term} action={href("/api/docs")} />
        </div>
        <div className="api-docs mt-6">
          <Contents groups={groups} />
          <div>
            {groups.length === 0 && <p>{t("noResults")}</p>}
            {groups.map(({ tag, operations }) => (
              <section key={tag} aria-labelledby={anchorOf(tag)} className="mb-8">
                <h2 id={anchorOf(tag)} lang="en" dir="ltr" className="font-serif text-2xl font-semibold">
                  {tag}
                </h2>
                <ul className="mt-3 divide-y divide-line rounded-xl border border-line bg-sheet">
                  {operations.map((operation) => (
                    <li key={operation.id}>
                      <OperationDetails operation={operation} origin={origin} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </div>
        <p className="mt-8 text-quiet">
          {t("api:problem", { fields: "type, title, status, detail, code, requestId, errors" })}
        </p>
      </main>
      <Footer className="mt-10 border-t border-line py-6" />
    </div>
  );
}

/** The table of contents: every group and, where there is room next to the text, every operation. */
function Contents({ groups }: Pick<Route.ComponentProps["loaderData"], "groups">) {
  const { t } = useI18n();
  return (
    <nav aria-label={t("api:contents")} className="mb-6 self-start">
      <ul className="flex flex-wrap gap-x-6">
        {groups.map(({ tag, operations }) => (
          <li key={tag} lang="en" dir="ltr">
            <a href={`#${anchorOf(tag)}`} className={LINK}>
              {tag}
            </a>
            <ul className="hidden">
              {operations.map(({ id, summary }) => (
                <li key={id}>
                  <a href={`#${id}`} className="block py-1 text-sm text-quiet hover:text-ink">
                    {summary}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const LINK = "inline-flex min-h-11 items-center text-accent underline underline-offset-4";

const anchorOf = (tag: string) => tag.toLowerCase().replaceAll(" ", "-");
