import type { Slice } from "#app/core/lib/slice.ts";
import { api } from "#app/slices/api/slice.ts";
import { book } from "#app/slices/book/slice.ts";
import { bounce } from "#app/slices/bounce/slice.ts";
import { captcha } from "#app/slices/captcha/slice.ts";
import { dashboard } from "#app/slices/dashboard/slice.ts";
import { demo } from "#app/slices/demo/slice.ts";
import { digest } from "#app/slices/digest/slice.ts";
import { emailPreference } from "#app/slices/email-preference/slice.ts";
import { factorReset } from "#app/slices/factor-reset/slice.ts";
import { genre } from "#app/slices/genre/slice.ts";
import { health } from "#app/slices/health/slice.ts";
import { holding } from "#app/slices/holding/slice.ts";
import { impersonation } from "#app/slices/impersonation/slice.ts";
import { logo } from "#app/slices/logo/slice.ts";
import { organisation } from "#app/slices/organisation/slice.ts";
import { organisationKey } from "#app/slices/organisation-key/slice.ts";
import { palette } from "#app/slices/palette/slice.ts";
import { passkey } from "#app/slices/passkey/slice.ts";
import { picture } from "#app/slices/picture/slice.ts";
import { provider } from "#app/slices/provider/slice.ts";
import { secondStep } from "#app/slices/second-step/slice.ts";
import { share } from "#app/slices/share/slice.ts";
import { shelf } from "#app/slices/shelf/slice.ts";
import { site } from "#app/slices/site/slice.ts";
import { upload } from "#app/slices/upload/slice.ts";

/**
 * The one list of what the product is made of beyond people and their accounts. `npm run remove` takes slices out,
 * `npm run new:entity` adds one (docs/architecture.md, Slices).
 */
export const SLICES = [
  holding,
  book,
  genre,
  shelf,
  share,
  organisation,
  organisationKey,
  digest,
  health,
  emailPreference,
  bounce,
  upload,
  picture,
  logo,
  dashboard,
  passkey,
  secondStep,
  factorReset,
  provider,
  captcha,
  api,
  impersonation,
  palette,
  site,
  demo,
] as const satisfies readonly Slice[];

type AnySlice = (typeof SLICES)[number];

/** What slices declare of a kind, as a union of their declarations. */
export type Declared<Key extends keyof Slice> = AnySlice extends infer One
  ? One extends Readonly<Record<Key, infer Value>>
    ? Value
    : never
  : never;

/** What slices declare of a kind, in the order of the list. */
export function declared<Key extends keyof Slice>(key: Key): Declared<Key>[] {
  const slices: readonly Slice[] = SLICES;
  const values: unknown[] = slices.flatMap((slice) => (slice[key] === undefined ? [] : [slice[key]]));
  return values as Declared<Key>[];
}

/** The records of a union in one. */
export type Merged<Records> = {
  readonly [Key in Records extends unknown ? keyof Records : never]: Records extends Readonly<
    Record<Key, infer Value>
  >
    ? Value
    : never;
};

/** The records that slices declare of a kind, in one. */
export const merged = <
  Key extends "entities" | "owned" | "ofOrganisation" | "organisationPages" | "errorCodes",
>(
  key: Key,
): Merged<Declared<Key>> => Object.assign({}, ...declared(key));
