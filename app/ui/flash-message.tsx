import type { ParseKeys } from "i18next";
import { useState } from "react";
import { useLocation, useRouteLoaderData } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { loader } from "#app/root.tsx";
import { StatusMessage } from "./status-message.tsx";

/** Shows what the action before this page has done, on this page and no other. */
export function FlashMessage() {
  const flash = useRouteLoaderData<typeof loader>("root")?.flash;
  const { key } = useLocation();
  const { t } = useTranslation();
  const [shown, setShown] = useState({ flash, on: key });
  if (flash !== shown.flash) setShown({ flash, on: key });
  if (!flash || shown.on !== key) return null;
  return (
    <div className="mb-6">
      <StatusMessage type={flash.type}>{t(flash.message as ParseKeys, flash.values)}</StatusMessage>
    </div>
  );
}
