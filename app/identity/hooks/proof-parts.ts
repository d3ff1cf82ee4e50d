/**
 * The data of the form that asks for an authenticator app's code. `open`: the label that shows it next to another form.
 */
export interface AppPart {
  open: string;
  label: string;
  error: string | null;
}

/**
 * The data of the form that asks for a passkey, which needs script. It has translated texts, because no page loads
 * these strings, which few people need.
 */
export interface PasskeyPart {
  submit: string;
  cancelled: string;
  error: string | null;
  /** The browser's options for it, as JSON. */
  options: string;
  /** The message if the browser can't ask for a passkey, and nothing else is accepted. */
  unavailable: string;
}
