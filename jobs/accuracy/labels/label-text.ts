/** Words that filers use for the same thing. */
const synonyms: Readonly<Record<string, string>> = {
  shareholders: "stockholders",
  shareholder: "stockholders",
  stockholder: "stockholders",
  shareowners: "stockholders",
  shareowner: "stockholders",
  stockowners: "stockholders",
};

/**
 * A printed label as words: lower case, without notes in brackets and punctuation, "total" in front. "Net income (loss)"
 * is "net income", "Assets, Total" is "total assets".
 */
export function plainWords(label: string): string {
  const words = label
    .toLowerCase()
    .replace(/\([^()]*\)/g, " ")
    .replace(/\[[^[\]]*\]/g, " ")
    .replace(/['’`´]/g, "")
    .replace(/&/g, " and ")
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/\bnon controlling\b/g, "noncontrolling")
    .trim()
    .split(" ")
    .map((word) => synonyms[word] ?? word);
  if (words.length > 1 && words.at(-1) === "total") words.unshift(words.pop() ?? "");
  return words.join(" ");
}

/**
 * True where the words are the pattern. "*" stands for any text at its place, also none: "total * equity",
 * "* before income taxes".
 */
export function matchesPattern(words: string, pattern: string): boolean {
  const parts = pattern.split("*");
  const [first = "", ...rest] = parts;
  if (rest.length === 0) return words === pattern;
  const last = rest.pop() ?? "";
  if (!words.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = words.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return words.length - last.length >= at && words.endsWith(last);
}
