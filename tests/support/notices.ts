import { notMeUrl } from "#app/identity/notice/not-me-link.server.ts";
import type { Notice } from "#app/identity/notice/notice.ts";
import type { users } from "#app/schema.ts";
import { notices } from "#app/schema.ts";
import type { TestWorker } from "./worker.ts";

/** Adds a notice that was emailed to a user. @returns the path and query of its link */
export async function addNotice(
  { db, settings, url }: TestWorker,
  { id: userId, email }: typeof users.$inferSelect,
  { about, ...values }: Notice,
  createdAt = Date.now(),
): Promise<string> {
  const details = JSON.stringify({ ...values, site: url });
  const row = { id: crypto.randomUUID(), userId, email, about, details, language: "en", createdAt };
  await db.insert(notices).values(row);
  return pathOf(await notMeUrl(settings, url, row.id));
}

/** Path and query of a URL. */
export const pathOf = (url: string) => url.slice(new URL(url).origin.length);
