import { Form } from "react-router";
import { SubmitButton } from "#app/core/ui/button.tsx";
import type { ShownReset } from "./reset-in-words.server.ts";

/**
 * A pending reset of a user's second step and passkeys, in the manager: who began it, and when it takes effect. Every
 * administrator may stop it; a second one may confirm it.
 * @param here the URL of its page
 */
export function WaitingReset({
  reset: { id, title, lines, stop, confirm },
  here,
}: {
  reset: ShownReset;
  here: string;
}) {
  return (
    <section
      aria-labelledby="reset"
      className="mt-4 max-w-xl rounded-lg border-s-4 border-warning bg-warning-soft px-4 py-3"
    >
      <h2 id="reset" className="font-medium text-warning">
        {title}
      </h2>
      {lines.map((line) => (
        <p key={line} className="mt-1 wrap-anywhere">
          {line}
        </p>
      ))}
      <Form method="post" action={here} className="mt-3 flex flex-wrap gap-3">
        <input type="hidden" name="resetId" value={id} />
        <SubmitButton variant="secondary" intent="stop-reset">
          {stop}
        </SubmitButton>
      </Form>
      {confirm && (
        <Form method="post" action={here} className="mt-3">
          <input type="hidden" name="resetId" value={id} />
          <SubmitButton variant="danger" intent="confirm-reset">
            {confirm}
          </SubmitButton>
        </Form>
      )}
    </section>
  );
}
