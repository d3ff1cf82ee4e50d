import fc from "fast-check";

/** The parts of texts from people, programs and files: letters of all kinds, and characters that some programs lose. */
const unit = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        "a",
        " ",
        "  ",
        "\n",
        "\r\n",
        "\r",
        "\t",
        "\u0001",
        "\u0085",
        "\u2028",
        "'",
        '"',
        ";",
        ",",
        "=",
        "+",
        "-",
        "@",
        "＝",
      ],
      ...[
        "<b>",
        "&amp;",
        "\\",
        "{{x}}",
        "\u0301",
        "\u200b",
        "\u200c",
        "\u200d",
        "\u00ad",
        "\ufeff",
        "\u202e",
        "\ufffd",
        "\ufdfa",
        "’",
      ],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("\0", "\ud800", "\u2800", "\u3164", "\ue000", "\uffff", "\u{e0041}"),
  },
);

/** A text as it may arrive. It is never empty, because a form does not send an empty text. */
export const anyText = fc.array(unit, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""));

/** Texts that a bug once lost or changed. */
export const KNOWN_TEXTS = [
  "Things\nFall Apart",
  "Things\r\nFall\tApart\u0001",
  "\n\n  two lines\r\nof text  ",
  "a\0b",
  "half \ud83d",
  "\u200b\u00ad\u2800",
  "x;=cmd|' /C calc'!A0",
  "'=1;'-2",
  '";"=1',
  "Cafe\u0301 – L’Étranger",
  "\ufeffbegins with a mark",
  "\ufdfa".repeat(100),
];
