import { use } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { DocumentContext } from "#app/core/ui/document-context.ts";
import type { EnvironmentColour } from "#app/palette.ts";

/** The class names are written out, because Tailwind generates only the classes that it finds in the source. */
const COLOURS: Record<EnvironmentColour, string> = {
  plum: "bg-environment-plum",
  blue: "bg-environment-blue",
  teal: "bg-environment-teal",
  green: "bg-environment-green",
  amber: "bg-environment-amber",
  red: "bg-environment-red",
  slate: "bg-environment-slate",
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
      <p className={`h-5 rounded-b-md px-2.5 text-xs leading-5 font-medium text-on-accent ${colour}`}>
        <bdi>{environment.label}</bdi>
      </p>
    </aside>
  );
}
