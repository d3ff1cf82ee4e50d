import { type ReactNode, useEffect, useRef, useState } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { useHydrated } from "#app/core/ui/use-hydrated.ts";
import "./file-field.css";
import { FieldLabel } from "./field-label.tsx";
import { FieldErrors } from "./text-field.tsx";
import { type FormField, inputProps } from "./use-form-result.ts";

/** A required file. No browser fills in a file again, so a refused form asks for it again. */
export function FileField({
  field,
  label,
  accept,
  hintId,
  onChoose,
  children,
}: {
  field: FormField;
  label: string;
  /** Which files the browser offers, as media types or file extensions. */
  accept: string;
  /** The id of an element that describes the field. */
  hintId: string;
  /** Gets the selected file; null when the reader removes it. */
  onChoose?: (file: File | null) => void;
  /** Shown between the field and its errors. */
  children?: ReactNode;
}) {
  const { t } = useI18n();
  const { defaultValue, ...props } = inputProps(field, hintId);
  const input = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const [name, setName] = useState("");
  // A file may be selected before script runs, and the browser may have kept it after Back.
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
          accept={accept}
          onChange={({ target }) => {
            const file = target.files?.[0] ?? null;
            setName(file?.name ?? "");
            onChoose?.(file);
          }}
          className="file-input"
        />
        {/* The browser's own text in a file input is in the browser's language, so ours replaces it. Screen readers
            read the file's name from the input. */}
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
