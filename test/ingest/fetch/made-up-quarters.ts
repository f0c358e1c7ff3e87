import { makeZip } from "../../helpers/companies/make-zip.ts";

export const one = "0000000001";
export const two = "0000000002";

export interface Row {
  cik: string;
  accession: string;
  value?: string;
}

export const rows: Row[] = [
  { cik: one, accession: "0000000001-10-000001" },
  { cik: two, accession: "0000000002-10-000002", value: "8.0000" },
];

/** The tables of a quarter, with a line of each filing's balance sheet. */
export function tablesOf(filings: readonly Row[]): Record<string, string> {
  const table = (head: string, line: (row: Row) => string) =>
    [head, ...filings.map(line)].join("\n");
  return {
    "sub.txt": table(
      "adsh\tcik\tname\tsic\tfye\tform\tperiod\tfy\tfp\tfiled\tinstance",
      ({ accession, cik }) =>
        `${accession}\t${Number(cik)}\tCompany ${Number(cik)}\t2080\t1231\t10-Q\t20100331\t2010\tQ1\t20100429\tx.xml`,
    ),
    "num.txt": table(
      "adsh\ttag\tversion\tddate\tqtrs\tuom\tsegments\tcoreg\tvalue\tfootnote",
      ({ accession, value = "7.0000" }) =>
        `${accession}\tAssets\tus-gaap/2009\t20100331\t0\tUSD\t\t\t${value}\t`,
    ),
    "pre.txt": table(
      "adsh\treport\tline\tstmt\tinpth\trfile\ttag\tversion\tplabel\tnegating",
      ({ accession }) => `${accession}\t2\t1\tBS\t0\tR\tAssets\tus-gaap/2009\tTotal assets\t0`,
    ),
    "tag.txt":
      "tag\tversion\tcustom\tabstract\tdatatype\tiord\tcrdr\ttlabel\tdoc\nAssets\tus-gaap/2009\t0\t0\tmonetary\tI\tD\tAssets\tAll",
  };
}

export const zipOf = (tables: Record<string, string>) =>
  makeZip(Object.entries(tables).map(([name, body]) => ({ name, body })));

export const quarterZip = (filings: readonly Row[] = rows) => zipOf(tablesOf(filings));
