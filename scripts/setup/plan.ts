import { cancel, confirm, isCancel, multiselect, text } from "@clack/prompts";
import { DEFAULT_LANGUAGE, LANGUAGE_KEYS, LANGUAGES, type LanguageKey } from "#app/core/i18n/languages.ts";
import type { Slice } from "#app/core/lib/slice.ts";
import { ROLES } from "#app/permissions.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { SLICES } from "#app/slices.ts";
import { purposeOf } from "./parts.ts";

/** The answers to the questions of the set-up. */
export interface Plan {
  name: string;
  colour?: string | undefined;
  holder?: string | undefined;
  repository?: string | undefined;
  languages: LanguageKey[];
  /** The added roles. */
  roles: string[];
  without: string[];
  /** Whether `/` redirects visitors to the landing page. */
  landing: boolean;
}

const ALL: readonly Slice[] = SLICES;
const OTHER_LANGUAGES = LANGUAGE_KEYS.filter((key) => key !== DEFAULT_LANGUAGE);
/** The slice with the landing page. */
export const SITE = "site";

/** The items of a list that is separated by commas, without duplicates. */
export function listOf(text: string | undefined): string[] {
  const items = (text ?? "").split(",").map((item) => item.trim());
  return [...new Set(items)].filter((item) => item !== "");
}

/** Asks all questions. */
export async function ask(): Promise<Plan> {
  const name = answered(await text({ message: "What is the product called?", placeholder: PRODUCT_NAME }));
  const colour = answered(
    await text({
      message: "Its colour, as a CSS value or by name (empty: keep the current one)",
      placeholder: "teal",
      defaultValue: "",
    }),
  );
  const repository = answered(
    await text({ message: "The URL of its repository (empty: none)", defaultValue: "" }),
  );
  const holder = answered(
    await text({ message: "Who holds the copyright?", defaultValue: `The ${name} authors` }),
  );
  const languages = answered(
    await multiselect({
      message: "Which languages does it have in addition to English?",
      options: OTHER_LANGUAGES.map((key) => ({ value: key, label: LANGUAGES[key].name })),
      initialValues: OTHER_LANGUAGES,
      required: false,
    }),
  );
  const roles = answered(
    await text({
      message: `Which roles does it have in addition to ${ROLES.join(" and ")}? (Separated by commas; empty: none)`,
      defaultValue: "",
    }),
  );
  const kept = answered(
    await multiselect({
      message: "Which parts does it need?",
      options: ALL.map(({ name }) => ({ value: name, label: name, hint: purposeOf(name) })),
      initialValues: ALL.map((slice) => slice.name),
      required: false,
    }),
  );
  const landing =
    kept.includes(SITE) &&
    answered(await confirm({ message: "Do visitors start on a landing page?", initialValue: false }));
  return {
    name,
    landing,
    colour: colour || undefined,
    repository: repository || undefined,
    holder,
    languages: LANGUAGE_KEYS.filter((key) => key === DEFAULT_LANGUAGE || languages.includes(key)),
    roles: listOf(roles),
    without: ALL.map((slice) => slice.name).filter((slice) => !kept.includes(slice)),
  };
}

/** Asks for confirmation. */
export async function agreed(): Promise<boolean> {
  return answered(await confirm({ message: "Go ahead?" }));
}

/** Returns an answer. Ends the program if the question was cancelled. */
function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (!isCancel(answer)) return answer as Exclude<Answer, symbol>;
  cancel("Nothing was changed.");
  process.exit(0);
}
