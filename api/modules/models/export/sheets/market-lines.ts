import { scenarios } from "#registry/models/answers/scenario-values.ts";
import type { CarriedValue } from "#schemas/shapes/models/price.ts";
import { type Cell, fact, formula, link, serialOf, text } from "../cells.ts";
import { assumed, type ExportedModel, perShareUnitOf } from "../exported.ts";
import { scenarioColumn } from "../grid.ts";
import { type At, blank, heading, type Line } from "../sheet.ts";
import type { ModelSheet } from "./model-sheet.ts";

/**
 * The price beside the value, at the time of the file. The value is carried from its day to the day of the price by the
 * cost of equity, in formulas, and the upside is what it is then over the price.
 */
export function marketLines({ result }: ExportedModel, { cell: find }: ModelSheet): Line[] {
  const { price, reason, pricePerShare, carried } = result.market;
  if (result.valuationRange === null) return [];
  const none: Line = { cells: () => [text("Price"), text(reason ?? "", "note")] };
  if (price === null || pricePerShare === null) return [heading("Market"), none, blank];
  const priced = one("price", "Price per share", perShareUnitOf(result), [
    fact(pricePerShare, "perShare"),
    text(price.source, "note"),
  ]);
  const further = carried === null || find === null ? [] : carriedLines(result, carried, find);
  return [heading("Market"), priced, ...further, blank];
}

const one = (id: string, label: string, unit: string, cells: (Cell | null)[]): Line => ({
  id,
  cells: () => [text(label), text(unit, "note"), ...cells],
});

/** The first cell of a row after its label and unit. */
const cellOf = (at: At, id: string) => `$C$${at(id)}`;

function carriedLines(
  result: ExportedModel["result"],
  { valueDate, priceDate, costOfEquity, factor, fairValuePerShare }: CarriedValue,
  find: NonNullable<ModelSheet["cell"]>,
): Line[] {
  const perShare = perShareUnitOf(result);
  const day = (date: string | null) => (date === null ? null : serialOf(date));
  const valued = assumed(result, "valuation_date") !== null;
  const hasRate = assumed(result, "cost_of_equity") !== null;
  const rate: Cell | null = hasRate
    ? link("cost_of_equity", costOfEquity, "exactPercent")
    : fact(costOfEquity, "exactPercent");
  return [
    one("valueDate", "Day of the value", "date", [
      valued ? link("valuation_date", day(valueDate), "date") : fact(day(valueDate), "date"),
    ]),
    one("priceDate", "Day of the price", "date", [fact(day(priceDate), "date")]),
    one("carryRate", "Cost of equity", "ratio", [rate]),
    {
      id: "carryFactor",
      cells: (at) => [
        text("From the day of the value to that of the price"),
        text("factor", "note"),
        formula(
          `(1+${cellOf(at, "carryRate")})^((${cellOf(at, "priceDate")}-${cellOf(at, "valueDate")})/365)`,
          factor,
          "factor",
        ),
      ],
    },
    {
      id: "carriedValue",
      cells: (at) => [
        text("Fair value per share on the day of the price"),
        text(perShare, "note"),
        ...scenarios.map((scenario) => {
          const { address } = find("fairValuePerShare", scenarioColumn[scenario]);
          const of = `IF(ISNUMBER(${address}),${address}*${cellOf(at, "carryFactor")},"n/a")`;
          return formula(of, fairValuePerShare[scenario], "perShare");
        }),
      ],
    },
    {
      cells: (at) => [
        text("Upside"),
        text("ratio", "note"),
        ...scenarios.map((scenario, index) => {
          const value = `${"CDE"[index]}${at("carriedValue")}`;
          const of = `IF(ISNUMBER(${value}),${value}/${cellOf(at, "price")}-1,"n/a")`;
          return formula(of, result.market.upside?.[scenario] ?? null, "percent");
        }),
      ],
    },
  ];
}
