import { matchPath } from "react-router";
import { ruled } from "#app/slices.ts";

/**
 * The patterns of the paths that accept files. Any other body above 64 KB is refused before its action runs
 * (http/receive-request.server.ts).
 */
const UPLOADS: readonly string[] = ruled("uploads").flat();

/** Whether a path accepts files. @param path a URL's path, with or without the router's suffix for data */
export const isUpload = (path: string) =>
  UPLOADS.some((pattern) => matchPath(pattern, path.replace(/\.data$/, "")));
