import { printedCharge } from "#registry/printed-charges.ts";
import type { Span } from "../filed-facts.ts";
import { isWithinCosts } from "../members/member-sums.ts";
import type { ModelSource } from "../source.ts";
import { type Charge, flowAt, periodOf, totalOf } from "./charge.ts";
import { type ChargeRow, newestRows, type Rows, rowsAt } from "./charges/charge-rows.ts";
import { placeOnFace } from "./charges/costs-of-face.ts";
import { isOfDiscontinued } from "./charges/of-discontinued.ts";
import { amortizationOfIntangibles } from "./depreciation-tags.ts";
import { disposals, impairmentOfLeases, oneOffTags } from "./one-off-tags.ts";

const equalWithin = 0.01;

/**
 * The charges with those that the income statement prints in rows of their own under an element that no tag of models has,
 * told by its name or by its label. The row tells the place of any charge. It stands for the charges of notes that it may hold, unless they
 * come to more; a row within a wider figure of a note does not count again. What the statement prints in another row is no
 * such note. Of a span without a statement the rows are those of the nearest ones, with what filings state for it.
 */
export function withPrintedCharges(
  source: ModelSource,
  span: Span,
  filed: readonly Charge[],
): Charge[] {
  const all = newestRows(source);
  const rows = rowsAt(source, span, all);
  const notes = withoutNotedLeases(filed, rows).filter(
    (one) =>
      !isInRow(one, rows) && (rows.has(elementOf(one)) || !isOfDiscontinued(source, span, one)),
  );
  const placed = notes.map((one) => {
    const row = rows.get(elementOf(one)) ?? all.get(elementOf(one))?.row;
    return row === undefined ? one : { ...one, isOperating: row.isOperating };
  });
  const own = [...rows.values()].filter(({ element, value, kind }) => {
    const isCounted = notes.some((one) => elementOf(one) === element || one.value === value);
    // Some name what they amortize of acquired assets so, which depreciation and amortization hold (Texas Instruments).
    const isAmortized = value === flowAt(source, amortizationOfIntangibles, span)?.value;
    const isNoted =
      oneOffTags.has(element) && kind.belowSince === null && !kind.kinds.has("restructuring");
    return value !== 0 && !isNoted && !isCounted && !isAmortized;
  });
  const period = periodOf(source, span);
  const isApart = (one: Charge) =>
    rows.has(elementOf(one)) ||
    [...rows.values()].some(({ value }) => value === one.value) ||
    isWithinCosts(source, elementOf(one), span, one.quoted.value) ||
    (period !== null && placeOnFace(source, period, elementOf(one)) === "row");
  return own.reduce((charges, row) => withRow(charges, row, isApart), placed);
}

/** True for a note of a kind that has one place where a row is of that kind: the row tells its sign, and place where it is one of income. */
const isInRow = (one: Charge, rows: Rows): boolean => {
  const { belowSince = null, kinds = [] } = kindsOf(one) ?? {};
  const isOfKind = ({ kind }: ChargeRow) => [...kinds].every((key) => kind.kinds.has(key));
  return belowSince !== null && [...rows.values()].some(isOfKind);
};

const ofLeases =
  /^(?=.*Lease)(?=.*Impairment)(?!.*(LongLived|Property|Equipment|Goodwill|Intangible))/;

/** Without a note's impairment of leases, where the statement has a row of that alone: the rest is no cost of it (Upexi). */
const withoutNotedLeases = (filed: readonly Charge[], rows: Rows): readonly Charge[] =>
  [...rows.keys()].some((element) => ofLeases.test(element.split(":")[1] ?? ""))
    ? filed.filter((one) => one.label !== impairmentOfLeases.label || rows.has(elementOf(one)))
    : filed;

const ofEquipment = /Property|Plant|Equipment|Vehicle|Aircraft/;

/** True for a business that was sold or given up, which a row of property and equipment alone does not hold (National CineMedia). */
const isBusiness = (one: Charge, { element }: ChargeRow): boolean =>
  disposals.includes(elementOf(one)) && ofEquipment.test(element);

function withRow(
  charges: Charge[],
  row: ChargeRow,
  isApart: (charge: Charge) => boolean,
): Charge[] {
  const { kind, value, isOperating, quoted } = row;
  const { label, isTaxed } = kind;
  const charge = { label, value, isTaxed, isOperating, quoted };
  const noted = charges.filter(
    (one) => one.isOperating === isOperating && !isApart(one) && !isBusiness(one, row),
  );
  const held = noted.filter((one) => isWithin(kindsOf(one)?.kinds, kind.holds));
  if (held.length > 0)
    return replaced(charges, held, { row: charge, isNet: kind.kinds.has("disposal") });
  const isHeld = noted.some(
    (one) => one.quoted.value >= value && isWithin(kind.kinds, kindsOf(one)?.holds),
  );
  return isHeld ? charges : [...charges, charge];
}

/**
 * The row in place of the charges that it holds; these where they are more, unless the row is net of gains. What no tax is
 * saved on stays apart.
 */
function replaced(
  charges: Charge[],
  held: readonly Charge[],
  { row, isNet }: { row: Charge; isNet: boolean },
): Charge[] {
  const total = totalOf(held);
  const isMore = Math.abs(total) > Math.abs(row.value) * (1 + equalWithin);
  if (isMore && !isNet && Math.sign(total) === Math.sign(row.value)) return charges;
  const untaxed = held.filter(({ isTaxed }) => !isTaxed && row.isTaxed && !isMore);
  const value = row.value - totalOf(untaxed);
  const rest = charges.filter((one) => !held.includes(one));
  return [...rest, ...untaxed, ...(value === 0 ? [] : [{ ...row, value }])];
}

const elementOf = ({ quoted: { provenance } }: Charge) =>
  `${provenance?.taxonomy}:${provenance?.concept}`;
const kindsOf = ({ quoted }: Charge) => printedCharge(quoted.provenance?.concept ?? "");
const isWithin = (keys: ReadonlySet<string> | undefined, holds: ReadonlySet<string> | undefined) =>
  keys !== undefined && holds !== undefined && [...keys].every((key) => holds.has(key));
