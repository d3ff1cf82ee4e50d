import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fileSize } from "#app/core/i18n/formats.ts";
import { DOCUMENT_TYPES } from "#app/slices/upload/document-types.ts";
import { fileNameOf } from "#app/slices/upload/file-name.ts";
import { mediaTypeOf, TELLING_BYTES } from "#app/slices/upload/media-type.server.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const beginningOf = (name: string) =>
  new Uint8Array(readFileSync(`tests/support/upload-files/${name}`)).subarray(0, TELLING_BYTES);

describe("the first bytes determine the type of a document", () => {
  test.each([
    ["a PDF", bytesOf("%PDF-1.7\n"), "application/pdf"],
    ["RTF", bytesOf("{\\rtf1 A letter}"), "application/rtf"],
    [
      "Office, from the beginning of a file",
      beginningOf("letter.docx"),
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
    ["OpenDocument", beginningOf("notes.odt"), "application/vnd.oasis.opendocument.text"],
    ["CSV from Excel, in Windows-1252", Uint8Array.of(0x63, 0x61, 0x66, 0xe9, 0x3b, 0x31), "text/plain"],
    ["a page of HTML, which is sent as text", bytesOf("<script>alert(1)</script>"), "text/plain"],
    ["a picture", beginningOf("plain.png"), "image/png"],
  ])("%s", async (_, first, type) => {
    expect(await mediaTypeOf(first)).toBe(type);
    expect(DOCUMENT_TYPES).toContain(type);
  });

  test.each([
    ["a program", Uint8Array.of(0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0)],
    ["meaningless bytes", Uint8Array.of(1, 2, 3)],
  ])("%s is not a document", async (_, first) => {
    expect(DOCUMENT_TYPES).not.toContain(await mediaTypeOf(first));
  });
});

describe("the size of a file is shown", () => {
  test.each([
    ["en", 1, "1 kB"],
    ["en", 311_500, "312 kB"],
    ["fr", 1_440_000, "1,4\u202fMo"],
  ] as const)("in %s: %d bytes", (language, bytes, words) => {
    expect(fileSize(language, bytes)).toBe(words);
  });
});

describe("the name of a file is stored", () => {
  test.each([
    ["as it is", "Rapport d’été.pdf", "Rapport d’été.pdf"],
    ["in one line", "a\r\nContent-Type: text/html.pdf", "a Content-Type: text/html.pdf"],
    ["without characters that hide its ending", "photo\u202egpj.exe", "photo gpj.exe"],
    ["as file, if it has none", " \u200b", "file"],
    ["shortened, with its ending", `${"ü".repeat(150)}.docx`, `${"ü".repeat(94)}….docx`],
    ["shortened, without an ending", `${"😀".repeat(150)}`, `${"😀".repeat(99)}…`],
  ])("%s", (_, sent, stored) => {
    expect(fileNameOf(sent)).toBe(stored);
    expect(Array.from(stored).length).toBeLessThanOrEqual(100);
  });
});
