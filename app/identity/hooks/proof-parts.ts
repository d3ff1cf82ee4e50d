/**
 * The data of the form that asks for an authenticator app's code. `open`: the label of the control that opens it, if
 * another form comes first.
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
  /** The browser's options for asking, as JSON. */
  options: string;
  /** The message if the browser can't ask for a passkey, and nothing else is accepted. */
  unavailable: string;
}
