import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { textOf, type useFormResult } from "./use-form-result.ts";

/** A field of an edit form. `words`: the label of a value, if it differs from the value itself. */
interface ComparedField {
  name: string;
  label: string;
  words?: (value: string) => string | undefined;
}

/**
 * If somebody else has changed the row since the form was opened, shows the stored values next to the
 * reader's, field by field. Saving again keeps the reader's values.
 * @param here the path of this page, which a link reloads to show the stored values
 */
export function ChangedMeanwhile({
  form: { current, field },
  fields,
  here,
}: {
  form: Pick<ReturnType<typeof useFormResult>, "current" | "field">;
  fields: ComparedField[];
  here: string;
}) {
  const { t } = useI18n();
  if (!current) return null;
  const different = fields
    .map(({ name, label, words = (value) => value }) => {
      const [stored, typed] = [textOf(current[name]), field(name).initialValue];
      return { name, label, stored, typed, inWords: (value: string) => words(value) || t("none") };
    })
    .filter(({ stored, typed }) => stored !== typed);
  return (
    <section
      data-invalid=""
      tabIndex={-1}
      aria-label={t("changedMeanwhile.title")}
      className="rounded-lg border-s-4 border-warning bg-warning-soft px-4 py-3"
    >
      <dl className="flex flex-col gap-3">
        {different.map(({ name, label, stored, typed, inWords }) => (
          <div key={name}>
            <dt className="font-semibold">{label}</dt>
            <dd className="wrap-anywhere">
              <span className="text-warning">{`${t("changedMeanwhile.stored")} `}</span>
              <bdi>{inWords(stored)}</bdi>
            </dd>
            <dd className="wrap-anywhere">
              <span className="text-warning">{`${t("changedMeanwhile.typed")} `}</span>
              <bdi>{inWords(typed)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className="my-3">{t("changedMeanwhile.keep")}</p>
      <ButtonLink variant="secondary" to={here} reloadDocument discover="none">
        {t("changedMeanwhile.take")}
      </ButtonLink>
    </section>
  );
}

/**
 * Like {@link ChangedMeanwhile}, for a form with a field for each value of its row. The value of a checkbox is shown as
 * yes or no.
 * @param label what the form calls a field
 * @param options the options of each select field
 */
export function AnyFieldChanged<Name extends string>({
  form,
  label,
  options = {},
  here,
}: {
  form: Pick<ReturnType<typeof useFormResult>, "current" | "field">;
  label: (name: Name) => string;
  options?: { [Field in Name]?: { value: string; label: string }[] };
  here: string;
}) {
  const { t } = useI18n();
  const names = Object.keys(form.current ?? {}) as Name[];
  const fields = names.map((name): ComparedField => {
    if (typeof form.current?.[name] === "boolean")
      return { name, label: label(name), words: (value) => t(value ? "yes" : "no") };
    const choices = options[name];
    if (!choices) return { name, label: label(name) };
    return {
      name,
      label: label(name),
      words: (value) => choices.find((choice) => choice.value === value)?.label ?? value,
    };
  });
  return <ChangedMeanwhile form={form} fields={fields} here={here} />;
}
