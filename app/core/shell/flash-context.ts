import { createContext } from "react";
import type { Flash } from "#app/core/http/flash.server.ts";

/** The message that came with the document; null on every later page. */
export const FlashContext = createContext<Flash | null>(null);
