import type { RouterContextProvider } from "react-router";
import type { Entity } from "#app/entities.ts";

/** A result of the command palette. */
export interface Found {
  /** The path of the row's page. */
  to: string;
  name: string;
  /** A detail that distinguishes the row from others with the same name. */
  detail: string | null;
}

/** Finds rows of an entity for the text in the command palette. Only for readers who may list them. */
export interface Finder {
  entity: Entity;
  /** Reads D1 once. The palette shows at most FOUND_AT_ONCE. */
  find: (context: Readonly<RouterContextProvider>, term: string) => Promise<Found[]>;
}

/** The results of the command palette for a term, by entity. */
export interface FindResult {
  term: string;
  groups: { entity: Entity; found: Found[] }[];
}

/** How many rows of an entity the command palette shows (docs/product.md, Numbers). */
export const FOUND_AT_ONCE = 5;
