import type { ReactNode } from "react";
import { Form, href, useLocation } from "react-router";
import { platformContext } from "#app/context.ts";
import { CheckboxField } from "#app/core/forms/checkbox-field.tsx";
import { DateField } from "#app/core/forms/date-field.tsx";
import { SelectField } from "#app/core/forms/select-field.tsx";
import { TextAreaField } from "#app/core/forms/text-area-field.tsx";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { useFormResult } from "#app/core/forms/use-form-result.ts";
import { timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { MINUTE } from "#app/core/lib/durations.ts";
import { Filters } from "#app/core/lists/filters/filters.tsx";
import { FilterSelect, SearchForm } from "#app/core/lists/search/search-form.tsx";
import { CellText, Table } from "#app/core/lists/table.tsx";
import { localOnly } from "#app/core/middleware/local-only.ts";
import { Footer } from "#app/core/shell/footer.tsx";
import { ThemeChoice } from "#app/core/shell/theme-choice.tsx";
import { Badge } from "#app/core/ui/badge.tsx";
import { Button, ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { CopyButton } from "#app/core/ui/copy-button.tsx";
import { ConfirmDialog } from "#app/core/ui/dialog/confirm-dialog.tsx";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { FactList } from "#app/core/ui/fact-list.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import { ICON_NAMES } from "#app/core/ui/icon-names.ts";
import { ItemActions } from "#app/core/ui/menu/item-actions.tsx";
import { MenuLink } from "#app/core/ui/menu/more-menu.tsx";
import { Moment } from "#app/core/ui/moment.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { Spinner } from "#app/core/ui/spinner.tsx";
import { MESSAGE_COLOURS, StatusMessage } from "#app/core/ui/status-message.tsx";
import type { Route } from "./+types/gallery.ts";

export const middleware = [localOnly];

export const loader = ({ context }: Route.LoaderArgs) => ({
  time: timeFromNow(context)(context.get(platformContext).now - 5 * MINUTE),
});

const HERE = href("/dev/gallery");
const TYPES = Object.keys(MESSAGE_COLOURS) as (keyof typeof MESSAGE_COLOURS)[];
const VARIANTS = ["primary", "secondary", "quiet", "danger"] as const;
const TONES = ["quiet", "accent", "danger"] as const;

/**
 * The primitives of the interface in each of their states, in the theme and language selected on this page. Components
 * that only one page uses, such as the chart, are not included, because the bundler would split them into a separate
 * file, which that page would have to load in addition.
 */
export default function Gallery({ loaderData: { time } }: Route.ComponentProps) {
  const { t } = useI18n();
  const isAsking = new URLSearchParams(useLocation().search).has("confirm");
  const word = t("gallery:word");
  const sentence = t("gallery:sentence");
  const rows = [word, `${word} 2`, sentence].map((name, n) => ({ id: `${n}`, name, isMarked: n === 1 }));
  return (
    <main id="content" tabIndex={-1} data-list className="outline-none mx-auto px-4 py-10 md:px-8">
      <PageTitle title={t("gallery:title")} />
      <div className="mb-8 flex flex-wrap items-center justify-between gap-6">
        <h1 className="font-serif text-4xl font-semibold">{t("gallery:title")}</h1>
        <ThemeChoice />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-8">
        <Section title={t("gallery:buttons")}>
          <div className="flex flex-wrap gap-3">
            {VARIANTS.map((variant) => (
              <Button key={variant} variant={variant}>
                {word}
              </Button>
            ))}
            <ButtonLink to={HERE}>
              <Icon name="plus" className="size-5" />
              <span>{word}</span>
            </ButtonLink>
            <SubmitButton isPending>{word}</SubmitButton>
            <CopyButton text={word} variant="secondary" onCopied={() => {}}>
              {word}
            </CopyButton>
            <Spinner label={t("loading")} />
          </div>
          <ItemActions editTo={HERE}>
            <MenuLink icon="eye" to={HERE}>
              {word}
            </MenuLink>
            <MenuLink icon="trash-2" to={`${HERE}?confirm`} isDangerous isQuestion>
              {t("delete")}
            </MenuLink>
          </ItemActions>
        </Section>
        <Section title={t("gallery:marks")}>
          <div className="flex flex-wrap items-center gap-3">
            {TONES.map((tone) => (
              <Badge key={tone} tone={tone}>
                {word}
              </Badge>
            ))}
            <Moment time={time} />
          </div>
          <FactList
            facts={[
              { term: word, value: sentence },
              { term: word, value: word, to: HERE },
              { term: word, value: null },
            ].map((fact, n) => ({ ...fact, term: `${fact.term} ${n + 1}` }))}
          />
        </Section>
        <Section title={t("gallery:messages")}>
          {TYPES.map((type) => (
            <StatusMessage
              key={type}
              type={type}
              isStanding
              action={<Button variant="secondary">{word}</Button>}
            >
              {sentence}
            </StatusMessage>
          ))}
        </Section>
        <Section title={t("gallery:fields")}>
          <Fields isRefused={false} />
        </Section>
        <Section title={t("gallery:refused")}>
          <Fields isRefused />
        </Section>
        <Section title={t("gallery:list")}>
          <SearchForm term={word} action={HERE}>
            <Filters set={[{ label: word, parameters: ["word"] }]}>
              <FilterSelect
                name="word"
                label={word}
                all={t("gallery:any")}
                options={rows.map(({ id, name }) => ({ value: id, label: name }))}
                selected="0"
              />
            </Filters>
          </SearchForm>
          <Table
            label={t("gallery:list")}
            sort="name"
            items={rows}
            columns={[
              {
                label: t("gallery:name"),
                sort: "name",
                narrow: "line",
                cell: ({ name }) => <CellText>{name}</CellText>,
              },
              {
                label: t("gallery:mark"),
                width: "30%",
                cell: ({ isMarked }) => isMarked && <Badge tone="danger">{word}</Badge>,
              },
            ]}
          />
          <EmptyState title={t("noResults")} description={sentence} />
        </Section>
        <Section title={t("gallery:icons")}>
          <ul className="flex flex-wrap gap-3">
            {ICON_NAMES.map((name) => (
              <li key={name} title={name}>
                <Icon name={name} className="size-6" />
              </li>
            ))}
          </ul>
        </Section>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t("gallery:question")}
          description={sentence}
          here={HERE}
          intent="delete"
          submit={t("delete")}
        />
      )}
      <Footer className="mt-10" />
    </main>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-5">
      <h2 className="border-b border-line pb-2 font-serif text-2xl font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** A form with each kind of field. @param isRefused whether to show an error on each */
function Fields({ isRefused }: { isRefused: boolean }) {
  const { t } = useI18n();
  const word = t("gallery:word");
  const error = [t("validation:invalid")];
  const names = ["", "text", "long", "choice", "day", "tick"];
  const form = useFormResult(
    isRefused
      ? {
          status: "error",
          error: Object.fromEntries(names.map((name) => [name, error])),
          initialValue: { text: word },
        }
      : undefined,
    { text: word, choice: "1" },
  );
  return (
    <Form {...form.props} className="flex flex-col gap-5">
      <FieldErrors id={form.errorId} errors={form.errors} />
      <TextField
        field={form.field("text")}
        label={t("gallery:name")}
        hint={t("gallery:sentence")}
        isRequired
      />
      <TextAreaField field={form.field("long")} label={t("gallery:sentenceLabel")} />
      <SelectField
        field={form.field("choice")}
        label={t("gallery:mark")}
        empty={t("gallery:any")}
        options={[{ value: "1", label: word }]}
      />
      <DateField field={form.field("day")} label={t("gallery:day")} />
      <CheckboxField field={form.field("tick")} label={t("gallery:sentence")} />
    </Form>
  );
}
