import type { ReactNode } from "react";
import { Form } from "react-router";
import { SubmitButton } from "#app/core/ui/button.tsx";

/** The button below a form for a file that removes the one that is there. */
export const RemoveFileForm = ({ children }: { children: ReactNode }) => (
  <Form method="post" className="mt-8">
    <SubmitButton variant="secondary" width="full" intent="remove-file">
      {children}
    </SubmitButton>
  </Form>
);
