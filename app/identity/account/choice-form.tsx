import { useEffect, useState } from "react";
import { Form } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { useHydrated } from "#app/core/ui/use-hydrated.ts";

interface Choice<Value extends string> {
  value: Value;
  label: string;
  lang?: string;
  dir?: "ltr" | "rtl";
}

/**
 * A radio group. With script a selection applies immediately; without, a button submits it.
 * @param action the URL to submit to, along with `returnTo`
 */
export function ChoiceForm<Value extends string>({
  action,
  returnTo,
  name,
  legend,
  choices,
  value,
  onChoose,
}: {
  action: string;
  returnTo: string;
  name: string;
  legend: string;
  choices: Choice<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
}) {
  const { t } = useI18n();
  const hydrated = useHydrated();
  const [chooseEarly] = useState(() => {
    const early = hydrated ? undefined : selectedBeforeScript(name);
    const choice = choices.find(({ value }) => value === early);
    return choice && (() => onChoose(choice.value));
  });
  useEffect(() => chooseEarly?.(), [chooseEarly]);
  return (
    <Form method="post" action={action} autoComplete="off">
      <input type="hidden" name="returnTo" value={returnTo} />
      <fieldset className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <legend className="mb-1 font-medium">{legend}</legend>
        {choices.map((choice) => (
          <label key={choice.value} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={name}
              value={choice.value}
              className="size-5 accent-accent-solid"
              checked={choice.value === value}
              onChange={() => onChoose(choice.value)}
            />
            <span lang={choice.lang} dir={choice.dir}>
              {choice.label}
            </span>
          </label>
        ))}
        {!hydrated && <SubmitButton variant="secondary">{t("account:applyChoice")}</SubmitButton>}
      </fieldset>
    </Form>
  );
}

/**
 * The option that the reader selected before hydration. It is read from the server's inputs, which are still in the
 * document on the first render.
 */
function selectedBeforeScript(name: string): string | undefined {
  if (typeof document === "undefined") return;
  return document.querySelector<HTMLInputElement>(`input[name="${name}"]:checked:not([checked])`)?.value;
}
