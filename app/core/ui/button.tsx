import type { ComponentProps, ReactNode } from "react";
import { Link, useFormAction, useNavigation } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Spinner } from "./spinner.tsx";

const BUTTON =
  "inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-lg px-5 py-2 font-medium no-underline transition-colors aria-disabled:cursor-progress aria-disabled:opacity-70 print:hidden";

// In forced-colours mode, a transparent border becomes visible and distinguishes a button from text.
const VARIANTS = {
  primary: "border border-transparent bg-accent-solid text-on-accent hover:bg-accent-solid-hover",
  secondary: "border border-edge bg-sheet text-ink hover:bg-accent-soft",
  danger: "border border-transparent bg-danger text-sheet hover:opacity-90",
  quiet: "text-accent underline-offset-4 hover:underline",
};

interface ButtonLook {
  variant?: keyof typeof VARIANTS | undefined;
  /** "full" is as wide as its container. */
  width?: "auto" | "full" | undefined;
}

/** The classes of an element that looks like a button. */
export const buttonLook = ({ variant = "primary", width = "auto" }: ButtonLook) =>
  `${BUTTON} ${VARIANTS[variant]} ${width === "full" ? "w-full" : ""}`;

/** A link that looks like a button, for navigation. */
export function ButtonLink({ variant, width, ...props }: ComponentProps<typeof Link> & ButtonLook) {
  return <Link {...props} className={buttonLook({ variant, width })} />;
}

/** A button for an action on the page itself. */
export function Button({ variant, width, ...props }: ComponentProps<"button"> & ButtonLook) {
  return <button type="button" {...props} className={buttonLook({ variant, width })} />;
}

/**
 * Submits its form, shows that the submission is pending, and can't be pressed again until it is done. It stays
 * focusable, so that the focus is not lost.
 */
export function SubmitButton({
  variant,
  width,
  intent,
  name,
  value = "on",
  isPending,
  isPressed,
  describedBy,
  children,
}: ButtonLook & {
  /** Identifies the form on a page with several forms. It is sent however the form is submitted. */
  intent?: string;
  /**
   * Identifies the button in a form with several buttons: the name of a field that is sent if this button is
   * pressed.
   */
  name?: string;
  value?: string;
  /** Whether the form is being submitted; set it for a fetcher's form. */
  isPending?: boolean;
  /** Whether the button's value is the current one, in a row of such buttons. */
  isPressed?: boolean | undefined;
  /** The id of an element that describes the button. */
  describedBy?: string | undefined;
  children: ReactNode;
}) {
  const { t } = useI18n();
  const { state, formAction, formData } = useNavigation();
  const action = useFormAction();
  const isBusy = isPending ?? state !== "idle";
  const pending =
    isPending ??
    (isBusy &&
      formAction === action &&
      (intent === undefined || formData?.get("intent") === intent) &&
      (name === undefined || formData?.get(name) === value));
  return (
    <>
      {intent && <input type="hidden" name="intent" value={intent} />}
      <button
        type="submit"
        name={name}
        value={name && value}
        aria-pressed={isPressed}
        aria-describedby={describedBy}
        className={buttonLook({ variant, width })}
        aria-disabled={isBusy || undefined}
        onClick={(event) => {
          if (isBusy) event.preventDefault();
        }}
      >
        {pending && <Spinner label={t("loading")} />}
        <span className="contents">{children}</span>
      </button>
    </>
  );
}
