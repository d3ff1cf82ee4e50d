import type { EntityDefinition } from "../definition.ts";
import { listOptions, optionProps, optionsOf } from "./manager-forms.ts";
import { guardOf, linkTo, ownerImports, reading, writing } from "./owner.ts";

// The pages with forms for rows that belong to the users who create them, or to an organisation: for a new row, and for
// a change to one.

/** The owner's page for a new row. */
export function ownNew(entity: EntityDefinition): string {
  const { name, Name, owner, title } = entity;
  const options = optionsOf(entity);
  const isOfOrganisation = owner === "organisation";
  const guard = options.length > 0 ? "requirePermissionInParallel" : "requirePermission";
  const queries = [`create${Name}`, ...options.map(listOptions)];
  const given = ["id: crypto.randomUUID()", ...options.map((option) => `${option}Options`)];
  return `import { href, useLocation } from "react-router";
import { dbContext${isOfOrganisation ? "" : ", viewerContext"} } from "#app/context.ts";
import { formForAnother, formKey, wantsAnother } from "#app/core/forms/add-another.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { FormHeading } from "#app/core/forms/form-heading.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { new${Name}Schema } from "#app/slices/${name}/${name}.schema.ts";
${ownerImports(entity, { reads: isOfOrganisation ? "nothing" : undefined, needs: isOfOrganisation, writes: true, queries, guard })}
import { ${Name}Form } from "#app/slices/${name}/${name}-form.tsx";
import type { Route } from "./+types/${name}-new.ts";

${guardOf(entity, guard)}${newLoader(entity, { options, given })}

export async function action({ request, context${isOfOrganisation ? ", params" : ""} }: Route.ActionArgs) {
  const form = await parseForm(request, context, new${Name}Schema);
  if (!form.ok) return rejectForm(form);
  ${writing(entity)}
  const created = await tryWrite(context, "common:saveFailed", () =>
    create${Name}(context.get(dbContext), own, form.value, actor),
  );
  if (!created.ok) return rejectForm(form, created);
  const next = wantsAnother(form)
    ? formForAnother(${linkTo(entity, "/new")}, created.id)
    : ${linkTo(entity, "/:id", "created.id")};
  return redirectWithMessage(context, next, "${name}:success.created", {
    about: { name: form.value.${title.name}, to: ${linkTo(entity, "/:id", "created.id")} },
  });
}

export default function New${Name}({ loaderData, actionData${isOfOrganisation ? ", params" : ""} }: Route.ComponentProps) {
  const { t } = useI18n();
  const { search } = useLocation();
  return (
    <>
      <FormHeading
        title={t("${name}:new")}
        back={{ to: ${linkTo(entity)}, label: t("${name}:list.title") }}
      />
      <${Name}Form
        key={formKey(search)}
        lastResult={actionData}
        newId={loaderData.id}
        ${optionProps(options)}
        cancelTo={${linkTo(entity)}}
      />
    </>
  );
}
`;
}

/** The loader of the form for a new row. */
function newLoader(
  entity: EntityDefinition,
  { options, given }: { options: string[]; given: string[] },
): string {
  const lists = options.map((option) => `${listOptions(option)}(db)`);
  const names = options.map((option) => `${option}Options`);
  const all = (lists: string[]) => (lists.length === 1 ? lists[0] : `Promise.all([${lists.join(", ")}])`);
  const answer = `return { ${given.join(", ")} };`;
  if (entity.owner === "organisation") {
    const result = options.length === 1 ? names[0] : `[${names.join(", ")}]`;
    return `export async function loader({ context, url, params }: Route.LoaderArgs) {
  ${options.length > 0 ? "const db = context.get(dbContext);\n" : ""}const { membership${options.length > 0 ? `, result: ${result}` : ""} } = await readOrganisation({ context, url, params }, async () => ${options.length > 0 ? all(lists) : "null"});
  requirePermissionIn(context, membership, "${entity.name}:write");
  ${answer}
}`;
  }
  if (options.length === 0) return "export const loader = () => ({ id: crypto.randomUUID() });";
  return `export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const [${names.join(", ")}] = await Promise.all([${lists.join(", ")}]);
  ${answer}
}`;
}

/** The owner's page that changes a row. */
export function ownUpdate(entity: EntityDefinition): string {
  const { name, Name, title, owner } = entity;
  const isOfOrganisation = owner === "organisation";
  const options = optionsOf(entity);
  const names = ["found", ...options.map((option) => `${option}Options`)];
  const reads = [
    `find${Name}(db, rows, params.id)`,
    ...options.map((option) => `${listOptions(option)}(db, { rows, ${name}Id: params.id })`),
  ];
  const read =
    options.length === 0
      ? reading(entity, "found", (rows) => `find${Name}(db, ${rows}, params.id)`)
      : reading(
          entity,
          `[${names.join(", ")}]`,
          (rows) => `{
    const rows = ${rows};
    return Promise.all([${reads.join(", ")}]);
  }`,
        );
  const findDeleted = `const findDeleted = async () => {
    const { own } = await writableRowsIn(context, ${entity.plural}, params.slug, "${name}:write");
    return findDeleted${Name}(db, own, params.id);
  };
  `;
  const queries = [`find${Name}`, `findDeleted${Name}`, ...options.map(listOptions), `update${Name}`];
  const deleted = isOfOrganisation
    ? `found ?? (await findDeleted())`
    : `found ?? (await findDeleted${Name}(db, ${entity.plural}Of((await context.get(viewerContext)).id), params.id))`;
  return `import { data, href } from "react-router";
import { dbContext${isOfOrganisation ? "" : ", viewerContext"} } from "#app/context.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { FormHeading } from "#app/core/forms/form-heading.tsx";
import { revalidateAfterConflict } from "#app/core/forms/revalidate-after-conflict.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ${name}ChangeSchema } from "#app/slices/${name}/${name}.schema.ts";
${ownerImports(entity, { reads: "rows", needs: isOfOrganisation, writes: true, queries })}
import { ${Name}Form } from "#app/slices/${name}/${name}-form.tsx";
import type { Route } from "./+types/${name}-update.ts";

${guardOf(entity)}export async function loader({ context${isOfOrganisation ? ", url" : ""}, params }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  ${read}
  ${isOfOrganisation ? `requirePermissionIn(context, membership, "${name}:write");\n` : ""}// A form that is open when its ${name} is deleted keeps what was typed.
  ${isOfOrganisation ? findDeleted : ""}const ${name} = ${deleted};
  if (!${name}) throw data(null, { status: 404 });
  return { ${[name, "isDeleted: !found", ...names.slice(1)].join(", ")} };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await parseForm(request, context, ${name}ChangeSchema);
  if (!form.ok) return rejectForm(form);
  ${writing(entity)}
  const updated = await tryWrite(context, "common:saveFailed", () =>
    update${Name}(context.get(dbContext), own, params.id, form.value, actor),
  );
  if (!updated.ok) return rejectForm(form, updated);
  return redirectWithMessage(context, ${linkTo(entity, "/:id", "params.id")}, "${name}:success.updated", {
    about: { name: form.value.${title.name} },
  });
}

export const shouldRevalidate = revalidateAfterConflict;

export default function Update${Name}({ loaderData, actionData${isOfOrganisation ? ", params" : ""} }: Route.ComponentProps) {
  const { t } = useI18n();
  const { ${name}, isDeleted } = loaderData;
  const page = ${linkTo(entity, "/:id", `${name}.id`)};
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
