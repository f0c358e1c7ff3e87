/** Tickers are stored in upper case with EDGAR's hyphen. */
export function canonicalTicker(ticker: string): string {
  return ticker.trim().toUpperCase().replaceAll(".", "-");
}
