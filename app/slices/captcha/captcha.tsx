import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import type { FormField } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { useHydrated } from "#app/core/ui/use-hydrated.ts";

/** Loaded on first use, because captchas are only shown after many wrong codes. */
const CaptchaFrame = lazy(() => import("./captcha-frame.tsx"));

/** A captcha as a form field. It needs script, so its text says what to do without script. */
export function Captcha({ field }: { field: FormField }) {
  const { t, i18n } = useI18n();
  const { key } = useLocation();
  const hydrated = useHydrated();
  return (
    <div>
      <p className="text-sm text-quiet">{t("auth:captcha.why")}</p>
      {hydrated && (
        <Suspense>
          {/* Each token can be used once, so the new key renders a new captcha after each response. */}
          <CaptchaFrame key={`${key} ${i18n.language}`} name={field.name} />
        </Suspense>
      )}
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}
