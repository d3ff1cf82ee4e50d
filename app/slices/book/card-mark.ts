import { type ComponentType, createContext, type ReactNode } from "react";

/** What another slice shows below the title of a card. */
export type CardPart = ComponentType<{ book: { id: string; title: string; isMarked: boolean } }>;

/** What another slice adds to the cards of the readers' list. */
export interface CardExtension {
  Part: CardPart;
  /**
   * If the list was sent without marks (ownPartFollows), reads which books are marked, and shows the cards in
   * the meantime.
   */
  Marks: ComponentType<{ ids: string[]; children: (isMarked: (id: string) => boolean) => ReactNode }>;
}

/** Provided by a layout around the readers' list. Null without such a layout. */
export const CardExtensionContext = createContext<CardExtension | null>(null);
