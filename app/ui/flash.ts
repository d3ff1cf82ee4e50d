import { createContext } from "react";
import type { MessageType } from "./message-type.ts";

/** A message that one page shows once: what the action before it has done, in the reader's words. */
export interface Flash {
  type: MessageType;
  message: string;
}

/** The message that came with the document, on the page that it came with. */
export const FlashContext = createContext<Flash | null>(null);
