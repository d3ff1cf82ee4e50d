import type { EntityDefinition } from "../definition.ts";

// The manager's pages with forms: for a new row, and for a change to one.

/** The entities whose rows a form lists, each once. */
export const optionsOf = ({ fields }: EntityDefinition) => [
  ...new Set(fields.flatMap(({ target }) => (target ? [target.entity] : []))),
];
/** The name of the function that lists an entity's rows for a form. */
export const listOptions = (entity: string) =>
  `list${entity.charAt(0).toUpperCase()}${entity.slice(1)}Options`;

/** The manager's page for a new row. */
export function managerNew(entity: EntityDefinition): string {
  const { name, Name, plural, title } = entity;
  const options = optionsOf(entity);
  return `import { href, useLocation } from "react-router";
import { dbContext } from "#app/context.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { new${Name}Schema } from "#app/slices/${name}/${name}.schema.ts";
import { create${Name}${options.map((option) => `, ${listOptions(option)}`).join("")} } from "#app/slices/${name}/${name}.server.ts";
import { ${Name}Form } from "#app/slices/${name}/${name}-form.tsx";
import { formForAnother, formKey, wantsAnother } from "#app/core/forms/add-another.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { FormHeading } from "#app/core/forms/form-heading.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ${guard(options)} } from "#app/identity/middleware/guards.ts";
import type { Route } from "./+types/${name}-new.ts";

export const middleware = [${guard(options)}("${name}:create")];

${loaderOfNew(options)}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, context, new${Name}Schema);
  if (!form.ok) return rejectForm(form);
  const actor = await currentActor(context);
  const created = await tryWrite(context, "common:saveFailed", () =>
    create${Name}(context.get(dbContext), form.value, actor),
  );
  if (!created.ok) return rejectForm(form, created);
  const next = wantsAnother(form)
    ? formForAnother(href("/manager/${plural}/new"), created.id)
    : href("/manager/${plural}/:id", { id: created.id });
  return redirectWithMessage(context, next, "${name}:success.created", {
    about: { name: form.value.${title.name}, to: href("/manager/${plural}/:id", { id: created.id }) },
  });
}

export default function New${Name}({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { search } = useLocation();
  return (
    <>
      <FormHeading
        title={t("${name}:manager.new")}
        back={{ to: href("/manager/${plural}"), label: t("${name}:list.title") }}
      />
      <${Name}Form
        key={formKey(search)}
        lastResult={actionData}
        newId={loaderData.id}
        ${optionProps(options)}
        cancelTo={href("/manager/${plural}")}
      />
    </>
  );
}
`;
}

/** The manager's page that changes a row. */
export function managerUpdate(entity: EntityDefinition): string {
  const { name, Name, plural, title } = entity;
  const options = optionsOf(entity);
  const reads = [
    `find${Name}(db, params.id)`,
    ...options.map((option) => `${listOptions(option)}(db, params.id)`),
  ];
  const names = ["found", ...options.map((option) => `${option}Options`)];
  return `import { data, href, useLocation } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { restoreRefused } from "#app/identity/auth/authorize.server.ts";
import { ${name}ChangeSchema } from "#app/slices/${name}/${name}.schema.ts";
import { find${Name}, findDeleted${Name}, ${options.map((option) => `${listOptions(option)}, `).join("")}update${Name} } from "#app/slices/${name}/${name}.server.ts";
import { ${Name}Form } from "#app/slices/${name}/${name}-form.tsx";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { FormHeading } from "#app/core/forms/form-heading.tsx";
import { revalidateAfterConflict } from "#app/core/forms/revalidate-after-conflict.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { keepList } from "#app/core/lists/list-place.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import type { Route } from "./+types/${name}-update.ts";

export const middleware = [requirePermissionInParallel("${name}:update")];

export async function loader({ context, params }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  ${
    options.length > 0
      ? `const [${names.join(", ")}] = await Promise.all([${reads.join(", ")}]);`
      : `const found = await ${reads[0]};`
  }
  const ${name} = found ?? (await findDeleted${Name}(db, params.id));
  if (!${name}) throw data(null, { status: 404 });
  const { role } = await context.get(viewerContext);
  return { ${[name, "isDeleted: !found", `mayRestore: can(role, "${name}:delete")`, ...names.slice(1)].join(", ")} };
}

export async function action({ request, url, context, params }: Route.ActionArgs) {
  const form = await parseForm(request, context, ${name}ChangeSchema);
  if (!form.ok) return rejectForm(form);
  // Users who may delete a row may restore it (./restore.ts). The form keeps the values that were typed.
  const refused =
    form.value.restore && restoreRefused(context, await context.get(viewerContext), "${name}:delete");
  if (refused) return rejectForm(form, refused);
  const actor = await currentActor(context);
  const updated = await tryWrite(context, "common:saveFailed", () =>
    update${Name}(context.get(dbContext), params.id, form.value, actor),
  );
  if (!updated.ok) return rejectForm(form, updated);
  const ${name} = keepList(href("/manager/${plural}/:id", params), url.search);
  return redirectWithMessage(context, ${name}, "${name}:success.updated", {
    about: { name: form.value.${title.name} },
  });
}

export const shouldRevalidate = revalidateAfterConflict;

export default function Update${Name}({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { ${name}, isDeleted, mayRestore } = loaderData;
  const page = keepList(href("/manager/${plural}/:id", { id: ${name}.id }), useLocation().search);
  return (
    <>
      <FormHeading
        title={t("${name}:manager.update")}
        subject={${name}.${title.name}}
        back={{ to: page, label: t("back") }}
      />
      <${Name}Form
        lastResult={actionData}
        ${name}={${name}}
        isDeleted={isDeleted}
        mayRestore={mayRestore}
        ${optionProps(options)}
        cancelTo={page}
      />
    </>
  );
}
`;
}

/**
 * The name of a form page's guard. If the form lists rows, the page reads them in parallel with the check. If
 * not, the page has nothing to read.
 */
const guard = (options: string[]) =>
  options.length > 0 ? "requirePermissionInParallel" : "requirePermission";

function loaderOfNew(options: string[]): string {
  if (options.length === 0) return "export const loader = () => ({ id: crypto.randomUUID() });";
  const reads = options.map((option) => `const ${option}Options = await ${listOptions(option)}(db);`);
  return `export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  ${
    options.length > 1
      ? `const [${options.map((option) => `${option}Options`).join(", ")}] = await Promise.all([${options.map((option) => `${listOptions(option)}(db)`).join(", ")}]);`
      : reads[0]
  }
  return { id: crypto.randomUUID(), ${options.map((option) => `${option}Options`).join(", ")} };
}`;
}

/** The form's properties for the rows that it lists. */
export const optionProps = (options: string[]) =>
  options.map((option) => `${option}Options={loaderData.${option}Options}`).join("\n");
