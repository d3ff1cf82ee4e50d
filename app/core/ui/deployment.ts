import type { EnvironmentColour } from "#app/palette.ts";

/** A named environment, as marked on every page. */
export interface Environment {
  /** The emoji, if any, and the name. */
  label: string;
  colour: EnvironmentColour;
}

/** Which build this is. */
export interface BuildInfo {
  /** From package.json. */
  version: string;
  /** The abbreviated commit, with a "+" if files had uncommitted changes; null without Git. */
  commit: string | null;
  /**
   * ISO 8601: the date of the commit, so that builds of one commit are the same. Without a commit, the date
   * of the build.
   */
  date: string;
}

/** The environment and build of a page: the same for every request to a deployment. */
export interface Deployment {
  environment: Environment | null;
  build: BuildInfo;
  /** Whether the browser reports the errors of a page. Undefined if not. */
  takesErrors?: true;
}
