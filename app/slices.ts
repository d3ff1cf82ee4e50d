import type { Slice, SliceRules } from "#app/core/lib/slice.ts";
import { api, apiRules } from "#app/slices/api/slice.ts";
import { book, bookRules } from "#app/slices/book/slice.ts";
import { bounce, bounceRules } from "#app/slices/bounce/slice.ts";
import { captcha } from "#app/slices/captcha/slice.ts";
import { cover, coverRules } from "#app/slices/cover/slice.ts";
import { dashboard } from "#app/slices/dashboard/slice.ts";
import { demo } from "#app/slices/demo/slice.ts";
import { digest } from "#app/slices/digest/slice.ts";
import { emailPreference, emailPreferenceRules } from "#app/slices/email-preference/slice.ts";
import { factorReset, factorResetRules } from "#app/slices/factor-reset/slice.ts";
import { gallery } from "#app/slices/gallery/slice.ts";
import { genre, genreRules } from "#app/slices/genre/slice.ts";
import { health, healthRules } from "#app/slices/health/slice.ts";
import { holding, holdingRules } from "#app/slices/holding/slice.ts";
import { impersonation, impersonationRules } from "#app/slices/impersonation/slice.ts";
import { listExport, listExportRules } from "#app/slices/list-export/slice.ts";
import { logo, logoRules } from "#app/slices/logo/slice.ts";
import { organisation, organisationRules } from "#app/slices/organisation/slice.ts";
import { organisationKey, organisationKeyRules } from "#app/slices/organisation-key/slice.ts";
import { palette } from "#app/slices/palette/slice.ts";
import { passkey, passkeyRules } from "#app/slices/passkey/slice.ts";
import { picture, pictureRules } from "#app/slices/picture/slice.ts";
import { provider, providerRules } from "#app/slices/provider/slice.ts";
import { secondStep, secondStepRules } from "#app/slices/second-step/slice.ts";
import { share, shareRules } from "#app/slices/share/slice.ts";
import { shelf, shelfRules } from "#app/slices/shelf/slice.ts";
import { shortcut } from "#app/slices/shortcut/slice.ts";
import { site, siteRules } from "#app/slices/site/slice.ts";
import { upload, uploadRules } from "#app/slices/upload/slice.ts";

/**
 * The only list of the product's slices: all parts except people and their accounts. `npm run remove` removes slices,
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
  cover,
  dashboard,
  passkey,
  secondStep,
  factorReset,
  provider,
  captcha,
  api,
  impersonation,
  listExport,
  shortcut,
  palette,
  site,
  gallery,
  demo,
] as const satisfies readonly Slice[];

/**
 * What slices declare for the server only, by slice name. No browser module uses it, so the bundler keeps it out of the
 * browser's script.
 */
const RULES = {
  holding: holdingRules,
  book: bookRules,
  genre: genreRules,
  shelf: shelfRules,
  share: shareRules,
  organisation: organisationRules,
  "organisation-key": organisationKeyRules,
  health: healthRules,
  "email-preference": emailPreferenceRules,
  bounce: bounceRules,
  upload: uploadRules,
  picture: pictureRules,
  logo: logoRules,
  cover: coverRules,
  passkey: passkeyRules,
  "second-step": secondStepRules,
  "factor-reset": factorResetRules,
  provider: providerRules,
  api: apiRules,
  impersonation: impersonationRules,
  "list-export": listExportRules,
  site: siteRules,
} as const satisfies Readonly<Record<string, SliceRules>>;

type AnySlice = (typeof SLICES)[number];
type AnyRules = (typeof RULES)[keyof typeof RULES];

/** The type of the property `Key` in each member of a union that has one. */
type At<Union, Key extends string> = Union extends Readonly<Record<Key, infer Value>> ? Value : never;

/** The values that slices declare under a key, as a union. */
export type Declared<Key extends keyof Slice> = At<AnySlice, Key>;

/** The values that slices declare under a key, in the order of SLICES. */
export function declared<Key extends keyof Slice>(key: Key): Declared<Key>[] {
  const slices: readonly Slice[] = SLICES;
  const values: unknown[] = slices.flatMap((slice) => (slice[key] === undefined ? [] : [slice[key]]));
  return values as Declared<Key>[];
}

/** What a slice declares for the server only; empty if it declares nothing. */
export const rulesOf = (name: string): SliceRules =>
  (RULES as Readonly<Record<string, SliceRules | undefined>>)[name] ?? {};

/** The values that slices declare under a key for the server only, as a union. */
export type Ruled<Key extends keyof SliceRules> = At<AnyRules, Key>;

/** Like {@link declared}, but for what slices declare for the server only. */
export function ruled<Key extends keyof SliceRules>(key: Key): Ruled<Key>[] {
  const rules: readonly SliceRules[] = Object.values(RULES);
  const values: unknown[] = rules.flatMap((one) => (one[key] === undefined ? [] : [one[key]]));
  return values as Ruled<Key>[];
}

/** A union of records as one record with the keys of all. */
export type Merged<Records> = {
  readonly [Key in Records extends unknown ? keyof Records : never]: Records extends Readonly<
    Record<Key, infer Value>
  >
    ? Value
    : never;
};

/** The records that slices declare under a key, merged into one. */
export const merged = <Key extends "entities" | "owned" | "ofOrganisation" | "childOf" | "organisationPages">(
  key: Key,
): Merged<Declared<Key>> => Object.assign({}, ...declared(key));
