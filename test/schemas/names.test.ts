import { describe, expect, test } from "vitest";
import { nameText } from "#schemas/shapes/text.ts";

const isName = (text: string) => nameText(120).safeParse(text).success;

describe("a name", () => {
  test.each([
    "\u200B",
    "\u00AD",
    "\u3164",
    "\u115F\u1160",
    "\uFFA0",
    "\u2800",
    "\uFEFF",
    "\u2060\u200D\u200C",
    "\u180E",
    "\u034F",
    "\uFE0F",
    "\u{E0020}\u{E0041}",
    "\u{1D159}",
    " \u200B \u00A0 \u3000 ",
    "\u0301",
  ])("of invisible characters only is refused: %#", (text) => {
    expect(isName(text)).toBe(false);
  });

  test.each([
    "A",
    "7",
    "&",
    "東京",
    "한국",
    "é",
    "e\u0301",
    "❤️",
    "👩\u200D💻",
    "می\u200Cخواهم",
    "co\u00ADoperate",
    "مرحبا",
    "€",
  ])("with a visible character is taken: %s", (text) => {
    expect(isName(text)).toBe(true);
  });
});
