import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext, type Viewer } from "#app/context.ts";
import { findTokenUse } from "./access-token.server.ts";

/** The text after "Bearer" in a request's Authorization header (RFC 6750), or null. */
export function bearerOf(request: Request): string | null {
  const [, text] = /^Bearer +(\S+) *$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
  return text ?? null;
}

/** A function that finds the owner of a request's access token, or null. It queries D1 once, on the first call. */
export function tokenViewer(
  request: Request,
  context: Readonly<RouterContextProvider>,
): () => Promise<Viewer | null> {
  const find = async (): Promise<Viewer | null> => {
    const text = bearerOf(request);
    if (text === null) return null;
    const use = await findTokenUse(context.get(dbContext), text, context.get(platformContext));
    return (
      use && {
        ...use.owner,
        sessionId: "",
        provenAt: 0,
        factorProvenAt: 0,
        token: use.token,
        impersonator: null,
      }
    );
  };
  let viewer: Promise<Viewer | null> | undefined;
  return () => {
    viewer ??= find();
    return viewer;
  };
}
