import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import { dbContext } from "#app/context.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { liftBounce } from "./bounce.server.ts";

/** The form that resumes emails to an address. */
export const liftSchema = z.object({ intent: z.literal("lift-bounce") });

/** Resumes emails to a user's address, and redirects to the page. */
export async function lift(
  context: Readonly<RouterContextProvider>,
  userId: string,
  here: string,
): Promise<Response> {
  const actor = await currentActor(context);
  const lifted = await tryWrite(context, "bounce:errors.failed", () =>
    liftBounce(context.get(dbContext), userId, actor),
  );
  return redirectWithMessage(context, here, lifted.ok ? "bounce:lifted" : lifted);
}
