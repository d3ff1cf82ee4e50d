import type { BuildInfo, Environment } from "#app/core/ui/deployment.ts";
import type { Settings } from "#app/settings.ts";

/** vite.config.ts inserts it. */
declare const __BUILD__: BuildInfo;

/** Which build this is. */
export const buildInfo = (): BuildInfo => __BUILD__;

/** The mark of a named environment; null if the environment has no name. */
export function environmentOf(settings: Settings): Environment | null {
  const { ENVIRONMENT_NAME: name, ENVIRONMENT_EMOJI: emoji, ENVIRONMENT_COLOUR: colour } = settings;
  return name ? { label: [emoji, name].filter(Boolean).join(" "), colour } : null;
}
