/** How alike two texts are: 1 for the same words, 0 for none in common. */
export type Similarity = (a: readonly string[], b: readonly string[]) => number;

/** Similarity in which a word counts the more, the fewer of the texts have it. */
export function rareWordSimilarity(texts: readonly (readonly string[])[]): Similarity {
  const counts = new Map<string, number>();
  for (const words of texts) {
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const weight = (word: string) => Math.log(1 + texts.length / (counts.get(word) ?? 0.5)) ** 2;
  const sum = (words: Iterable<string>) => [...words].reduce((total, w) => total + weight(w), 0);
  return (a, b) => {
    const [one, other] = [new Set(a), new Set(b)];
    const shared = sum([...one].filter((word) => other.has(word)));
    return shared === 0 ? 0 : shared / Math.sqrt(sum(one) * sum(other));
  };
}
