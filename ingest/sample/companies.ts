/** The day the bundled sample stands still at: it holds filings up to and including this date. */
export const sampleDate = "2026-02-28";

/** Of so many of a company's newest periodic reports the sample is asked for packages: all that it has are among them. */
export const sampleReportsMax = 10;

const sampleName = "the bundled sample";

/** What documents of the sample say of where they came from. */
export const sampleVia = `${sampleName} of ${sampleDate}`;

/** True for the origin of documents of the sample, of this release or an older one. */
export const isSampleVia = (via: string | null) => via?.startsWith(sampleName) ?? false;

/** The same as a LIKE pattern. */
export const sampleViaPattern = `${sampleName}%`;

export interface SampleCompany {
  /** Ten digits. */
  cik: string;
  /** First ticker of the company, or null: a delisted company has none. */
  ticker: string | null;
  name: string;
  /** What this company shows that the others do not. */
  why: string;
  /** First filing date of the window; the facts of every report filed from here to `sampleDate` are held. */
  from: string;
}

/** The companies of the bundled sample, largest first (the order of the regulator's ticker list). */
export const sampleCompanies: readonly SampleCompany[] = [
  {
    cik: "0001045810",
    ticker: "NVDA",
    name: "NVIDIA Corporation",
    why: "two splits (4:1 in 2021, 10:1 in 2024), a year that ends in January, a 53-week year",
    from: "2021-02-01",
  },
  {
    cik: "0001652044",
    ticker: "GOOGL",
    name: "Alphabet Inc.",
    why: "three share classes: no share count on the cover without its class; a 20:1 split in 2022",
    from: "2021-02-01",
  },
  {
    cik: "0000320193",
    ticker: "AAPL",
    name: "Apple Inc.",
    why: "52/53-week years, a 4:1 split in 2020, no stand-alone fourth quarter since",
    from: "2019-10-01",
  },
  {
    cik: "0001046179",
    ticker: "TSM",
    name: "Taiwan Semiconductor Manufacturing Company Limited",
    why: "a foreign private issuer: yearly 20-F under IFRS, in TWD with a USD convenience translation",
    from: "2020-01-01",
  },
  {
    cik: "0000019617",
    ticker: "JPM",
    name: "JPMorgan Chase & Co.",
    why: "a bank: no cost of revenue, no current assets",
    from: "2025-01-01",
  },
  {
    cik: "0000909832",
    ticker: "COST",
    name: "Costco Wholesale Corporation",
    why: "quarters of 12, 12, 12 and 16 or 17 weeks, a 53-week year",
    from: "2020-09-01",
  },
  {
    cik: "0001637459",
    ticker: "KHC",
    name: "The Kraft Heinz Company",
    why: "a restatement: 2017 and 2018 as first reported and as corrected; an impairment loss",
    from: "2018-02-01",
  },
  {
    cik: "0001336917",
    ticker: "UAA",
    name: "Under Armour, Inc.",
    why: "a changed fiscal year with a transition quarter (10-QT, 2022); two listed share classes",
    from: "2020-02-01",
  },
  {
    cik: "0001731289",
    ticker: null,
    name: "Nikola Corporation",
    why: "losses in every year, two 10-K/A, a 1:30 reverse split, bankrupt and delisted in 2025",
    from: "2020-03-01",
  },
];
