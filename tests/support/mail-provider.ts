import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** How a provider responds to an email. A `body` of text is sent unchanged, any other as JSON. */
export type Conduct =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | "hangs"
  | "drops";

/** Accepts an email, as MailChannels does. */
export const ACCEPTS: Conduct = {
  status: 202,
  body: { request_id: "1", results: [{ index: 0, message_id: "m", status: "sent" }] },
};

/** An email as the provider received it. */
interface Received {
  path: string;
  apiKey: string | undefined;
  idempotencyKey: string | undefined;
  body: {
    subject: string;
    from: { email: string; name: string };
    personalizations: { to: { email: string }[] }[];
    headers?: Record<string, string>;
    content: { type: string; value: string }[];
    dkim_domain?: string;
    dkim_selector?: string;
    dkim_private_key?: string;
  };
}

/** A real HTTP server that stands in for MailChannels on this machine. */
export async function startMailProvider() {
  const received: Received[] = [];
  let conducts: Conduct[] = [ACCEPTS];
  const waiting: (() => void)[] = [];
  let isHolding = false;
  let refused: string | null = null;
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const mail: Received["body"] = JSON.parse(text);
    received.push({
      path: request.url ?? "",
      apiKey: request.headers["x-api-key"]?.toString(),
      idempotencyKey: request.headers["idempotency-key"]?.toString(),
      body: mail,
    });
    if (isHolding) await new Promise<void>((resolve) => waiting.push(resolve));
    if (mail.personalizations[0]?.to[0]?.email === refused) return response.writeHead(400).end();
    const conduct = conducts.length > 1 ? conducts.shift() : conducts[0];
    if (!conduct || conduct === "hangs") return;
    if (conduct === "drops") return request.socket.destroy();
    const { status, body = {}, headers } = conduct;
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    /** Settings for the worker. */
    settings: {
      MAIL_PROVIDER: "mailchannels",
      MAILCHANNELS_API_KEY: "the-key",
      MAIL_FROM: "deckle@example.com",
      MAILCHANNELS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    received,
    /** Sets the responses to the next emails, in order; the last one repeats. Forgets received emails. */
    behave(...next: [Conduct, ...Conduct[]]) {
      conducts = next;
      received.length = 0;
    },
    /** Refuses every email to an address; null refuses none. */
    refuse(address: string | null) {
      refused = address;
    },
    /** Holds back responses until they are released. */
    hold() {
      isHolding = true;
    },
    /** The number of emails without a response. */
    waiting: () => waiting.length,
    /** Responds to the emails that are held back. */
    letGo() {
      for (const go of waiting.splice(0)) go();
    },
    /** From now on, responds to every further email immediately. */
    holdNoMore() {
      isHolding = false;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
