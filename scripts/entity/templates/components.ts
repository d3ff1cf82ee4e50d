import type { EntityDefinition, Field } from "../definition.ts";
import { optionsOfChoice } from "./data.ts";
import { hiddenOf } from "./own-links.ts";
import { pictureIdOf } from "./sent-file-names.ts";

// The components of an entity: its form, and the details of a row.

function formField(name: string, field: Field, isFirst: boolean): string {
  const label = `label={t("${name}:fields.${field.name}")}`;
  // Only fields that could be left empty are marked as required. A required choice has no empty value, and an unticked
  // box is a value, too.
  const mark = field.required && !["boolean", "choice", "reference"].includes(field.type) ? "isRequired" : "";
  const common = `field={form.field("${field.name}")} ${label} ${mark}`;
  const focus = isFirst ? "autoFocus={!lastResult}" : "";
  const empty = field.required ? "" : 'empty={t("none")}';
  switch (field.type) {
    case "text":
      return `<TextField ${common} ${focus} dir="auto" />`;
    case "longtext":
      return `<TextAreaField ${common} ${focus} />`;
    case "integer":
      return `<TextField ${common} ${focus} inputMode="numeric" dir="ltr" />`;
    case "decimal":
      return `<TextField ${common} ${focus} inputMode="decimal" dir="ltr" />`;
    case "boolean":
      return `<CheckboxField ${common} />`;
    case "date":
      return `<DateField ${common} />`;
    case "choice":
      return `<SelectField ${common} ${empty} options={${optionsOfChoice(field.name)}(t)} />`;
    case "reference":
      return `<SelectField ${common} ${empty} options={${field.target?.entity}Options} />`;
    default:
      return field.type satisfies never;
  }
}

/** The code of a property with the choices of a field; empty for a field without choices. */
const choicesOf = (field: Field): string[] => {
  if (field.type === "choice") return [`${field.name}: ${optionsOfChoice(field.name)}(t)`];
  return field.target ? [`${field.name}: ${field.target.entity}Options`] : [];
};

/** The form of an entity. */
export function formModule({ name, aName, Name, fields }: EntityDefinition): string {
  const inputs = fields.map((field, index) => formField(name, field, index === 0)).join("\n");
  const components = ["CheckboxField", "DateField", "SelectField", "TextAreaField"].filter((component) =>
    inputs.includes(`<${component} `),
  );
  const files = {
    CheckboxField: "checkbox-field",
    DateField: "date-field",
    SelectField: "select-field",
    TextAreaField: "text-area-field",
  };
  const choices = fields.filter(({ type }) => type === "choice").map((field) => optionsOfChoice(field.name));
  const references = fields.flatMap(({ target }) => (target ? [target.entity] : []));
  const options = references.map((entity) => `${entity}Options`);
  const offered = fields.flatMap(choicesOf).join(", ");
  return `import { Form, useLocation } from "react-router";
import { AnyFieldChanged } from "#app/core/forms/changed-meanwhile.tsx";
import { CreateButtons } from "#app/core/forms/create-buttons.tsx";
import { SaveButtons } from "#app/core/forms/save-buttons.tsx";
${components.map((component) => `import { ${component} } from "#app/core/forms/${files[component as keyof typeof files]}.tsx";`).join("\n")}
import { DeletedRowNotice } from "#app/core/forms/deleted-row-notice.tsx";
import { LeaveQuestion } from "#app/core/forms/leave-question.tsx";
import { RowIdField } from "#app/core/forms/row-id-field.tsx";
import { OriginalValuesField } from "#app/core/forms/original-values-field.tsx";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { type FormResult, useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import type { ${Name}Input } from "./${name}.schema.ts";
${choices.length > 0 ? `import { ${choices.join(", ")} } from "./${name}-choices.ts";` : ""}

/** The form that creates or updates ${aName}. */
export function ${Name}Form({
  lastResult,
  newId,
  ${name},
  isDeleted = false,
  mayRestore = false,
  ${options.map((option) => `${option},\n`).join("")}cancelTo,
}: {
  /** The action's result. */
  lastResult: FormResult | undefined;
  /** The id of the new ${name} (forms/row-id). */
  newId?: string;
  ${name}?: ${Name}Input;
  /** Whether the ${name} was deleted. */
  isDeleted?: boolean;
  /** Whether the reader may restore the deleted ${name}. */
  mayRestore?: boolean;
  ${options.map((option) => `${option}: { value: string; label: string }[];\n`).join("")}cancelTo: string;
}) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const form = useFormResult(lastResult, ${name});
  return (
    <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
      <LeaveQuestion formId={form.id} />
      <FieldErrors id={form.errorId} errors={form.errors} />
      <RowIdField id={newId} />
      {${name} && <OriginalValuesField form={form} />}
      {isDeleted && <DeletedRowNotice mayRestore={mayRestore} />}
      <AnyFieldChanged
        form={form}
        here={pathname + search}
        label={(field: keyof ${Name}Input) => t(\`${name}:fields.\${field}\`)}
        ${offered && `options={{ ${offered} }}`}
      />
      ${inputs}
      {newId ? <CreateButtons cancelTo={cancelTo} /> : <SaveButtons isDeleted={isDeleted} mayRestore={mayRestore} cancelTo={cancelTo} />}
    </Form>
  );
}
`;
}

/** The code that formats a value on its page. */
function inWords(name: string, field: Field): string {
  const value = `${name}.${field.name}`;
  const orNull = (words: string) =>
    field.required || field.type === "boolean" ? words : `${value} === null ? null : ${words}`;
  switch (field.type) {
    case "integer":
    case "decimal":
      return orNull(`number.format(${value})`);
    case "boolean":
      return `${value} ? t("yes") : t("no")`;
    case "date":
      return orNull(`day.format(new Date(${value}))`);
    case "choice":
      return orNull(`t(\`${name}:choices.${field.name}.\${${value}}\`)`);
    case "reference":
      return `${name}.${field.target?.entity}`;
    default:
      return value;
  }
}

/** The component with all details of a row. */
export function detailsModule(entity: EntityDefinition): string {
  const { name, Name, aName, fields, title, isShared, files, pictures, documents } = entity;
  const hidden = isShared ? hiddenOf(entity) : [];
  const names = hidden.map((field) => `"${field.name}"`).join(" | ");
  // The ids of pictures become addresses before a page shows the row.
  const leftOut = [...hidden.map((field) => field.name), ...pictures.map(pictureIdOf)]
    .map((field) => `"${field}"`)
    .join(" | ");
  const optional = `{ [Field in ${names}]?: Found${Name}[Field] | undefined }`;
  const type = leftOut
    ? `Omit<Found${Name}, ${leftOut}>${hidden.length > 0 ? ` & ${optional}` : ""}`
    : `Found${Name}`;
  const shownFiles = [
    ...pictures.map((picture) => `${picture.name}: { large: string } | null;`),
    ...documents.map(({ name }) =>
      isShared ? `${name}?: ShownDocument | null | undefined;` : `${name}: ShownDocument | null;`,
    ),
  ].join("\n");
  const facts = fields.filter((field) => field !== title);
  const lines = facts.map(
    (field) => `{ term: t("${name}:fields.${field.name}"), value: ${inWords(name, field)} },`,
  );
  const source = lines.join("\n");
  const language = source.includes(".format(");
  const formats = [
    source.includes("day.format(") && "dateFormat",
    source.includes("number.format(") && "numberFormat",
  ].filter(Boolean);
  const imports = `${formats.length > 0 ? `import { ${formats.join(", ")} } from "#app/core/i18n/formats.ts";\n` : ""}import { FactList } from "#app/core/ui/fact-list.tsx";`;
  return `import type { ReactNode } from "react";
${facts.length + files.length > 0 ? 'import { useI18n } from "#app/core/i18n/use-i18n.ts";' : ""}
${documents.length > 0 ? 'import { RowDocument, type ShownDocument } from "#app/slices/upload/document-link.tsx";' : ""}
${pictures.length > 0 ? 'import { LargePicture } from "#app/slices/upload/row-pictures.tsx";' : ""}
${facts.length > 0 ? imports : ""}
import type { Found${Name} } from "./${name}.server.ts";

/** All details of ${aName}. */
export function ${Name}Details({
  ${name},
  ${documents.map(({ name }) => `${name}Path,`).join("\n")}
  children,
}: {
  ${hidden.length > 0 ? `/** Undefined fields are left out: the shared page has none. */\n` : ""}${name}: ${type}${shownFiles && ` & {\n    ${shownFiles}\n  }`};
  ${documents.map(({ name, label }) => `/** The path of the download of its ${label.toLowerCase()}. */\n  ${name}Path${isShared ? "?" : ""}: string;`).join("\n")}
  /** Links and buttons below its name. */
  children?: ReactNode;
}) {
  ${facts.length + files.length > 0 ? `const { t${language ? ", i18n" : ""} } = useI18n();` : ""}
  ${source.includes("number.format(") ? "const number = numberFormat(i18n.language);\n" : ""}${source.includes("day.format(") ? 'const day = dateFormat(i18n.language, { dateStyle: "long", timeZone: "UTC" });' : ""}
  return (
    <article>
      <h1 className="font-serif text-3xl font-semibold text-balance break-words sm:text-4xl">
        <bdi>{${name}.${title.name}}</bdi>
      </h1>
      <div className="mt-4 mb-6">{children}</div>
      ${pictures.map((picture) => `{${name}.${picture.name} && <LargePicture src={${name}.${picture.name}.large} alt={t("${name}:fields.${picture.name}")} />}`).join("\n")}
      ${facts.length > 0 ? `<FactList facts={[${source}]} />` : ""}
      ${documents.map((file) => `{${name}.${file.name}${isShared ? ` && ${file.name}Path` : ""} && <RowDocument label={t("${name}:fields.${file.name}")} document={${name}.${file.name}} from={${file.name}Path} />}`).join("\n")}
    </article>
  );
}
`;
}
