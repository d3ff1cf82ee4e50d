import type { Submission } from "@conform-to/react";
import type { i18n } from "i18next";
import { data } from "react-router";
import { refuseForm } from "#app/lib/form.server.ts";
import type { BookRefusal } from "./book.server.ts";

/**
 * Answers a book that was not written, on the field that is at fault.
 * @throws a 404 response where the book is gone
 */
export function refuseBook(submission: Submission<unknown>, reason: BookRefusal, { t }: i18n) {
  switch (reason) {
    case "duplicate":
      return refuseForm(
        submission,
        { fieldErrors: { title: [t("book:errors.duplicate")] } },
        { status: 409 },
      );
    case "unknown-genre":
      return refuseForm(submission, { fieldErrors: { genreId: [t("book:errors.unknownGenre")] } });
    case "not-found":
      throw data(null, { status: 404 });
    default:
      throw reason satisfies never;
  }
}
