/** What the read-only demo answers to what would change it. */
export interface DemoRefusal {
  code: "DEMO_READ_ONLY";
  /** Where script runs, it is said in front of the page that something was sent from (client/client-middleware). */
  inPlace: true;
  title: string;
  message: string;
  /** Starts a copy of the product; null where the settings name no repository. */
  command: string | null;
  /** Where visitors can turn to: https: and mailto: URLs. */
  contacts: string[];
}

/** Whether what came with an error page is the demo's refusal. */
export const isDemoRefusal = (data: unknown): data is DemoRefusal =>
  typeof data === "object" && data !== null && "code" in data && data.code === "DEMO_READ_ONLY";
