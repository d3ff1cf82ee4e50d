import { Form, href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import type { Column } from "#app/core/lists/table.tsx";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { LIST_SIZES, type ListView } from "./list-view.ts";

/** The form for the view of a manager's list: how many rows a page has, and which columns. */
export default function ListViewForm({
  list,
  search,
  view,
  columns,
}: {
  /** The path of the list. */
  list: string;
  /** The search parameters of the list, without "?". */
  search: string;
  /** The view that the reader has selected before, if any. */
  view?: ListView | null | undefined;
  columns: Pick<Column<never>, "id" | "label">[];
}) {
  const { t } = useI18n();
  const { size: current, hidden } = view ?? { size: LIST_SIZES[0], hidden: [] };
  const back = search ? `${list}?${search}` : list;
  const dispensable = columns.flatMap(({ id, label }) => (id ? [{ id, label }] : []));
  return (
    <Form
      method="post"
      action={href("/manager/list-view")}
      replace
      preventScrollReset
      className="mb-4 flex flex-col gap-4 rounded-xl border border-edge bg-sheet p-4 print:hidden"
    >
      <input type="hidden" name="list" value={list} />
      <input type="hidden" name="returnTo" value={back} />
      <fieldset>
        <legend className="font-medium">{t("manager:view.rows")}</legend>
        <div className="flex flex-wrap gap-x-6">
          {LIST_SIZES.map((size) => (
            <label key={size} className={CHOICE}>
              <input
                type="radio"
                name="size"
                value={size}
                defaultChecked={size === current}
                // biome-ignore lint/a11y/noAutofocus: what a link has opened has the focus
                autoFocus={size === current}
                className={BOX}
              />
              <span>{size}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {dispensable.length > 0 && (
        <fieldset>
          <legend className="font-medium">{t("manager:view.columns")}</legend>
          <div className="flex flex-wrap gap-x-6">
            {dispensable.map(({ id, label }) => (
              <label key={id} className={CHOICE}>
                <input type="hidden" name="columns" value={id} />
                <input
                  type="checkbox"
                  name="visible"
                  value={id}
                  defaultChecked={!hidden.includes(id)}
                  className={BOX}
                />
                <span>{label}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{t("save")}</SubmitButton>
        <ButtonLink variant="secondary" to={back} replace preventScrollReset>
          {t("cancel")}
        </ButtonLink>
      </div>
    </Form>
  );
}

const CHOICE = "flex min-h-11 cursor-pointer items-center gap-2";
const BOX = "size-5 accent-accent-solid";
