import { matchPath } from "react-router";
import { ruled } from "#app/slices.ts";

/**
 * The patterns of the paths that take files. Every other body is refused beyond 64 KB before its action runs
 * (http/receive-request.server.ts).
 */
const UPLOADS: readonly string[] = ruled("uploads").flat();

/** Whether a path takes files. @param path of the URL, with or without what the router adds for data */
export const isUpload = (path: string) =>
  UPLOADS.some((pattern) => matchPath(pattern, path.replace(/\.data$/, "")));
