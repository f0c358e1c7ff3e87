/** The standard elements of earnings per share, and the ones that say the same where a filing states them. */
const standardNames = {
  basic: "EarningsPerShareBasic",
  diluted: "EarningsPerShareDiluted",
  both: "EarningsPerShareBasicAndDiluted",
} as const;

type EarningsTag = (typeof standardNames)[keyof typeof standardNames];

const sameAs: Record<EarningsTag, readonly EarningsTag[]> = {
  EarningsPerShareBasic: [standardNames.basic, standardNames.both],
  EarningsPerShareDiluted: [standardNames.diluted, standardNames.both],
  EarningsPerShareBasicAndDiluted: Object.values(standardNames),
};

/** Words of a name that change nothing of what earnings per share are. Any other word makes it a part or another thing. */
const plainWords = new Set(
  `And Applicable Attributable Available Basic Common Diluted Earnings Income Loss Net Ordinary Parent Per Share
  Shareholder Shareholders Shares Stock Stockholder Stockholders To Total Unit Unitholders Units`.split(
    /\s+/,
  ),
);

const incomes = ["Earnings", "Income", "Loss"];
const holdings = ["Share", "Shares", "Unit", "Units"];

/** What is paid out and what is kept are together the whole. */
const whole = "DistributedAndUndistributed";

/**
 * The standard element that a filer's own one stands for, as its name tells: "BasicEarningsPerShare",
 * "BasicAndDilutedNetIncomeLossPerShare". Null for any other name, such as that of earnings from continuing operations.
 */
export function earningsTagOf(name: string): EarningsTag | null {
  const words = name.replace(whole, "").split(/(?=[A-Z])/);
  const has = (word: string) => words.includes(word);
  if (!has("Per") || !incomes.some(has) || !holdings.some(has)) return null;
  if (!words.every((word) => plainWords.has(word))) return null;
  if (has("Basic")) return has("Diluted") ? standardNames.both : standardNames.basic;
  return has("Diluted") ? standardNames.diluted : null;
}

/**
 * The filer's own elements of earnings per share in one filing, each with the standard one that it is read as: only where the filing
 * states no standard one for it (`standard`, "taxonomy:tag") and no two own ones stand for the same.
 */
export function ownEarnings(
  own: Iterable<string>,
  standard: ReadonlySet<string>,
): ReadonlyMap<string, EarningsTag> {
  const found = [...new Set(own)].flatMap((name): [string, EarningsTag][] => {
    const tag = earningsTagOf(name);
    const isStated = tag && sameAs[tag].some((other) => standard.has(`us-gaap:${other}`));
    return tag && !isStated ? [[name, tag]] : [];
  });
  const isAlone = ([name, tag]: [string, EarningsTag]) =>
    found.every(([other, its]) => other === name || !sameAs[its].includes(tag));
  return new Map(found.filter(isAlone));
}
