import { currencyCode } from "./currency-code.ts";

interface Names {
  basic: string;
  diluted: string;
  both: string;
}

/** A kind of figure with the standard elements that it has. */
interface Figure {
  standard: Names;
  /** Words of a name that change nothing of what the figure is. Any other word makes it a part or another thing. */
  plainWords: ReadonlySet<string>;
  /** Of each list a word has to be there. */
  needed: readonly (readonly string[])[];
  isUnit(unit: string): boolean;
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const earnings: Figure = {
  standard: {
    basic: "EarningsPerShareBasic",
    diluted: "EarningsPerShareDiluted",
    both: "EarningsPerShareBasicAndDiluted",
  },
  plainWords:
    wordsOf(`And Applicable Attributable Available Basic Common Diluted Earnings Income Loss Net Ordinary Parent Per Share
    Shareholder Shareholders Shares Stock Stockholder Stockholders To Total Unit Unitholders Units`),
  needed: [["Per"], ["Earnings", "Income", "Loss"], ["Share", "Shares", "Unit", "Units"]],
  isUnit: (unit) => currencyCode.test(unit.replace("/shares", "")),
};

const averageShares: Figure = {
  standard: {
    basic: "WeightedAverageNumberOfSharesOutstandingBasic",
    diluted: "WeightedAverageNumberOfDilutedSharesOutstanding",
    both: "WeightedAverageNumberOfShareOutstandingBasicAndDiluted",
  },
  plainWords: wordsOf(
    "And Average Basic Common Diluted Number Of Ordinary Outstanding Share Shares Stock Unit Units Weighted",
  ),
  needed: [["Average"], ["Share", "Shares", "Unit", "Units"]],
  isUnit: (unit) => unit === "shares",
};

const figures: readonly Figure[] = [earnings, averageShares];

/** The standard elements that say the same as one of them where a filing states them. */
const sameAs: ReadonlyMap<string, readonly string[]> = new Map(
  figures.flatMap(({ standard: { basic, diluted, both } }) => [
    [basic, [basic, both]],
    [diluted, [diluted, both]],
    [both, [basic, diluted, both]],
  ]),
);

/** What is paid out and what is kept are together the whole. */
const whole = "DistributedAndUndistributed";

/**
 * The standard element of earnings per share, or of the average of the shares, that a filer's own one stands for, as its name and unit
 * tell: "BasicEarningsPerShare", "WeightedAverageNumberBasicDilutedSharesOutstanding". Null for any other name, such as that of earnings from
 * continuing operations.
 */
export function perShareTagOf(name: string, unit?: string): string | null {
  const words = name.replace(whole, "").split(/(?=[A-Z])/);
  const has = (word: string) => words.includes(word);
  const figure = figures.find(
    ({ plainWords, needed }) =>
      needed.every((list) => list.some(has)) && words.every((word) => plainWords.has(word)),
  );
  if (!figure || (unit !== undefined && !figure.isUnit(unit))) return null;
  const { basic, diluted, both } = figure.standard;
  if (has("Basic")) return has("Diluted") ? both : basic;
  return has("Diluted") ? diluted : null;
}

/**
 * The filer's own elements of earnings per share and average shares in one filing, each with the standard one that it is read as: only where
 * the filing states no standard one for it (`standard`, "taxonomy:tag") and no two own ones stand for the same.
 */
export function ownPerShare(
  own: Iterable<string>,
  standard: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const found = [...new Set(own)].flatMap((name): [string, string][] => {
    const tag = perShareTagOf(name);
    if (tag === null) return [];
    const isStated = sameAs.get(tag)?.some((other) => standard.has(`us-gaap:${other}`));
    return isStated ? [] : [[name, tag]];
  });
  const isAlone = ([name, tag]: [string, string]) =>
    found.every(([other, its]) => other === name || !sameAs.get(its)?.includes(tag));
  return new Map(found.filter(isAlone));
}
