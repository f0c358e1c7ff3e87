/** Formatters cost far more to make than to use. */
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const twoDigits = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
const percents = new Intl.NumberFormat("en-US", {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const prices = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const rates = new Intl.NumberFormat("en-US", {
  style: "percent",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** A minus sign as wide as a digit, and none before a rounded zero. */
const signed = (text: string) => (/^-[0.,%]*$/.test(text) ? text.slice(1) : text.replace("-", "−"));

/** How a column of figures is written: each divided by this, which its head names. */
export interface Scale {
  divisor: number;
  /** "millions"; "" for figures as they are. */
  words: string;
}

/** The scale in which the largest of the figures has a readable number of digits. */
export function scaleOf(values: Iterable<number>): Scale {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  if (largest >= 1e8) return { divisor: 1e6, words: "millions" };
  return largest >= 1e5 ? { divisor: 1e3, words: "thousands" } : { divisor: 1, words: "" };
}

/** "383,285" for 383285000000 in millions; one digit after the point where little is left before it. */
export function amountText(value: number, { divisor }: Scale): string {
  const scaled = value / divisor;
  const isSmall = divisor > 1 && scaled !== 0 && Math.abs(scaled) < 10;
  return signed((isSmall ? oneDigit : whole).format(scaled));
}

const upToOneDigit = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** "383,285" for 383285000000 in millions, "0.5" for 500000: what was printed, with no digit that was not. */
export const printedAmountText = (value: number, { divisor }: Scale): string =>
  signed(upToOneDigit.format(value / divisor));

/** "6.13"; at least two digits after the point, at most four. */
export const perShareText = (value: number) => signed(twoDigits.format(value));

/** "128.02": a price, to the hundredth. */
export const priceText = (value: number) => signed(prices.format(value));

/** "43.3%" for the fraction 0.433. */
export const percentText = (fraction: number) => signed(percents.format(fraction));

/** "9.81%" for the fraction 0.0981: rates and estimates, where the second digit tells. */
export const rateText = (fraction: number) => signed(rates.format(fraction));

/** "12.5x": a multiple, to the tenth. */
export const multipleText = (value: number) => `${signed(oneDigit.format(value))}x`;

/** "383.3B" */
export const compactText = (value: number) => signed(compact.format(value));

const exact = new Intl.NumberFormat("en-US", { maximumFractionDigits: 30 });

/** Exact decimal text with its thousands apart: "383,285,000,000". */
export const exactText = (decimal: string) =>
  signed(exact.format(decimal as Intl.StringNumericLiteral));
