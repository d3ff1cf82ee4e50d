import type { EnvironmentColour } from "#app/palette.ts";

/** A named environment, as every page is marked with it. */
export interface Environment {
  /** The emoji, where there is one, and the name. */
  label: string;
  colour: EnvironmentColour;
}

/** Which build this is. */
export interface BuildInfo {
  /** Of package.json. */
  version: string;
  /** The commit it was built from, abbreviated, with a "+" where files had changed since; null where there is no Git. */
  commit: string | null;
  /** ISO 8601: of that commit, so that the same commit makes the same build; without one, of the build. */
  date: string;
  /** The environment's name, if it has one. */
  environment: string | null;
}

/** Where a page was built and runs: the same for every request to a deployment. */
export interface Deployment {
  environment: Environment | null;
  build: BuildInfo;
}
