import { DAY } from "#app/core/lib/durations.ts";
import type { Scope } from "#app/scopes.ts";
import { addAccessToken } from "./api-tokens.ts";
import { fetchInTime } from "./in-time.ts";
import { addUser } from "./people.ts";
import type { TestWorker } from "./worker.ts";

/** A program that calls the API with an access token of its owner. */
export class ApiCaller {
  readonly worker: TestWorker;
  readonly token: string;
  readonly owner: Awaited<ReturnType<typeof addUser>>;

  private constructor(worker: TestWorker, token: string, owner: Awaited<ReturnType<typeof addUser>>) {
    this.worker = worker;
    this.token = token;
    this.owner = owner;
  }

  /** A program with a new token of a new user. */
  static async of(
    worker: TestWorker,
    given: Parameters<typeof addUser>[1] = {},
    scopes: Scope[] = ["read"],
    { expiresAt = Date.now() + DAY }: { expiresAt?: number } = {},
  ): Promise<ApiCaller> {
    const owner = await addUser(worker, given);
    const { text } = await addAccessToken(worker, owner.id, { name: "Program", scopes, expiresAt });
    return new ApiCaller(worker, text, owner);
  }

  /** A copy of this program that sends `token` as its token; "" for no token. */
  with(token: string): ApiCaller {
    return new ApiCaller(this.worker, token, this.owner);
  }

  /** Another program of the same owner, with a new token. */
  async another(scopes: Scope[]): Promise<ApiCaller> {
    const { text } = await addAccessToken(this.worker, this.owner.id, { name: "Another program", scopes });
    return this.with(text);
  }

  /** Calls an operation. @param path below /api/v1, or a whole URL such as `next` */
  async call(path: string, init: RequestInit & { json?: unknown } = {}): Promise<Response> {
    const { json, ...rest } = init;
    const url = new URL(path.startsWith("/") ? `/api/v1${path}` : path, this.worker.url);
    return fetchInTime(url, {
      redirect: "manual",
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...rest,
      headers: {
        "Accept-Language": "en",
        ...(this.token && { Authorization: `Bearer ${this.token}` }),
        Connection: "close",
        ...(json !== undefined && { "Content-Type": "application/json" }),
        ...rest.headers,
      },
    });
  }

  /** The response to a GET, which must be 200. */
  async read(path: string): Promise<Record<string, unknown>> {
    const response = await this.call(path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  }
}
