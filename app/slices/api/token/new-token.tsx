import { useId } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { CopyButton } from "#app/core/ui/copy-button.tsx";
import { showToast } from "#app/core/ui/toast/toast-store.ts";

/** A token that was just created. Only the response to its form contains it. */
export interface MadeToken {
  id: string;
  name: string;
  text: string;
  /** Whether the same form had already created this token, with another text. */
  repeated: boolean;
}

/** The texts around the token. */
interface NewTokenWords {
  title: string;
  label: string;
  repeated: string;
  copy: string;
  copied: string;
}

/**
 * Shows a new token, which no other page does. It is focused and selected, so that one shortcut copies it, even without
 * script.
 */
export function NewToken({ token: { text, repeated }, words }: { token: MadeToken; words: NewTokenWords }) {
  const { t } = useI18n();
  const field = useId();
  return (
    <section
      aria-labelledby="new-token"
      className="mb-8 rounded-lg border-s-4 border-success bg-success-soft p-4"
    >
      <h2 id="new-token" className="font-medium wrap-anywhere text-success">
        {words.title}
      </h2>
      <p className="mt-1 text-success">{t("token:made.once")}</p>
      {repeated && <p className="mt-1 text-success">{words.repeated}</p>}
      <label htmlFor={field} className="sr-only">
        {words.label}
      </label>
      <textarea
        id={field}
        readOnly
        rows={2}
        dir="ltr"
        value={text}
        autoComplete="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: this is the result of the form, and the next step is to copy it
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        className="mt-3 mb-3 block w-full resize-none rounded-lg border border-edge bg-paper px-3.5 py-2 font-mono text-sm break-all text-ink"
      />
      <CopyButton text={text} variant="secondary" onCopied={() => showToast("success", words.copied)}>
        {words.copy}
      </CopyButton>
    </section>
  );
}
