import type { EntityDefinition } from "../definition.ts";

/** The English strings of an entity, the namespace of its name. */
export function stringsOf(entity: EntityDefinition) {
  const { aName, plural, name, Name, Plural, fields, files, title, owner, alsoManager, isPublic, isAtHome } =
    entity;
  const choices = fields.filter(({ type }) => type === "choice");
  return {
    ...(owner
      ? {
          list: {
            title: isPublic || owner === "organisation" ? Plural : `Your ${plural}`,
            navigation: Plural,
            empty: `No ${plural} yet`,
          },
          order: {
            label: "Order",
            "-updated": "Latest change first",
            [title.name]: `By ${title.label.toLowerCase()}`,
          },
          new: `New ${name}`,
          update: `Update ${name}`,
          ...(isPublic && {
            whose: { label: "Whose", all: "Everybody's", mine: "Yours" },
            owner: { name: "By {{name}}", unnamed: "By somebody without a name", you: "By you" },
          }),
          ...(isAtHome && { latest: `Your latest ${plural}` }),
          ...(alsoManager && { everybodys: { title: `Everybody's ${plural}`, owner: "Owner" } }),
        }
      : {
          list: {
            title: Plural,
            empty: `No ${plural} yet`,
            emptyDescription: `Once an administrator has added ${plural}, they appear here.`,
          },
          all: `All ${plural}`,
          manager: { new: `New ${Name}`, update: `Update ${Name}` },
        }),
    success: { created: `${Name} created`, updated: `${Name} updated`, deleted: `${Name} deleted` },
    fields: Object.fromEntries([...fields, ...files].map(({ name, label }) => [name, label])),
    ...(choices.length > 0 && {
      choices: Object.fromEntries(
        choices.map((field) => [
          field.name,
          Object.fromEntries(field.choices.map((choice) => [choice, sentence(choice)])),
        ]),
      ),
    }),
    audit: { create: `Added ${aName}`, update: `Changed ${aName}`, delete: `Deleted ${aName}` },
  };
}

/** "veryHard" as a sentence: "Very hard". */
const sentence = (word: string) => {
  const spaced = word.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};
