/** True when the two differ by one typing error: one extra, missing or wrong letter, or two swapped neighbours. */
export function isOneSlip(typed: string, word: string): boolean {
  const [a, b] = [[...typed], [...word]];
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  const rest = (of: string[], from: number) => of.slice(from).join("");
  if (a.length > b.length) return rest(a, start + 1) === rest(b, start);
  if (a.length < b.length) return rest(a, start) === rest(b, start + 1);
  const isExchanged = a[start] === b[start + 1] && a[start + 1] === b[start];
  return (
    rest(a, start + 1) === rest(b, start + 1) ||
    (isExchanged && rest(a, start + 2) === rest(b, start + 2))
  );
}
