import type { RouterContextProvider } from "react-router";

/**
 * Finds the addresses of the picture that a slice gives to another slice's row, such as the logo of an organisation. It
 * makes no query, because a list has many such rows.
 * @param fileId what the row holds
 * @returns null if the product stores no pictures
 */
export type PlaceRowPicture = (
  context: Readonly<RouterContextProvider>,
  fileId: string,
) => Promise<{ large: string } | null>;
