/** Words of a name such as "InterestExpenseDebt", or of a sentence, in lower case and without their plural. */
export function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1 && !filler.has(word))
    .map((word) => (word.length > 4 ? word.replace(/(?<!s)s$/, "") : word));
}

const filler = new Set(
  "of the and or in to for from by with an on as at is are that be".split(" "),
);
