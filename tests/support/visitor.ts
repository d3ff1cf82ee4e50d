import type { OutboxEmail } from "#app/core/email/outbox.server.ts";
import { fetchInTime } from "./in-time.ts";
import { addSession, addUser } from "./people.ts";
import type { TestWorker } from "./worker.ts";

/** workerd closes a connection that is idle, or whose body it did not read. The next request on it would fail. */
const OWN_CONNECTION = { Connection: "close" };

/** A browser without script, over HTTP. It keeps cookies, and follows only redirects that repeat the request (307). */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly worker: TestWorker;
  headers: Record<string, string>;
  /** The id of the user who is signed in; null if the test has not set it. */
  userId: string | null = null;

  constructor(worker: TestWorker, headers: Record<string, string> = {}) {
    this.worker = worker;
    this.headers = { "Accept-Language": "en", ...headers };
  }

  /** A visitor signed in as a new user, in a browser that was recently admitted. */
  static async signedIn(worker: TestWorker, given: Parameters<typeof addUser>[1] = {}): Promise<Visitor> {
    const visitor = new Visitor(worker);
    const user = await addUser(worker, given);
    visitor.userId = user.id;
    const { cookie, recentRole } = await addSession(worker, user);
    for (const one of [cookie, recentRole]) {
      const [name, value] = one.split("=") as [string, string];
      visitor.cookies.set(name, value);
    }
    return visitor;
  }

  get(path: string, init: RequestInit = {}): Promise<Response> {
    return this.fetch(path, init);
  }

  /** Posts a form as the site's own pages do. */
  post(path: string, fields: Record<string, string>, init: RequestInit = {}): Promise<Response> {
    return this.fetch(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      ...init,
      headers: { "Sec-Fetch-Site": "same-origin", ...init.headers },
    });
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const kept = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    const cookie = [...(this.headers.Cookie ? [this.headers.Cookie] : []), ...kept].join("; ");
    const response = await fetchInTime(new URL(path, this.worker.url), {
      redirect: "manual",
      ...init,
      headers: {
        ...this.headers,
        ...(cookie && { Cookie: cookie }),
        ...OWN_CONNECTION,
        ...init.headers,
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) as unknown as [string, string, string];
      if (/max-age=0\b/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const again = response.status === 307 ? response.headers.get("Location") : null;
    return again ? this.fetch(again, init) : response;
  }

  /**
   * Requests a code and reads it from the email.
   * @returns the path of the page that accepts the code, and the code
   */
  async askForCode(email: string, query = ""): Promise<{ verifyPath: string; code: string }> {
    const response = await this.post(`/login${query}`, { email });
    const verifyPath = response.headers.get("Location");
    if (!verifyPath) throw new Error(`No code was sent: ${response.status} ${textOf(await response.text())}`);
    return { verifyPath, code: await lastCode(this.worker, email) };
  }

  confirm(verifyPath: string, code: string): Promise<Response> {
    return this.post(verifyPath, { intent: "confirm", code });
  }
}

/** The emails to an address, newest first. */
export async function mailsTo(worker: TestWorker, email: string): Promise<OutboxEmail[]> {
  const mails = (await (
    await fetchInTime(new URL("/dev/outbox.json", worker.url), { headers: OWN_CONNECTION })
  ).json()) as OutboxEmail[];
  return mails.filter(({ to }) => to === email);
}

/** The login code in the newest email to an address. */
export async function lastCode(worker: TestWorker, email: string): Promise<string> {
  const mails = await mailsTo(worker, email);
  const [code] = mails.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
  if (!code) throw new Error(`No email with a code to ${email}`);
  return code;
}

/** The path of the sign-in link in the newest email to an address. */
export async function lastLink(worker: TestWorker, email: string): Promise<string> {
  const mails = await mailsTo(worker, email);
  const [link] = mails.flatMap(({ text }) => /https?:\S+\/login\/link\S+/.exec(text)?.[0] ?? []);
  if (!link) throw new Error(`No email with a link to ${email}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}

/** The text that a reader sees on a page: no markup, no script, white space collapsed. */
export function textOf(html: string): string {
  return (
    html
      .replace(/<(script|style|svg)\b.*?<\/\1>/gs, " ")
      // A place where a line may break without a space (app/core/ui/address.tsx).
      .replace(/<\/span><wbr\/>(<span>)?/g, "")
      .replace(/<[^>]*>/g, " ")
      .replace(/&#x27;/g, "'")
      .replace(/&quot;/g, '"')
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&amp;/g, "&")
      .replace(/\s+/g, " ")
  );
}

/** The cost of a response in D1, from its Server-Timing header. */
export function databaseCost(response: Response) {
  const header = response.headers.get("Server-Timing") ?? "";
  const number = (name: string) => Number(new RegExp(`${name};desc="(\\d+)"`).exec(header)?.[1]);
  return {
    queries: number("db-queries"),
    roundTrips: number("db-round-trips"),
    rowsRead: number("db-rows-read"),
    rowsWritten: number("db-rows-written"),
  };
}
