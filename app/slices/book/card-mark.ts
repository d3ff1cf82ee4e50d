import type { SQL } from "drizzle-orm";
import { type ComponentType, createContext as createReactContext, type ReactNode } from "react";
import { createContext } from "react-router";

/**
 * Marks books of the readers' list for their reader: an SQL expression over a row of `books`, which becomes part of the
 * list's own query. Another slice sets it in the middleware of a layout around the list. If no slice does, nothing is
 * read.
 * @param ownerId the reader's id, or a query for it
 */
export const cardMarkContext = createContext<((ownerId: string | SQL) => SQL) | null>(null);

/** What another slice shows below the title of a card. */
export type CardPart = ComponentType<{ book: { id: string; title: string; isMarked: boolean } }>;

/** What another slice adds to the cards of the readers' list. */
export interface CardExtension {
  Part: CardPart;
  /**
   * Reads which books are marked, if the list was sent without that (ownPartFollows), and shows the cards in the
   * meantime.
   */
  Marks: ComponentType<{ ids: string[]; children: (isMarked: (id: string) => boolean) => ReactNode }>;
}

/** A layout around the readers' list provides this. Without such a layout, cards have no such part. */
export const CardExtensionContext = createReactContext<CardExtension | null>(null);
