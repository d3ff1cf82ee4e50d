import { useState } from "react";
import { Form, href, type MiddlewareFunction, Outlet, useLocation } from "react-router";
import { useMayOpen } from "#app/core/ui/may-open.ts";
import { cardMarkContext } from "#app/slices/book/card-mark.server.ts";
import { CardExtensionContext } from "#app/slices/book/card-mark.ts";
import { isOnShelf } from "#app/slices/shelf/books-on-shelf.server.ts";
import { type Found, FoundContext, Marks } from "#app/slices/shelf/marks.tsx";
import { PUT_FORM, PutButton } from "#app/slices/shelf/put-button.tsx";

/**
 * A layout around the list of books: adds a button to each card that puts its book on the reader's shelf. All buttons
 * share one form.
 */
export const middleware: MiddlewareFunction[] = [
  ({ context }) => {
    context.set(cardMarkContext, isOnShelf);
  },
];

const EXTENSION = { Part: PutButton, Marks };

export default function BooksShelf() {
  const { search } = useLocation();
  const found = useState<Found>({});
  const shelf = href("/app/shelf");
  const mayPut = useMayOpen()(shelf);
  return (
    <CardExtensionContext value={mayPut ? EXTENSION : null}>
      {mayPut && (
        <Form id={PUT_FORM} method="post" action={shelf} replace preventScrollReset>
          <input type="hidden" name="state" value="wanted" />
          <input type="hidden" name="list" value={search || "?"} />
        </Form>
      )}
      <FoundContext value={found}>
        <Outlet />
      </FoundContext>
    </CardExtensionContext>
  );
}
