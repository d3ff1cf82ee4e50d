import type { RouterContextProvider } from "react-router";

/**
 * Finds the addresses of the picture that a slice gives to another slice's row, such as the logo of an organisation. It
 * makes no query, because a list has many such rows.
 * @param fileId the id of the picture's file, from the row
 * @returns null if the product stores no pictures
 */
export type PlaceRowPicture = (
  context: Readonly<RouterContextProvider>,
  fileId: string,
) => Promise<{ large: string } | null>;
