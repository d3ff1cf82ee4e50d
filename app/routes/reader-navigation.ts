import type { ReaderNavigation } from "#app/identity/shell/navigation.ts";
import { bookReaderNavigation } from "#app/slices/book/navigation.ts";
import { organisationReaderNavigation } from "#app/slices/organisation/navigation.ts";
import { shelfReaderNavigation } from "#app/slices/shelf/navigation.ts";

/** The pages of slices in the navigation of the area of readers, in this order. */
export const readerNavigation = (): readonly ReaderNavigation[] => [
  bookReaderNavigation,
  shelfReaderNavigation,
  organisationReaderNavigation,
];
