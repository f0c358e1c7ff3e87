import type { RateResult } from "#registry/models/rates/wacc.ts";
import { type Format, formula, text } from "../cells.ts";
import { type ExportedModel, titleOf } from "../exported.ts";
import { roundFormula } from "../rounding-formula.ts";
import { type At, frame, type Line, layOut } from "../sheet.ts";
import { finder, type ModelSheet } from "./model-sheet.ts";

const name = "WACC";
/** Column of the values. */
export const rateColumn = "C";

/** The cost of capital line by line (models.md section 7). */
export function waccSheet(exported: ExportedModel): ModelSheet {
  const { rateResult, disclaimer, stateReason } = exported.result;
  const reason: Line = {
    cells: () => [text(`No rate: ${stateReason?.message ?? ""}`, "total")],
  };
  const lines = rateResult === null ? [reason] : rateLines(rateResult);
  const laidOut = layOut([
    ...frame(titleOf(exported), disclaimer, 4),
    {
      id: "header",
      cells: () => [text("", "header"), text("Unit", "header"), text("Value", "header")],
    },
    ...lines,
  ]);
  const { rows, at } = laidOut;
  return {
    sheet: {
      name,
      rows,
      widths: [44, 15, 18, 60],
      frozen: { rows: at("header"), columns: 2 },
      headerRow: at("header"),
      hasGridlines: true,
    },
    names: [],
    cell: rateResult === null ? null : finder(name, laidOut),
    centre: null,
    drivers: null,
  };
}

function rateLines(rate: RateResult): Line[] {
  const line = (
    id: string,
    label: string,
    value: number,
    of: (cell: (id: string) => string) => string,
    format: Format = "exactPercent",
  ): Line => ({
    id,
    cells: (at: At) => [
      text(label),
      text("ratio", "note"),
      formula(
        of((other) => `${rateColumn}${at(other)}`),
        value,
        format,
      ),
    ],
  });
  const { equity, debt } = rate.weights;
  return [
    line("riskFreeRate", "Risk-free rate", rate.riskFreeRate, () => "risk_free_rate"),
    line(
      "equityRiskPremium",
      "Equity risk premium",
      rate.equityRiskPremium,
      () => "equity_risk_premium",
    ),
    line("beta", "Beta", rate.beta, () => "beta", "factor"),
    line(
      "costOfEquity",
      "Cost of equity",
      rate.costOfEquity,
      (of) =>
        `${of("riskFreeRate")}+${of("beta")}*${of("equityRiskPremium")}+additional_risk_premium`,
    ),
    line(
      "preTaxCostOfDebt",
      "Cost of debt before tax",
      rate.preTaxCostOfDebt,
      () => "pre_tax_cost_of_debt",
    ),
    line("taxRate", "Tax rate", rate.taxRate, () => "marginal_tax_rate"),
    line(
      "costOfDebtAfterTax",
      "Cost of debt after tax",
      rate.costOfDebtAfterTax,
      (of) => `${of("preTaxCostOfDebt")}*(1-${of("taxRate")})`,
    ),
    line("debtWeight", "Weight of debt", debt, () => "debt_weight"),
    line("equityWeight", "Weight of equity", equity, (of) => `1-${of("debtWeight")}`),
    line("wacc", "Weighted average cost of capital", rate.wacc, (of) =>
      roundFormula(
        `${of("equityWeight")}*${of("costOfEquity")}+${of("debtWeight")}*${of("costOfDebtAfterTax")}`,
        6,
      ),
    ),
    {
      cells: () => [text("Weights rest on"), null, text(rate.weightBasis.replaceAll("_", " "))],
    },
  ];
}
