import type { D1Database } from "@cloudflare/workers-types";
import { createContext } from "react-router";

export const databaseContext = createContext<D1Database>();
