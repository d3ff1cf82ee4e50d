import { type ReactNode, useEffect, useRef, useState } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { useHydrated } from "#app/core/ui/use-hydrated.ts";
import "./file-field.css";
import { FieldLabel } from "./field-label.tsx";
import { FieldErrors } from "./text-field.tsx";
import { type FormField, inputProps } from "./use-form-result.ts";

/** A field that takes a required file. A browser fills in none: a refused form asks for the file again. */
export function FileField({
  field,
  label,
  accept,
  hintId,
  autoFocus = false,
  onChoose,
  children,
}: {
  field: FormField;
  label: string;
  /** What the browser offers to choose, as media types or the ends of names. */
  accept: string;
  /** The id of an element that describes it. */
  hintId: string;
  autoFocus?: boolean;
  /** Gets the chosen file; null if there is none any more. */
  onChoose?: (file: File | null) => void;
  /** Between the field and its errors. */
  children?: ReactNode;
}) {
  const { t } = useI18n();
  const { defaultValue, ...props } = inputProps(field, hintId);
  const input = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const [name, setName] = useState("");
  // A file may be chosen before script runs, and a browser that goes back may have kept it.
  useEffect(() => setName(input.current?.files?.[0]?.name ?? ""), []);
  return (
    <div>
      <FieldLabel htmlFor={field.id} isRequired>
        {label}
      </FieldLabel>
      <div className="file-box rounded-lg border border-edge bg-paper has-[[aria-invalid=true]]:border-danger">
        <input
          {...props}
          ref={input}
          type="file"
          required
          // biome-ignore lint/a11y/noAutofocus: the first field of a form's page has the focus, as everywhere
          autoFocus={autoFocus}
          accept={accept}
          onChange={({ target }) => {
            const file = target.files?.[0] ?? null;
            setName(file?.name ?? "");
            onChoose?.(file);
          }}
          className="file-input"
        />
        {/* What browsers write there is in their own language. They tell screen readers the name of the file, too. */}
        {isHydrated && (
          <p aria-hidden="true" className="file-words">
            <span>{t("file.choose")}</span>
            <bdi>{name || t("file.none")}</bdi>
          </p>
        )}
      </div>
      {children}
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}
