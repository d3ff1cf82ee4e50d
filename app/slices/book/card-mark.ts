import { type ComponentType, createContext, type ReactNode } from "react";

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
export const CardExtensionContext = createContext<CardExtension | null>(null);
