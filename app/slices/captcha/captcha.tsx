import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import type { FormField } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { useHydrated } from "#app/core/ui/use-hydrated.ts";

/** Loaded on first use: only while many codes are guessed. */
const CaptchaFrame = lazy(() => import("./captcha-frame.tsx"));

/** A captcha as a form's field. It needs script, so the text also says what to do without. */
export function Captcha({ field }: { field: FormField }) {
  const { t, i18n } = useI18n();
  const { key } = useLocation();
  const hydrated = useHydrated();
  return (
    <div>
      <p className="text-sm text-quiet">{t("auth:captcha.why")}</p>
      {hydrated && (
        <Suspense>
          {/* A token is good for one try: each answer of the server brings another captcha. */}
          <CaptchaFrame key={`${key} ${i18n.language}`} name={field.name} />
        </Suspense>
      )}
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}
