import type { RouterContextProvider } from "react-router";
import type { ZodLiteral, ZodObject } from "zod";
import type { Viewer } from "#app/context.ts";
import type { ParsedForm } from "#app/core/forms/form.server.ts";
import type { Role } from "#app/permissions.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * What a slice adds to a page: what it reads for it, and what its forms do. The page's list of parts has a component of the same
 * key, which shows it (app/routes/).
 */
export interface PagePart<Target, Page, Posted> {
  key: string;
  /** Reads in parallel with the page. @returns what becomes of it once the page knows who looks at it */
  read: (context: Context, target: Target, url: URL) => Promise<(page: Page) => unknown>;
  actions?: readonly PartAction<Posted>[];
}

/** What one of the forms does, by its intent. */
export interface PartAction<Posted> {
  schema: ZodObject<{ intent: ZodLiteral<string> }>;
  run: (posted: Posted, value: Record<string, unknown>) => Promise<Response>;
}

/** What the reader's own account page is about, by the time it knows them. */
export interface AccountOfReader {
  viewer: Viewer;
  /** Not while somebody impersonates them. */
  mayChange: boolean;
  /** Whether they have proven in the last hour who they are. */
  isProven: boolean;
}

/** A valid form of that page. */
export interface AccountForm {
  context: Context;
  request: Request;
  url: URL;
  viewer: Viewer;
  form: ParsedForm<unknown>;
}

/** A user as an administrator looks at them. */
export interface UserInManager {
  user: { id: string; email: string; role: Role; onboardedAt: number | null; isBanned: boolean };
  viewer: Viewer;
  isSelf: boolean;
  /** What the page asks before doing it: the `confirm` in the URL. */
  asked: string | null;
}

/** A form of that page, from somebody with the permission. */
export interface UserForm {
  context: Context;
  userId: string;
  viewer: Viewer;
  /** The path to go back to. */
  here: string;
}
