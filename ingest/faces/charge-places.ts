import { type ChargePlace, printedCharge } from "#registry/printed-charges.ts";
import type { FactsDocument } from "../facts/facts-document.ts";
import type { Face, FaceRow } from "./evidence/face.ts";
import { totalsAbove } from "./evidence/line-rows.ts";
import { parentsOf } from "./evidence/row-signs.ts";

type Places = Readonly<Record<string, Readonly<Record<string, ChargePlace>>>>;

const operating = /:(OperatingIncomeLoss|ProfitLossFromOperatingActivities)$/;
const ofRevenue = /:(Revenues?|SalesRevenueNet|RevenueFromContractWithCustomer\w*)$/;
const below = /:(NonoperatingIncomeExpense|OtherNonoperatingIncomeExpense|InterestExpense)$/;
const ofTax = /:(IncomeTaxExpenseBenefit|IncomeTaxExpenseContinuingOperations)$/;

/**
 * Where income statements that print operating income have their one-off charges, by accession and element: by the filing's own
 * sums, else by the order of its rows. A filing may sum nothing up (Hill-Rom), or not as it prints (Westwood). Rows that are sums
 * themselves, those of a statement whose order is not the printed one (Genzyme), those after tax, and gains within revenue (ORIX) have no place.
 * What sums hold in other results is not after tax, whose row may stand first among these (Financial Gravity 2021).
 */
export function chargePlaces({ faces = [] }: Pick<FactsDocument, "faces">): Places {
  const told = faces.map(({ accession, statements }) => {
    const rows = statements.filter(({ kind }) => kind === "income").flatMap(placesOf);
    return [accession, Object.fromEntries(rows)] as const;
  });
  return Object.fromEntries(told.filter(([, rows]) => Object.keys(rows).length > 0));
}

function placesOf({ rows }: Face["statements"][number]): [tag: string, place: ChargePlace][] {
  const income = rows.findIndex(({ tag }) => operating.test(tag));
  const tax = rows.findIndex(({ tag }) => ofTax.test(tag));
  const revenue = rows.findIndex(({ tag }) => ofRevenue.test(tag));
  if (income < 0) return [];
  const isMixed = rows.slice(0, income).some(({ tag }) => below.test(tag));
  const last = tax < income ? rows.length : tax;
  const parentOf = parentsOf(rows);
  const summed = rows[income];
  return rows.flatMap((row, at) => {
    const { tag, label, parts, members } = row;
    const name = tag.slice(tag.indexOf(":") + 1);
    const isCharge = printedCharge(name) !== null || printedCharge(label) !== null;
    if (!isCharge || parts !== undefined || members !== undefined) return [];
    const totals = totalsAbove({ parentOf }, row);
    const isOther = totals.some((total) => below.test(total.tag));
    if (at >= last && !isOther) return [];
    const isSummed = totals.some((total) => total === summed);
    const effect = effectOf(rows, [row, ...totals]);
    const isRevenue = effect === 1 && at < revenue;
    if (effect === null || isRevenue || (isMixed && !isSummed)) return [];
    return [[tag, { isOperating: isSummed || at < income, effect }]];
  });
}

const ofGains = /gain|income/i;
const ofCosts = /cost|charge|expense|loss|impairment|write|restructuring|severance/i;

/** What a filed positive value does to income: by the filing's sums, else by the name of the element; null where neither tells. */
function effectOf(
  rows: readonly FaceRow[],
  chain: readonly [row: FaceRow, ...totals: FaceRow[]],
): 1 | -1 | null {
  const [{ tag }] = chain;
  if (chain.length > 1 && chain.at(-1)?.balance !== "debit") {
    const weights = chain.slice(1).map((total, step) => {
      const part = total.parts?.find(([place]) => rows[place] === chain[step]);
      return part?.[1] ?? 1;
    });
    return weights.reduce((product, weight) => product * Math.sign(weight), 1) < 0 ? -1 : 1;
  }
  if (ofGains.test(tag)) return 1;
  return ofCosts.test(tag) ? -1 : null;
}
