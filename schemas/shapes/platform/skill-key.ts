import { createHash } from "node:crypto";

/**
 * The form in which skill names are compared: without case, width, accents and most punctuation. Signs
 * that make another skill stay: C, C++, C# and .NET are four. Empty for text without letter, digit or sign.
 */
export function foldSkill(spelling: string): string {
  return spelling
    .normalize("NFKC")
    .replaceAll("♯", "#")
    .normalize("NFD")
    .replace(/[\u0300-\u036F]+/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}+#.]+/gu, " ")
    .split(" ")
    .map(foldWord)
    .filter((word) => word !== "")
    .join(" ")
    .replace(/(?<=[\p{L}\p{N}]) (?=(?:\+{1,2}|#)(?: |$))/gu, "");
}

/** A dot counts before and inside a word, plus and sharp behind it. */
const foldWord = (word: string): string =>
  word
    .replace(/^[+#]+(?=[^+#])/, "")
    .replace(/^\.+(?=\.)/, "")
    .replace(/\.+(?=[+#]*$)/, "");

/** The id of the skill with this folded name: one name has one id everywhere. */
export function skillIdOf(key: string): string {
  const digest = createHash("sha256").update(`skill ${key}`).digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString("hex", 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
