import type { Settings } from "#app/settings.ts";
import type { BuildInfo, Environment } from "#app/ui/deployment.ts";

/** What vite.config.ts found out about this build. */
declare const __BUILD__: Omit<BuildInfo, "environment">;

/** Which build runs where. */
export const buildInfo = ({ ENVIRONMENT_NAME }: Settings): BuildInfo => ({
  ...__BUILD__,
  environment: ENVIRONMENT_NAME || null,
});

/** How pages are to be marked; null where the environment has no name. */
export function environmentOf(settings: Settings): Environment | null {
  const { ENVIRONMENT_NAME: name, ENVIRONMENT_EMOJI: emoji, ENVIRONMENT_COLOUR: colour } = settings;
  return name ? { label: [emoji, name].filter(Boolean).join(" "), colour } : null;
}
