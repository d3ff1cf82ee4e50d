import type { i18n, ParseKeys } from "i18next";
import type { $ZodErrorMap, $ZodRawIssue } from "zod/v4/core";
import { dateFormat } from "#app/core/i18n/formats.ts";

/** The types that have a name in the messages. */
const TYPES = ["string", "number", "boolean", "date", "array", "object"] as const;

/**
 * Validation messages in the reader's language, for issues without a message in the schema (docs/product.md,
 * Validation). Pass it to each parse, because zod's global configuration is shared by all requests.
 */
export function issueMessages({ t, language }: i18n): $ZodErrorMap {
  const day = () => dateFormat(language, { dateStyle: "medium", timeZone: "UTC" });

  const limitMessage = (
    { origin, inclusive }: { origin: string; inclusive?: boolean | undefined },
    bound: "min" | "max",
    limit: number | bigint,
  ) => {
    switch (origin) {
      case "string":
        return t(`validation:string.${bound}`, { count: Number(limit) });
      case "array":
      case "set":
      case "map":
        return t(`validation:array.${bound}`, { count: Number(limit) });
      case "date":
        return t(`validation:date.${bound}`, { limit: day().format(Number(limit)) });
      case "number":
      case "int":
      case "bigint": {
        const strict = { min: "above", max: "below" } as const;
        const kind = inclusive ? bound : strict[bound];
        return t(`validation:number.${kind}`, { limit });
      }
      default:
        return t("validation:invalid");
    }
  };

  return (issue: $ZodRawIssue) => {
    switch (issue.code) {
      case "invalid_type": {
        if (issue.input === undefined || issue.input === null) return t("validation:required");
        if (issue.expected === "int") return t("validation:type.integer");
        const type = TYPES.find((known) => known === issue.expected);
        return type ? t(`validation:type.${type}`) : t("validation:invalid");
      }
      case "too_small":
        return limitMessage(issue, "min", issue.minimum);
      case "too_big":
        return limitMessage(issue, "max", issue.maximum);
      case "invalid_value":
        return t("validation:enum");
      case "invalid_union":
        return t("validation:union");
      case "not_multiple_of":
        return t("validation:multipleOf", { divisor: issue.divisor });
      default:
        return t("validation:invalid");
    }
  };
}

/** The message of an issue in the reader's language. A schema's own messages are translation keys. */
export const messageOf = (i18n: i18n, message: string) =>
  i18n.exists(message) ? i18n.t(message as ParseKeys) : message;
