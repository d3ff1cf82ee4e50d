import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { WorkerOptions } from "miniflare";
import type { EmailProviderName } from "#app/core/email/providers/index.ts";

/** An email as a service accepted or refused it. */
interface TakenMail {
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** How a service treats the next emails. */
export type Manner = "takes" | "refuses" | "is down" | "never answers";

/** Stands in for a real service: a server on this machine, or a worker behind the binding. */
export interface MailService {
  settings: Record<string, string>;
  overrides: Partial<WorkerOptions>;
  beside: WorkerOptions[];
  mails: TakenMail[];
  /** Forgets the emails. */
  behave(manner: Manner): void;
  stop(): void;
}

interface Answer {
  taken: unknown;
  read: (body: never) => TakenMail;
}

/** The requests and responses of each service with an HTTP API. */
const HTTP: Record<Exclude<EmailProviderName, "cloudflare">, Answer> = {
  mailchannels: {
    taken: { request_id: "1", results: [{ index: 0, message_id: "m", status: "sent" }] },
    read: (body: {
      from: { email: string };
      subject: string;
      headers?: Record<string, string>;
      personalizations: { to: { email: string }[] }[];
      content: { type: string; value: string }[];
    }) => ({
      to: body.personalizations[0]?.to[0]?.email ?? "",
      from: body.from.email,
      subject: body.subject,
      text: body.content[0]?.value ?? "",
      html: body.content[1]?.value ?? "",
      headers: body.headers ?? {},
    }),
  },
  resend: {
    taken: { id: "49a3999c-0ce1-4ea6-ab68-afcd6dc2e794" },
    read: (body: TakenMail & { to: unknown }) => ({
      ...body,
      to: String(body.to),
      from: /<(.+)>$/.exec(body.from)?.[1] ?? "",
      headers: body.headers ?? {},
    }),
  },
};

/** The settings for a service on this machine. */
const SETTINGS = {
  mailchannels: (url: string) => ({ MAILCHANNELS_API_KEY: "the-key", MAILCHANNELS_URL: url }),
  resend: (url: string) => ({ RESEND_API_KEY: "the-key", RESEND_URL: url }),
};

/** Starts the stand-in for a service. */
export async function startMailService(name: EmailProviderName): Promise<MailService> {
  const mails: TakenMail[] = [];
  let manner: Manner = "takes";
  const isOurs = name === "cloudflare";
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const body = JSON.parse(text);
    mails.push(isOurs ? body : HTTP[name].read(body as never));
    if (manner === "never answers") return;
    const status = { takes: 200, refuses: 422, "is down": 503 }[manner];
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(status === 200 ? (isOurs ? { messageId: "m" } : HTTP[name].taken) : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: isOurs ? {} : SETTINGS[name](url),
    overrides: isOurs ? { serviceBindings: { EMAIL: "mailer" } } : {},
    beside: isOurs
      ? [{ name: "mailer", compatibilityDate: "2026-07-30", modules: true, script: mailer(url) }]
      : [],
    mails,
    behave(next) {
      manner = next;
      mails.length = 0;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A worker with the method of Cloudflare's binding, which passes its arguments on. */
const mailer = (url: string) => `
import { WorkerEntrypoint } from "cloudflare:workers";

export default class extends WorkerEntrypoint {
  async send({ from, ...message }) {
    const body = JSON.stringify({ headers: {}, ...message, from: from.email });
    const response = await fetch("${url}", { method: "POST", body });
    if (!response.ok) throw Object.assign(new Error("not to " + message.to), { code: "E_" + response.status });
    return response.json();
  }
}
`;
