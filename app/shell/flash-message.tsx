import { use } from "react";
import { StatusMessage } from "#app/ui/status-message.tsx";
import { FlashContext } from "./flash-context.ts";

/**
 * Says on the page itself what the action before it has done, where the document brought the message: without script,
 * or before it ran. Everywhere else a toast says it.
 */
export function FlashMessage() {
  const flash = use(FlashContext);
  if (!flash) return null;
  return (
    <div className="mb-6">
      <StatusMessage type={flash.type}>{flash.message}</StatusMessage>
    </div>
  );
}
