import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** How Turnstile responds to the check of a token: normally, with another status or body, or not at all. */
export type Conduct = "works" | "hangs" | "drops" | { status?: number; location?: string; body: unknown };

/** What a token proves: where and for which purpose the widget was shown. */
interface Solved {
  hostname: string;
  action: string | null;
}

const SITE_KEY = "the-site-key";
const SECRET_KEY = "the-turnstile-secret";

/** Renders each widget as a frame from this server, and passes on the token that the frame sends. */
const SCRIPT = `for (const widget of document.querySelectorAll(".cf-turnstile")) {
  const { sitekey, action, callback } = widget.dataset;
  const frame = document.createElement("iframe");
  frame.title = "Turnstile";
  frame.width = "100%";
  frame.height = "65";
  frame.src = new URL("/widget?" + new URLSearchParams({ sitekey, action, hostname: location.hostname }), document.currentScript.src);
  addEventListener("message", ({ source, data }) => source === frame.contentWindow && window[callback](data));
  widget.append(frame);
}`;

/** The frame's document, with a captcha that people solve by clicking a button. */
const widget = (token: string) => `<!doctype html><html lang="en"><title>Turnstile</title>
<button type="button">I am human</button>
<script>document.querySelector("button").onclick = ({ target }) => {
  parent.postMessage("${token}", "*");
  target.textContent = "Success";
};</script></html>`;

/** Stands in for Turnstile on this machine: the script of its widget, and the service that checks each token once. */
export async function startTurnstile() {
  const open = new Map<string, Solved>();
  const asked: Record<string, string>[] = [];
  let conduct: Conduct = "works";
  let loads = 0;

  /** A token as the widget gives it to a visitor who has solved it. */
  function solve(solved: Partial<Solved> = {}): string {
    const token = crypto.randomUUID();
    open.set(token, { hostname: "127.0.0.1", action: "sign-in", ...solved });
    return token;
  }

  function verify({ secret, response = "" }: Record<string, string>): unknown {
    const solved = open.get(response);
    if (secret !== SECRET_KEY) return { success: false, "error-codes": ["invalid-input-secret"] };
    if (!solved) return { success: false, "error-codes": ["timeout-or-duplicate"] };
    open.delete(response);
    return { success: true, "error-codes": [], challenge_ts: new Date().toISOString(), ...solved };
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const answer = (type: string, text: string, status = 200, location?: string) =>
      response.writeHead(status, { "Content-Type": type, ...(location && { Location: location }) }).end(text);
    switch (url.pathname) {
      case "/turnstile/v0/api.js":
        loads += 1;
        return answer("text/javascript", SCRIPT);
      case "/widget": {
        const { sitekey, hostname = "", action = null } = Object.fromEntries(url.searchParams);
        return answer("text/html", sitekey === SITE_KEY ? widget(solve({ hostname, action })) : "", 200);
      }
      case "/turnstile/v0/siteverify": {
        let text = "";
        for await (const chunk of request.setEncoding("utf8")) text += chunk;
        const fields = Object.fromEntries(new URLSearchParams(text));
        asked.push(fields);
        if (conduct === "hangs") return;
        if (conduct === "drops") return request.socket.destroy();
        const { status, location, body } = conduct === "works" ? { body: verify(fields) } : conduct;
        return answer("application/json", JSON.stringify(body), status, location);
      }
      default:
        return answer("text/plain", "", 404);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    /** Settings for the worker. */
    settings: { TURNSTILE_SITE_KEY: SITE_KEY, TURNSTILE_SECRET_KEY: SECRET_KEY, TURNSTILE_URL: url },
    /** The tokens that the service was asked to check. */
    asked,
    /** The number of times that the widget's script was loaded. */
    loads: () => loads,
    solve,
    /** Sets the next responses, and forgets earlier requests. */
    behave(next: Conduct) {
      conduct = next;
      asked.length = 0;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
