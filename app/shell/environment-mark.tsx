import { use } from "react";
import { useI18n } from "#app/i18n/use-i18n.ts";
import type { Environment } from "#app/ui/deployment.ts";
import { DocumentContext } from "#app/ui/document-context.ts";

/** Dark in either theme: what is not the real thing looks the same by night. At least 4.5:1 under `text-on-plum`. */
const COLOURS: Record<Environment["colour"], string> = {
  plum: "bg-[#7b2a57]",
  blue: "bg-[#1d4ed8]",
  teal: "bg-[#0f5f59]",
  green: "bg-[#166534]",
  amber: "bg-[#8a3f08]",
  red: "bg-[#b01c1c]",
  slate: "bg-[#475569]",
};

/** The coloured edge and label of a named environment, at the top of every page. */
export function EnvironmentMark() {
  const { t } = useI18n();
  const { environment } = use(DocumentContext).deployment;
  if (!environment) return null;
  const colour = COLOURS[environment.colour];
  return (
    <aside
      aria-label={t("environment")}
      className={`pointer-events-none fixed inset-x-0 top-0 z-40 flex h-1 justify-center ${colour}`}
    >
      <p className={`h-5 rounded-b-md px-2.5 text-xs leading-5 font-medium text-on-plum ${colour}`}>
        <bdi>{environment.label}</bdi>
      </p>
    </aside>
  );
}
