/** The read-only demo's response to a request that would change it. */
export interface DemoRefusal {
  code: "DEMO_READ_ONLY";
  /** With script, the page stays and a dialog opens over it (client/client-middleware). */
  inPlace: "dialog";
  title: string;
  message: string;
  /** The command that starts a copy of the product; null if REPOSITORY_URL is not set. */
  command: string | null;
  /** Contact links: https: and mailto: URLs. */
  contacts: string[];
}

/** Whether the data of an error response is the demo's refusal. */
export const isDemoRefusal = (data: unknown): data is DemoRefusal =>
  typeof data === "object" && data !== null && "code" in data && data.code === "DEMO_READ_ONLY";
