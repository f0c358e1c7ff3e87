import { cik, type ExtractTable } from "../columns.ts";

/** Closes as the provider gives them. */
export const closesTable = {
  name: "closes",
  comment: "Close of a company on a day, as PRICES_URL has it; empty without that setting",
  layout: "whole",
  key: ["cik", "day"],
  order: ["cik", "day"],
  columns: [
    cik,
    ["ticker", "VARCHAR", "What the closes stand under"],
    ["day", "DATE", "Day of the close"],
    ["close", "DOUBLE", "Price of a share, or of a receipt where the company is listed by one"],
    ["currency", "VARCHAR", "Currency of the close"],
    [
      "is_adjusted",
      "BOOLEAN",
      "Whether later splits are taken out; else the close counts the shares of its day",
    ],
  ],
} as const satisfies ExtractTable;
