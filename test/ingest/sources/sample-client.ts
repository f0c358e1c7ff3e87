import { request } from "node:http";
import { type Figures, type FilingRow, filingColumns } from "#ingest/sample/figures.ts";
import {
  type Regulator,
  type RegulatorOptions,
  startRegulator,
} from "../../helpers/regulator/regulator.ts";

export const userAgent = "Ann Example ann@example.com";
const running: Regulator[] = [];

/** For `afterEach`: closes what `start` started. */
export async function closeAll(): Promise<void> {
  await Promise.all(running.splice(0).map((regulator) => regulator.close()));
}

export async function start(options?: RegulatorOptions): Promise<Regulator> {
  const regulator = await startRegulator(options);
  running.push(regulator);
  return regulator;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  text: string;
}

/** A plain client: no decompression, no retries, only the headers given. */
export function get(
  { url }: Regulator,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: { "user-agent": userAgent, ...headers }, agent: false };
    request(url + path, options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const body = Buffer.concat(chunks);
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body, text: body.toString("utf8") });
      });
    })
      .on("error", reject)
      .end();
  });
}

export function filing(members: Partial<FilingRow>): FilingRow {
  const empty = Object.fromEntries(filingColumns.map((name) => [name, ""])) as FilingRow;
  return { ...empty, size: "2048", isXBRL: "0", isInlineXBRL: "0", ...members };
}

/** A company with a value no double can hold, a restatement and 200 filings. */
export const example: Figures = {
  profile: {
    cik: "0000000042",
    name: 'ŻUBR & "SONS" <AG>',
    tickers: ["ZUBR", "ZUB-P"],
    exchanges: ["Nasdaq", null],
  },
  entityName: "Żubr & Sons AG",
  filings: Array.from({ length: 200 }, (_, at) => {
    const day = new Date(Date.UTC(2024, 1, 29) - at * 86_400_000).toISOString().slice(0, 10);
    return filing({
      accessionNumber: `0000000042-24-${String(999 - at).padStart(6, "0")}`,
      form: ["10-K", "4", "8-K", "SC 13G/A"][at % 4] ?? "",
      filingDate: day,
      acceptanceDateTime: `${day}T18:00:00.000Z`,
      primaryDocument: "main.htm",
    });
  }),
  reports: [
    { accession: "0000000042-24-000995", form: "10-K", filed: "2024-02-25", fy: 2023, fp: "FY" },
    { accession: "0000000042-24-000999", form: "10-K/A", filed: "2024-02-29", fy: null, fp: null },
  ],
  series: [
    {
      taxonomy: "us-gaap",
      tag: "Revenues",
      unit: "USD",
      rows: [
        { start: "2023-01-01", end: "2023-12-31", value: "12345678901234567890", reports: [0] },
        { start: "2022-01-01", end: "2022-12-31", value: "0.00001", reports: [0, 1] },
        { start: "2023-01-01", end: "2023-12-31", value: "12345678901234567891", reports: [1] },
      ],
    },
    {
      taxonomy: "us-gaap",
      tag: "Assets",
      unit: "USD",
      rows: [{ start: null, end: "2023-12-31", value: "-7.50", reports: [1] }],
    },
  ],
};
export const exampleOptions = { companies: [example], date: "2024-02-29" };
export const factsPath = "/api/xbrl/companyfacts/CIK0000000042.json";
export const submissionsPath = "/submissions/CIK0000000042.json";
