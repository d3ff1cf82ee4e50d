import { use } from "react";
import { MessageText } from "#app/core/ui/message-text.tsx";
import { StatusMessage } from "#app/core/ui/status-message.tsx";
import { UndoButton } from "#app/core/ui/toast/undo-button.tsx";
import { FlashContext } from "./flash-context.ts";

/**
 * Shows the result of the previous action on the page itself, if the message came with the document: without script, or
 * before it ran. Otherwise a toast shows it.
 */
export function FlashMessage() {
  const flash = use(FlashContext);
  if (!flash) return null;
  return (
    <div className="mb-6">
      <StatusMessage
        type={flash.type}
        action={flash.undo !== undefined && <UndoButton action={flash.undo} />}
      >
        <MessageText message={flash.message} about={flash.about} />
      </StatusMessage>
    </div>
  );
}
