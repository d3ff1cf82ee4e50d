import { expect, test } from "vitest";
import { matchesTerm } from "./matches-term.ts";

test.each([
  ["Users", ""],
  ["Users", "u"],
  ["Users", "SER"],
  ["Users", " users "],
  ["New User", "new us"],
  ["New User", "user new"],
  ["Ouvrir l’application", "appli"],
  ["Téléverser", "tele"],
  ["المستخدمون", "مستخدم"],
])("%s is found by %j", (label, term) => expect(matchesTerm(label, term)).toBe(true));

test.each([
  ["Users", "se"],
  ["API Documentation", "dune"],
  ["API Documentation", "admin"],
  ["New User", "new book"],
  ["A𐐨𐐩", "𐐨𐐩"], // two letters, although four code units
])("%s is not found by %j", (label, term) => expect(matchesTerm(label, term)).toBe(false));
