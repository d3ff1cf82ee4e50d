import type { RouterContextProvider } from "react-router";
import type { ZodLiteral, ZodObject } from "zod";
import type { Viewer } from "#app/context.ts";
import type { ParsedForm } from "#app/core/forms/form.server.ts";
import type { Role } from "#app/permissions.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * A slice's part of a page: the data that it reads, and the actions of its forms. The page's list of parts has the
 * component with the same key, which shows it (app/routes/).
 */
export interface PagePart<Target, Page, Posted> {
  key: string;
  /** Reads in parallel with the page. @returns a function that makes the part's data, once the page knows its reader */
  read: (context: Context, target: Target, url: URL) => Promise<(page: Page) => unknown>;
  actions?: readonly PartAction<Posted>[];
}

/** The action of one of the forms, by its intent. */
export interface PartAction<Posted> {
  schema: ZodObject<{ intent: ZodLiteral<string> }>;
  run: (posted: Posted, value: Record<string, unknown>) => Promise<Response>;
}

/** The reader of their own account page. */
export interface AccountOfReader {
  viewer: Viewer;
  /** False during impersonation. */
  mayChange: boolean;
  /** Whether the reader has proven who they are within the last hour. */
  isProven: boolean;
}

/** A valid form of the account page. */
export interface AccountForm {
  context: Context;
  request: Request;
  url: URL;
  viewer: Viewer;
  form: ParsedForm<unknown>;
}

/** The user on a page of the manager, and the administrator who views it. */
export interface UserInManager {
  user: { id: string; email: string; role: Role; onboardedAt: number | null; isBanned: boolean };
  viewer: Viewer;
  isSelf: boolean;
  /** The confirmation that the page shows: the `confirm` in the URL. */
  asked: string | null;
}

/** A form of that page, from a viewer with the permission. */
export interface UserForm {
  context: Context;
  userId: string;
  viewer: Viewer;
  /** The path of the page that the reader returns to afterwards. */
  here: string;
}
