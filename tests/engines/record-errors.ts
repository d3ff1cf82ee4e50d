/**
 * A module in front of the worker that lets each page record its errors from its first script on. WebKit's driver gives
 * no access to the console.
 */
export const recordErrors = (main: string): string => `
import worker from "${main}";

export default {
  ...worker,
  async fetch(request, env, execution) {
    const response = await worker.fetch(request, env, execution);
    if (!response.headers.get("Content-Type")?.startsWith("text/html")) return response;
    const [, nonce = ""] = /'nonce-([^']+)'/.exec(response.headers.get("Content-Security-Policy") ?? "") ?? [];
    // The script's element removes itself, because React must find the page as the server made it.
    const script = \`<script nonce="\${nonce}">(\${${JSON.stringify(record.toString())}})();document.currentScript.remove()</script>\`;
    return new HTMLRewriter()
      .on("head", { element: (head) => void head.prepend(script, { html: true }) })
      .transform(response);
  },
};
`;

/** Runs in the page. The storage of the session outlives the page and belongs to this tab only. */
function record() {
  const note = (...parts: unknown[]) => {
    const recorded = JSON.parse(sessionStorage.getItem("recorded-errors") ?? "[]");
    sessionStorage.setItem("recorded-errors", JSON.stringify([...recorded, parts.map(String).join(" ")]));
  };
  const { error } = console;
  console.error = (...parts) => {
    note(...parts);
    error(...parts);
  };
  let isLeaving = false;
  addEventListener("beforeunload", () => {
    isLeaving = true;
  });
  // This includes resources that failed to load, although their errors do not bubble. It leaves out those
  // that a page no longer needs because the reader left it.
  const onError = (event: Event) => {
    if (event instanceof ErrorEvent) note(event.message);
    else if (!isLeaving && event.target instanceof Element) note("not loaded:", event.target.outerHTML);
  };
  addEventListener("error", onError, true);
  addEventListener("unhandledrejection", ({ reason }) => note("unhandled:", reason));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    note("refused by the policy:", violatedDirective, blockedURI),
  );
}

/** Runs in the page. @returns the recorded errors of this page and of the pages before it, and clears the record */
export function takeRecordedErrors(): string[] {
  const recorded = JSON.parse(sessionStorage.getItem("recorded-errors") ?? "[]");
  sessionStorage.removeItem("recorded-errors");
  return recorded;
}
