import { parseWithZod } from "@conform-to/zod/v4";
import { OpenAPIHono } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import * as z from "zod";
import {
  checkbox,
  day,
  decimal,
  integer,
  optional,
  optionalLines,
  optionalText,
  reference,
  requiredLines,
  requiredText,
} from "./fields.ts";

const schema = z.object({
  name: requiredText(10),
  note: optionalText(10),
  length: optional(decimal()),
  stops: integer(),
  opened: optional(day()),
  open: checkbox(),
  genreId: optional(reference()),
});

/** Parses fields in the form in which a browser sends them. */
function send(fields: Record<string, string>) {
  return parseWithZod(new URLSearchParams(fields), { schema });
}

test("a completed form returns typed values", () => {
  const sent = { name: " Nile ", note: "", length: "12,5", stops: "٣", opened: "2026-11-21", open: "on" };
  expect(send({ ...sent, genreId: "g" })).toMatchObject({
    status: "success",
    value: {
      name: "Nile",
      note: null,
      length: 12.5,
      stops: 3,
      opened: "2026-11-21",
      open: true,
      genreId: "g",
    },
  });
});

test("an empty form returns null for optional fields", () => {
  expect(send({ name: "Nile", stops: "0" })).toMatchObject({
    value: { note: null, length: null, opened: null, open: false, genreId: null },
  });
});

test("a text field is stored as one line or several, and as null if nothing in it is visible", () => {
  const texts = z.object({
    title: requiredText(100),
    author: optionalText(100),
    story: requiredLines(100),
    note: optionalLines(100),
  });
  const sent = { title: "Things\nFall", author: "\u200b\u00ad", story: " One\r\n\tTwo ", note: "\u3164" };
  expect(texts.parse(sent)).toEqual({ title: "Things Fall", author: null, story: "One\n\tTwo", note: null });
});

test.each([
  ["a required line", requiredText(10)],
  ["an optional line", optionalText(10)],
  ["required lines", requiredLines(10)],
  ["optional lines", optionalLines(10)],
])("%s refuses a NUL and half a surrogate pair with one message", (_, field) => {
  for (const text of ["\0", "a\0b", "a\ud800", "long enough\0"]) {
    expect(field.safeParse(text).error?.issues).toMatchObject([{ message: "validation:unstorable" }]);
  }
});

test.each([
  ["a line", requiredText(10, "missing")],
  ["lines", requiredLines(10, "missing")],
])("%s that is required but has no visible character is reported as missing, once", (_, field) => {
  for (const text of ["", " \n", "\u200b", "\u00ad", "\u2800", "\u3164", "\u{e0041}"]) {
    expect(field.safeParse(text).error?.issues).toMatchObject([{ message: "missing" }]);
  }
});

test("the limit applies to the length of the stored text", () => {
  expect(requiredText(4).safeParse("Cafe\u0301 \n").data).toBe("Café");
  expect(requiredText(4).safeParse("Cafés").success).toBe(false);
});

test.each([
  ["name", "  ", "validation:required"],
  ["length", "far", "validation:type.number"],
  ["stops", "1.5", "Invalid input: expected int, received number"],
  ["opened", "yesterday", "validation:invalid"],
])("the field %s refuses %j", (field, value, message) => {
  const { error } = send({ name: "Nile", stops: "0", [field]: value }).reply();
  expect(error).toEqual({ [field]: [message] });
});

test.each([
  ["a day", day()],
  ["a number", decimal()],
  ["a reference", reference()],
])("%s that is left empty is reported as required, not as invalid", (_, field) => {
  const form = new URLSearchParams({ field: "" });
  const { error } = parseWithZod(form, {
    schema: z.object({ field }),
    error: ({ input }) => (input === undefined ? "required" : "wrong"),
  }).reply();
  expect(error).toEqual({ field: ["required"] });
});

test("a program sends numbers and booleans as JSON values", () => {
  const sent = { name: "Nile", stops: 3, length: 12.5, open: true };
  expect(schema.parse(sent)).toMatchObject(sent);
  expect(schema.parse({ ...sent, length: null, open: false })).toMatchObject({ length: null, open: false });
  expect(schema.safeParse({ ...sent, stops: 1.5 }).success).toBe(false);
  expect(schema.safeParse({ ...sent, stops: true }).error?.issues).toMatchObject([
    { path: ["stops"], message: "validation:type.number" },
  ]);
});

test("the API document allows null for an optional number, with or without bounds", () => {
  const api = new OpenAPIHono();
  const quota = optional(decimal().pipe(z.number().min(0)));
  api.openAPIRegistry.register("Numbers", z.object({ stops: optional(integer()), quota }));
  const document = api.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "Numbers", version: "1" } });
  expect(document.components?.schemas?.Numbers).toMatchObject({
    properties: { stops: { type: ["integer", "null"] }, quota: { type: ["number", "null"] } },
  });
});
