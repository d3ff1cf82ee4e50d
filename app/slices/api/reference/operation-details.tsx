import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Icon } from "#app/core/ui/icon.tsx";
import { CodeExample } from "./code-example.tsx";
import type { ReferenceField, ReferenceOperation } from "./reference.server.ts";

/**
 * An operation of the API: its method, path and summary. It expands to parameters, body and responses, with examples.
 * @param origin the site's origin, for the call with curl
 */
export function OperationDetails({ operation, origin }: { operation: ReferenceOperation; origin: string }) {
  const { t } = useI18n();
  const { id, method, path, summary, description, scopes, parameters, body, answers, answerExample } =
    operation;
  return (
    <details dir="ltr" className="group">
      <summary className="flex min-h-12 cursor-pointer items-center gap-3 rounded-xl px-4 py-3">
        <span className="flex flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <code className="w-16 text-sm font-semibold text-accent">{method}</code>
          <code className="text-sm font-medium wrap-anywhere">{path}</code>
          <span lang="en" className="text-quiet">
            {summary}
          </span>
        </span>
        <Icon
          name="chevron-down"
          className="size-4 shrink-0 text-quiet transition-transform group-open:rotate-180"
        />
      </summary>
      {/* The browser opens the details when a link leads into them. The margin keeps the summary in sight. */}
      <div id={id} className="flex scroll-mt-20 flex-col gap-5 px-4 pb-6">
        {description && <p lang="en">{withCode(description)}</p>}
        <div>
          <h3 dir="auto" className="match-parent font-medium">
            {t("api:scopes")}
          </h3>
          <p className="mt-1 flex flex-wrap gap-2">
            {scopes.map((scope) => (
              <code key={scope} className="rounded-md bg-accent-soft px-2 py-0.5 text-sm">
                {scope}
              </code>
            ))}
          </p>
        </div>
        <CodeExample title={t("api:call")} code={callOf(operation, origin)} />
        <Fields title={t("api:parameters")} fields={parameters} />
        <Fields title={t("api:body")} fields={body} />
        <div>
          <h3 dir="auto" className="match-parent font-medium">
            {t("api:answers")}
          </h3>
          <dl className="mt-1">
            {answers.map(({ status, description }) => (
              <div key={status} className="flex gap-3 py-1">
                <dt>
                  <code className="text-sm font-medium">{status}</code>
                </dt>
                <dd lang="en" className="min-w-0 text-quiet">
                  {withCode(description)}
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <Fields title={t("api:answerFields")} fields={answers.flatMap(({ fields }) => fields)} />
        {answerExample !== null && <CodeExample title={t("api:answerExample")} code={answerExample} />}
      </div>
    </details>
  );
}

/** An example call with curl. */
function callOf({ method, path, bodyExample }: ReferenceOperation, origin: string): string {
  const request = method === "GET" ? "curl" : `curl -X ${method}`;
  const body =
    bodyExample === null
      ? []
      : [`  -H "Content-Type: application/json"`, `  -d '${bodyExample.replaceAll("'", "'\\''")}'`];
  return [`${request} "${origin}${path}"`, `  -H "Authorization: Bearer $TOKEN"`, ...body].join(" \\\n");
}

function Fields({ title, fields }: { title: string; fields: ReferenceField[] }) {
  const { t } = useI18n();
  if (fields.length === 0) return null;
  return (
    <div>
      <h3 dir="auto" className="match-parent font-medium">
        {title}
      </h3>
      <dl className="mt-1 divide-y divide-line">
        {fields.map(({ name, type, required, description }) => (
          <div key={name} className="py-2">
            <dt className="flex flex-wrap items-center gap-x-3">
              <code className="text-sm font-medium">{name}</code>
              <code className="text-sm wrap-anywhere text-quiet">{type}</code>
              {required && <span className="text-sm text-quiet">{t("api:required")}</span>}
            </dt>
            {description && (
              <dd lang="en" className="mt-0.5 text-quiet">
                {withCode(description)}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </div>
  );
}

/**
 * Renders a description from the OpenAPI document. It is Markdown, of which only backticks are used, for
 * code.
 */
const withCode = (description: string) =>
  description.split("`").map((part, n) => {
    const Part = n % 2 === 1 ? "code" : "span";
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places
    return <Part key={n}>{part}</Part>;
  });
