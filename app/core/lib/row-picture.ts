import type { RouterContextProvider } from "react-router";

/**
 * Finds the addresses of the picture that a slice gives to another slice's row, such as the logo of an organisation. It
 * takes no query: lists have many.
 * @param fileId what the row holds
 * @returns null where no pictures are kept
 */
export type PlaceRowPicture = (
  context: Readonly<RouterContextProvider>,
  fileId: string,
) => Promise<{ large: string } | null>;
