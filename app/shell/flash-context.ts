import { createContext } from "react";
import type { Flash } from "#app/http/flash.server.ts";

/** The message that came with the document, on the page that it came with. */
export const FlashContext = createContext<Flash | null>(null);
