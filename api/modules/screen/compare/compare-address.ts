import type { z } from "zod";
import { type Query, queryText } from "#api/pages/query.ts";
import { listOf } from "../page/condition-rows.ts";
import type { compareFields } from "../page-schemas.ts";

export type CompareFields = z.output<typeof compareFields>;

/** How figures are shown: as they are, as shares of a first period that is 100, or divided by diluted shares. */
export type ShownAs = "amounts" | "indexed" | "per_share";

/** What a page of comparison is asked for. Empty text is what is usual. */
export interface CompareAsked {
  /** Tickers, CIKs or slugs. */
  companies: readonly string[];
  /** Names of metrics with commas between. */
  metrics: string;
  periods: string;
  asOf: string;
  view: CompareFields["view"];
  perShare: CompareFields["perShare"];
  show: ShownAs;
  /** Keys of the metrics that the companies are spread out by. */
  x: string;
  y: string;
}

const listed = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== ""),
  ),
];

/** The fields of an address or a sent form: metrics that are picked stand for those that are written. */
export function askedOf(fields: CompareFields): CompareAsked {
  const { tickers = "", metrics = "", metric, periods = "", asOf = "", show = "amounts" } = fields;
  const { view, perShare, x = "", y = "" } = fields;
  const picked = listOf(metric);
  return {
    companies: listed(tickers),
    metrics: picked.length > 0 ? picked.join(",") : metrics,
    periods,
    asOf,
    view,
    perShare,
    show,
    x,
    y,
  };
}

/** The query of the page's address, without what is usual. */
export function compareQuery({ companies, show, ...asked }: CompareAsked): Query {
  const { metrics, periods, asOf, view, perShare, x, y } = asked;
  return {
    tickers: companies.join(","),
    metrics,
    periods,
    asOf,
    view,
    perShare,
    show: show === "amounts" ? "" : show,
    x,
    y,
  };
}

/** The address of the page, without what is usual. */
export const compareAddress = (asked: CompareAsked, changed: Partial<CompareAsked> = {}) =>
  `/compare${queryText(compareQuery({ ...asked, ...changed }))}`;
