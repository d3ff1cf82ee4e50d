import type { EntityDefinition } from "../definition.ts";
import { listOptions, optionProps, optionsOf } from "./manager-forms.ts";

// The pages that change what belongs to the people who make it: the form of a new row, and of a change to one.

export function ownNew(entity: EntityDefinition): string {
  const { name, Name, plural } = entity;
  const options = optionsOf(entity);
  const guard = options.length > 0 ? "requirePermissionInParallel" : "requirePermission";
  return `import { href, useLocation } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { formForAnother, formKey, wantsAnother } from "#app/core/forms/add-another.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { FormHeading } from "#app/core/forms/form-heading.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { ${guard} } from "#app/identity/middleware/guards.ts";
import { new${Name}Schema } from "#app/slices/${name}/${name}.schema.ts";
import { create${Name}, ${options.map((option) => `${listOptions(option)}, `).join("")}${plural}Of } from "#app/slices/${name}/${name}.server.ts";
import { ${Name}Form } from "#app/slices/${name}/${name}-form.tsx";
import type { Route } from "./+types/${name}-new.ts";

export const middleware = [${guard}("${name}:own")];

${
  options.length === 0
    ? "export const loader = () => ({ id: crypto.randomUUID() });"
    : `export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const [${options.map((option) => `${option}Options`).join(", ")}] = await Promise.all([${options.map((option) => `${listOptions(option)}(db)`).join(", ")}]);
  return { id: crypto.randomUUID(), ${options.map((option) => `${option}Options`).join(", ")} };
}`
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, context, new${Name}Schema);
  if (!form.ok) return rejectForm(form);
  const actor = await currentActor(context);
  const own = ${plural}Of((await context.get(viewerContext)).id);
  const created = await tryWrite(context, "common:saveFailed", () =>
    create${Name}(context.get(dbContext), own, form.value, actor),
  );
  if (!created.ok) return rejectForm(form, created);
  const next = wantsAnother(form)
    ? formForAnother(href("/app/${plural}/new"), created.id)
    : href("/app/${plural}/:id", { id: created.id });
  return redirectWithMessage(context, next, "${name}:success.created");
}

export default function New${Name}({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { search } = useLocation();
  return (
    <>
      <FormHeading
        title={t("${name}:new")}
        back={{ to: href("/app/${plural}"), label: t("${name}:list.title") }}
      />
      <${Name}Form
        key={formKey(search)}
        lastResult={actionData}
        newId={loaderData.id}
        ${optionProps(options)}
        cancelTo={href("/app/${plural}")}
      />
    </>
  );
}
`;
}

export function ownUpdate(entity: EntityDefinition): string {
  const { name, Name, plural, title } = entity;
  const options = optionsOf(entity);
  const names = ["found", ...options.map((option) => `${option}Options`)];
  const reads = [
    `find${Name}(db, rows, params.id)`,
    ...options.map((option) => `${listOptions(option)}(db, { rows, ${name}Id: params.id })`),
  ];
  const read =
    options.length === 0
      ? `const found = await readOwn(context, (owner) => find${Name}(db, rowsOfWhom(${plural}, owner), params.id));`
      : `const [${names.join(", ")}] = await readOwn(context, (owner) => {
    const rows = rowsOfWhom(${plural}, owner);
    return Promise.all([${reads.join(", ")}]);
  });`;
  return `import { data, href } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { rowsOfWhom } from "#app/core/db/owned.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { FormHeading } from "#app/core/forms/form-heading.tsx";
import { revalidateAfterConflict } from "#app/core/forms/revalidate-after-conflict.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { ${name}ChangeSchema } from "#app/slices/${name}/${name}.schema.ts";
import { find${Name}, findDeleted${Name}, ${options.map((option) => `${listOptions(option)}, `).join("")}${plural}Of, update${Name} } from "#app/slices/${name}/${name}.server.ts";
import { ${Name}Form } from "#app/slices/${name}/${name}-form.tsx";
import { ${plural} } from "#app/slices/${name}/${plural}.table.ts";
import type { Route } from "./+types/${name}-update.ts";

export const middleware = [requirePermissionInParallel("${name}:own")];

export async function loader({ context, params }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  ${read}
  // A form that is open when its ${name} is deleted keeps what was typed.
  const ${name} = found ?? (await findDeleted${Name}(db, ${plural}Of((await context.get(viewerContext)).id), params.id));
  if (!${name}) throw data(null, { status: 404 });
  return { ${[name, "isDeleted: !found", ...names.slice(1)].join(", ")} };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await parseForm(request, context, ${name}ChangeSchema);
  if (!form.ok) return rejectForm(form);
  const actor = await currentActor(context);
  const own = ${plural}Of((await context.get(viewerContext)).id);
  const updated = await tryWrite(context, "common:saveFailed", () =>
    update${Name}(context.get(dbContext), own, params.id, form.value, actor),
  );
  if (!updated.ok) return rejectForm(form, updated);
  return redirectWithMessage(context, href("/app/${plural}/:id", params), "${name}:success.updated");
}

export const shouldRevalidate = revalidateAfterConflict;

export default function Update${Name}({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { ${name}, isDeleted } = loaderData;
  const page = href("/app/${plural}/:id", { id: ${name}.id });
  return (
    <>
      <FormHeading title={t("${name}:update")} subject={${name}.${title.name}} back={{ to: page, label: t("back") }} />
      <${Name}Form
        lastResult={actionData}
        ${name}={${name}}
        isDeleted={isDeleted}
        mayRestore
        ${optionProps(options)}
        cancelTo={page}
      />
    </>
  );
}
`;
}
