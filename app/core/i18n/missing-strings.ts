/** Strings by key, nested as in the files of locales/. */
export type Strings = { [key: string]: string | Strings };

const PLURAL_FORM = /_(zero|one|two|few|many|other)$/;

/**
 * The default language's strings that another language lacks. A plural that lacks any of its forms is missing as a
 * whole, because the default language's forms stand for other numbers.
 * @param own the language's strings, nested like `all`
 */
export function stringsMissingFrom(own: Strings, all: Strings, language: string): Strings {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return missingFrom(own, all, pluralCategories);
}

function missingFrom(own: Strings, all: Strings, pluralCategories: Intl.LDMLPluralRule[]): Strings {
  const missing: Strings = {};
  for (const [key, value] of Object.entries(all)) {
    const translated = own[key];
    if (typeof value === "object") {
      const nested = missingFrom(typeof translated === "object" ? translated : {}, value, pluralCategories);
      if (Object.keys(nested).length > 0) missing[key] = nested;
    } else {
      const needed = PLURAL_FORM.test(key)
        ? pluralCategories.map((category) => key.replace(PLURAL_FORM, `_${category}`))
        : [key];
      if (needed.some((form) => own[form] === undefined)) missing[key] = value;
    }
  }
  return missing;
}
