import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { comparisonKey, foldText, KEY_VERSION, MAX_KEY_LENGTH } from "./comparison-key.ts";

test.each([
  ["case and spaces", "L'Étranger", " l'etranger  "],
  ["ß", "STRASSE", "Straße"],
  ["capital ß", "STRASSE", "STRAẞE"],
  ["Greek accents", "Ὀδύσσεια", "οδυσσεια"],
  ["a final sigma", "ΟΔΟΣ", "οδος"],
  ["Arabic vowel signs", "أَوْلاد  حارَتِنا", "اولاد حارتنا"],
  ["tatweel", "كتـــاب", "كتاب"],
  ["full width", "Ｄｕｎｅ", "dune"],
  ["a hard space", "Ngũgĩ wa\u00a0Thiong'o", "ngugi wa thiong'o"],
  ["a typographic apostrophe", "L’Étranger", "L'Etranger"],
  ["other apostrophes", "Qurʾan ʻOkina Rock ‘n‛ Roll `x´ ′", "Qur'an 'Okina Rock 'n' Roll 'x' '"],
  ["quotation marks", "“Emma” «Emma» „Emma‟ 〝Emma〟 ״", '"Emma" "Emma" "Emma" "Emma" "'],
  ["hyphens and dashes", "a‐b‑c‒d–e—f―g−h－i", "a-b-c-d-e-f-g-h-i"],
  ["soft hyphens", "Auto\u00adbio\u00adgraphy", "Autobiography"],
  ["what can't be seen", "D\u200bu\u200dn\u2060e\ufeff \u{e0041}\ufe0f", "Dune"],
  ["direction marks", "\u202bDune\u202c \u2067\u2069\u061c", "Dune"],
  ["ligatures", "ﬁnd oﬃce Œuvre Ægir ĳ", "find office oeuvre aegir ij"],
  ["strokes", "Łódź Ørsted Đorđe Ħamrun ŧ", "Lodz Orsted Dorde Hamrun t"],
  ["thorn and eth", "Þórður", "Thordur"],
  ["hooks of Hausa and Ewe", "Ɓauna Ɗan Ƙofa Ƴanci ɛ ŋ", "Bauna Dan Kofa Yanci e n"],
  ["Arabic-Indic and Persian digits", "١٩٨٤ ۱۹۸۴", "1984 1984"],
  ["digits of other scripts", "१९८४ ๑๙๘๔ １９８４", "1984 1984 1984"],
  ["Arabic alefs and hamza", "أإآٱ ئ ؤ", "اااا ي و"],
  ["yeh and kaf of Persian", "کتاب علی على", "كتاب علي علي"],
  ["teh marbuta and heh", "رسالة خانۀ ہ", "رساله خانه ه"],
  ["a joiner in Persian", "می\u200cخواهم", "میخواهم"],
  ["Hebrew points, maqaf and geresh", "בְּרֵאשִׁית־ג׳", "בראשית-ג'"],
  ["controls and blanks", "Things\u0001\u2800Fall", "things fall"],
])("two texts have the same key despite %s", (_, one, other) => {
  expect(comparisonKey(one)).toBe(comparisonKey(other));
});

test.each([
  ["Emma", "Emna"],
  ["लड़का", "लड़की"],
  ["はな", "ばな"],
  ["لڑکی", "لڑکے"],
  ["ที่", "ที"],
  ["1984", "1985"],
  ["Dune", "Dune 2"],
])("%j and %j have different keys", (one, other) => {
  expect(comparisonKey(one)).not.toBe(comparisonKey(other));
});

test("a missing text has the empty key", () => {
  expect([comparisonKey(null), comparisonKey(undefined), comparisonKey("  ")]).toEqual(["", "", ""]);
});

test("the key of a key is itself, ignores case and surrounding space, and contains no control character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 400, size: "max" }), (text) => {
      const key = comparisonKey(text);
      return (
        comparisonKey(key) === key &&
        comparisonKey(`\t ${text}\n`) === key &&
        key.length <= MAX_KEY_LENGTH &&
        key.isWellFormed() &&
        !/\p{Cc}/u.test(key)
      );
    }),
    { numRuns: 50 },
  );
});

test("a key has a maximum length, and two long texts that differ only at the end have different keys", () => {
  const long = "\ufdfa".repeat(100);
  expect(foldText(long)).toHaveLength(1800);
  expect(comparisonKey(long).length).toBeLessThanOrEqual(MAX_KEY_LENGTH);
  expect(comparisonKey(`${long}a`)).not.toBe(comparisonKey(`${long}b`));
  // A cut never splits a character, and the digest is a separate word.
  for (let n = 0; n < 4; n++)
    expect(comparisonKey("a".repeat(n) + "😀".repeat(200))).toMatch(/^[^\ufffd]+ [a-z0-9]{13}$/);
});

test("the keys of known texts equal those in deployed tables: raise KEY_VERSION with any change to them", () => {
  const blocks = [
    [0x20, 0x2af],
    [0x370, 0x6ff],
    [0x900, 0x97f],
    [0xe00, 0xe7f],
    [0x1e00, 0x206f],
    [0x3040, 0x30ff],
    [0xac00, 0xacff],
    [0xfb00, 0xfdff],
    [0xfe70, 0xffef],
  ] as const;
  const hash = createHash("sha256");
  for (const [first, last] of blocks) {
    for (let code = first; code <= last; code++) hash.update(`${comparisonKey(String.fromCharCode(code))}\n`);
  }
  hash.update(comparisonKey("\ufdfa".repeat(100)));
  expect({ version: KEY_VERSION, keys: hash.digest("hex") }).toEqual({
    version: 2,
    keys: "dfa0c58339a324c9811af26192dd3f7e3a1e9e3c03994abd180d64025f0fc26f",
  });
});
