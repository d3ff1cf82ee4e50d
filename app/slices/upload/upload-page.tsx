import type { ComponentProps } from "react";
import { Form } from "react-router";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { UploadForm } from "./upload-form.tsx";

/** The parts that the pages of all kinds of files share. */
export type UploadPageProps = Pick<ComponentProps<typeof UploadForm>, "lastResult" | "sendTo" | "back"> & {
  title: string;
  /** A text that says what the file belongs to, or who sees it. */
  description: string;
  /** "full" in the column of account pages, where buttons are wide and headings small. */
  width?: "full";
  maxMegabytes: number;
};

/** The page that changes a row's file: the current file, the form for another one, and a button that removes it. */
export function UploadPage({
  title,
  description,
  isThere,
  removal,
  width,
  ...form
}: Omit<UploadPageProps, "maxMegabytes"> &
  ComponentProps<typeof UploadForm> & {
    /** Whether there is a file to remove. */
    isThere: boolean;
    /** The label of the button. */
    removal: string;
  }) {
  return (
    <>
      <PageTitle title={title} />
      <div className="mb-6">
        <h1 className={`font-serif font-semibold text-balance ${width ? "text-3xl" : "text-4xl"}`}>
          {title}
        </h1>
        <p className="mt-2 text-quiet">{description}</p>
      </div>
      <UploadForm width={width} {...form} />
      {isThere && (
        <Form method="post" className="mt-8">
          <SubmitButton variant="secondary" width={width} intent="remove-file">
            {removal}
          </SubmitButton>
        </Form>
      )}
    </>
  );
}
