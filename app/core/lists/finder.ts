import type { RouterContextProvider } from "react-router";
import type { Entity } from "#app/entities.ts";

/** Something that the command palette has found. */
export interface Found {
  /** The path of its page. */
  to: string;
  name: string;
  /** What tells it from others of the same name. */
  detail: string | null;
}

/** Finds rows of an entity by what people type into the command palette. For those who may list them. */
export interface Finder {
  entity: Entity;
  /** Reads D1 once. At most FOUND_AT_ONCE are shown. */
  find: (context: Readonly<RouterContextProvider>, term: string) => Promise<Found[]>;
}

/** What the command palette has found for a term, by entity. */
export interface FindResult {
  term: string;
  groups: { entity: Entity; found: Found[] }[];
}

/** How many rows of an entity the command palette shows (docs/product.md, Numbers). */
export const FOUND_AT_ONCE = 5;
