import { HOUR } from "#app/core/lib/durations.ts";
import { type Actor, someone } from "./actor.ts";
import { DEMO_ACTORS } from "./demo-site.ts";
import { addSession, addUser } from "./people.ts";
import { Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

export const ACTORS: readonly Actor[] = [
  someone("a visitor", null),
  someone("a banned administrator with an old cookie", null),
  someone("an administrator who is not onboarded", "admin", { onboarded: false }),
  someone("a reader", "user"),
  someone("an administrator", "admin"),
  someone("an administrator who impersonates a reader", "user", { impersonates: true }),
  ...DEMO_ACTORS,
];

/**
 * Signs an actor in as a new user. The actor keeps sending the same cookie, even if a response sets another
 * one.
 * @param proven whether the actor has just proven their identity
 */
export async function enter(actor: Actor, worker: TestWorker, { proven = true } = {}): Promise<Visitor> {
  if (actor.name === "a visitor") return new Visitor(worker, { Cookie: "cookie-check=kept" });
  const banned = actor.name.includes("banned");
  const user = await addUser(worker, {
    role: actor.impersonates || banned ? "admin" : (actor.role ?? "user"),
    onboardedAt: actor.onboarded ? Date.now() : null,
    bannedAt: banned ? Date.now() : null,
  });
  const impersonated = actor.impersonates ? await addUser(worker) : null;
  const { cookie, recentRole } = await addSession(worker, user, {
    ...(!proven && { provenAt: 0 }),
    impersonatedUserId: impersonated?.id ?? null,
    impersonationEndsAt: impersonated && Date.now() + HOUR,
  });
  const visitor = new Visitor(worker, { Cookie: `${cookie}; ${recentRole}` });
  visitor.userId = (impersonated ?? user).id;
  return visitor;
}

/** Deletes a user's account, as an administrator does. */
export async function deleteAccount(worker: TestWorker, userId: string): Promise<void> {
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  const response = await admin.post(`/manager/users/${userId}`, { intent: "delete" });
  if (response.status !== 302) throw new Error(`The account was not deleted: ${response.status}`);
}
