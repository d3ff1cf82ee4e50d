import type { SQL } from "drizzle-orm";
import { type ComponentType, createContext as createReactContext } from "react";
import { createContext } from "react-router";

// What another slice shows on the cards of the readers' list, by a layout around that page.

/**
 * Whether each book of the list is marked for its reader: an expression over a row of `books`, which is part of the list's own query.
 * The middleware of the layout sets it; without one, nothing is read.
 * @param ownerId their id, or a query for it
 */
export const cardMarkContext = createContext<((ownerId: string | SQL) => SQL) | null>(null);

/** What is below the title of a card. */
export type CardPart = ComponentType<{ book: { id: string; title: string; isMarked: boolean } }>;

/** The layout provides it; without one, there is nothing. */
export const CardPartContext = createReactContext<CardPart | null>(null);
