import type { EntityDefinition } from "../definition.ts";

// What an entity declares of itself.

export const sliceModule = ({ name, plural, unique }: EntityDefinition): string => {
  const errorCodes =
    unique.length > 0 ? `\n  errorCodes: { ${name.toUpperCase()}_ALREADY_EXISTS: 409 },` : "";
  return `import type { Slice } from "#app/core/lib/slice.ts";

export const ${name} = {
  name: "${name}",
  entities: { ${name}: "${plural}" },
  granted: ["${name}:list", "${name}:read"],${errorCodes}
  namespaces: ["${name}"],
  strings: { "/app": ["${name}"], "/manager": ["${name}"] },
} as const satisfies Slice;
`;
};
