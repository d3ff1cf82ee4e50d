/** What asks for a code of an authenticator app. `open`: what shows the field beside another one. */
export interface AppPart {
  open: string;
  label: string;
  error: string | null;
}

/** What asks for a passkey. Only script can. In words, because no page has these strings: few people need them. */
export interface PasskeyPart {
  submit: string;
  cancelled: string;
  error: string | null;
  /** What the browser needs for that, as JSON. */
  options: string;
  /** What to say if the browser can't ask for it, where nothing else will do. */
  unavailable: string;
}
