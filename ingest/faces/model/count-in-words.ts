/** Whether words state a count of shares, in full, in thousands or in millions: "20,292,026 shares", "377.3 shares issued". */
export function isCountInWords(count: number, words: string): boolean {
  const numbers = words.match(/\d[\d,]*(\.\d+)?/g) ?? [];
  const stated = numbers.filter((text) => text.length >= digitsMin).map(asNumber);
  return stated.some((number) => [1, 1e3, 1e6].some((scale) => number * scale === count));
}

/** Years and par values are shorter than most counts. */
const digitsMin = 5;

const asNumber = (text: string): number => Number(text.replaceAll(",", ""));
