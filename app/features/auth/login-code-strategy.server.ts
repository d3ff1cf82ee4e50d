import { type Cookie, data } from "react-router";
import { Strategy } from "remix-auth/strategy";
import { emailSchema } from "#app/features/user/user.schema.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { verifySchema } from "./auth.schema.ts";

/** What the visitor brings to prove an address. */
export interface LoginProof {
  /** Null where the browser holds no challenge of ours. */
  challengeId: string | null;
  /** The address the page named, normalised. */
  email: string;
  /** Six ASCII digits. */
  code: string;
}

/** remix-auth's strategy for codes that were sent by mail: gathers the proof; `verify` judges it. */
export class LoginCodeStrategy<User> extends Strategy<User, LoginProof> {
  override name = "login-code";
  readonly #cookie: Cookie;

  /** @param cookie holds the id of the challenge */
  constructor(cookie: Cookie, verify: Strategy.VerifyFunction<User, LoginProof>) {
    super(verify);
    this.#cookie = cookie;
  }

  override async authenticate(request: Request): Promise<User> {
    const form = verifySchema.safeParse(Object.fromEntries(await readForm(request)));
    // The form was checked before (its messages need the reader's language): this is a request without one.
    if (!form.success || form.data.intent !== "confirm") throw data(null, { status: 400 });
    const challengeId: unknown = await this.#cookie.parse(request.headers.get("Cookie"));
    const email = emailSchema.safeParse(new URL(request.url).searchParams.get("email") ?? "");
    if (!email.success) throw data(null, { status: 400 });
    return this.verify({
      challengeId: typeof challengeId === "string" ? challengeId : null,
      email: email.data,
      code: form.data.code,
    });
  }
}
