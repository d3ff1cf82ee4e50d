import type { RouterContextProvider } from "react-router";
import type { Failed, Refused } from "#app/core/db/written.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";

/**
 * Shows why a member did not get a role. The usual message about the limit addresses the person who owns too many
 * organisations. Here, that person is the member, but somebody else reads the message.
 */
export function refuseOwner(
  context: Readonly<RouterContextProvider>,
  here: string,
  refused: Refused | Failed,
): Promise<Response> {
  if (!("code" in refused) || refused.code !== "MAXIMUM_ORGANIZATIONS_REACHED")
    return redirectWithMessage(context, here, refused);
  noteRefusal(context, refused.code);
  return redirectWithMessage(context, here, "organisation:errors.ownsEnough", { type: "error" });
}
