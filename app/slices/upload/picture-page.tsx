import type { ReactNode } from "react";
import { Form } from "react-router";
import type { FormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { PictureForm, type PictureShape } from "./picture-form.tsx";

/** The page of the picture of a row: the picture, the form for another one, and a button that removes it. */
export function PicturePage({
  title,
  description,
  picture,
  shape,
  isThere,
  lastResult,
  sendTo,
  back,
}: {
  title: string;
  /** Who sees it. */
  description: string;
  /** The picture, or what is shown without one. */
  picture: ReactNode;
  shape: PictureShape;
  /** Whether there is one to remove. */
  isThere: boolean;
  lastResult: FormResult | undefined;
  /** The path that takes a file from script. */
  sendTo: string;
  back: string;
}) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={title} />
      <EntryHeading title={title}>{description}</EntryHeading>
      <PictureForm lastResult={lastResult} sendTo={sendTo} cancelTo={back} shape={shape}>
        {picture}
      </PictureForm>
      {isThere && (
        <Form method="post" className="mt-8">
          <SubmitButton variant="secondary" width="full" intent="remove-picture">
            {t("upload:remove")}
          </SubmitButton>
        </Form>
      )}
    </>
  );
}
