import type { EntityDefinition } from "../definition.ts";

/** The English strings of an entity, the namespace of its name. */
export function stringsOf({ aName, plural, Name, Plural, fields }: EntityDefinition) {
  const choices = fields.filter(({ type }) => type === "choice");
  return {
    list: {
      title: Plural,
      empty: `No ${plural} yet`,
      emptyDescription: `Once an administrator has added ${plural}, they appear here.`,
    },
    all: `All ${plural}`,
    manager: { new: `New ${Name}`, update: `Update ${Name}` },
    success: { created: `${Name} created`, updated: `${Name} updated`, deleted: `${Name} deleted` },
    fields: Object.fromEntries(fields.map((field) => [field.name, field.label])),
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

/** "veryHard" as people write it. */
const sentence = (word: string) => {
  const spaced = word.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};
