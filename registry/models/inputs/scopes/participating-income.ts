import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { type Part, partOfFact, partOfLine, summedLine } from "../earnings/income-parts.ts";
import { withLine } from "../earnings/replaced-lines.ts";
import { factsByMember, flowFact, near, newestOf } from "../filed-facts.ts";
import { classAxis, participating } from "../members/owner-tags.ts";
import { type ModelSource, numberOf, type SourceLine, type SourcePeriod } from "../source.ts";

const key = "net_income_to_common";

/** What a figure per share in cents is rounded by. */
const halfCent = 0.005;

/**
 * The source with earnings of common shares without those of participating securities, where the line has all net income and a
 * note takes them off: earnings per share show it (CVS 2015: 27 million of 5,237), or net income by class of stock has them as a class
 * (Visa 2024: 286 million of 19,743).
 */
export const withCommonIncome = (source: ModelSource): ModelSource =>
  withLine(source, [key], (period) => withoutOthers(source, period));

function withoutOthers(source: ModelSource, period: SourcePeriod): SourceLine | null {
  const all = partOfLine(period.lines[key]);
  if (all === null || all.text !== period.lines.net_income?.value) return null;
  const noted = ofNote(source, period, all.value);
  const parts = noted === null ? ofClass(source, period, all.value) : [noted];
  if (parts.length === 0) return null;
  return summedLine(
    period,
    [[1, "net_income", all], ...parts.map((part) => [-1, "participating", part] as const)],
    "without what participating securities earn",
  );
}

/** What a note allocates to them, where earnings per share are without it. */
function ofNote(source: ModelSource, period: SourcePeriod, income: number): Part | null {
  const { start, end, currency, lines } = period;
  const others = partOfFact(source, flowFact(source, participating, { start, end, currency }));
  const [perShare, shares] = [lines.eps_basic, lines.weighted_average_shares_basic].map((line) =>
    numberOf(line?.value),
  );
  if (others === null || perShare == null || shares == null) return null;
  const isEarned = (by: number) => Math.abs(by / shares - perShare) <= halfCent;
  return isEarned(income - others.value) && !isEarned(income) ? others : null;
}

/** What classes named so earn, of net income by class of stock that comes to the whole. */
function ofClass(source: ModelSource, { start, end }: SourcePeriod, income: number): Part[] {
  const facts = factsByMember(source, "us-gaap:NetIncomeLoss").filter(
    (fact) => isOfClass(fact) && near(fact.start, start) && near(fact.end, end),
  );
  const byClass = [...Map.groupBy(facts, ({ dimensions }) => dimensions).values()];
  const newest = byClass.flatMap((own) => newestOf(own) ?? []);
  const sum = newest.reduce((total, { value }) => total + (numberOf(value) ?? 0), 0);
  if (sum !== income) return [];
  const others = newest.filter(({ dimensions }) => /Participating/.test(dimensions ?? ""));
  return others.flatMap((fact) => partOfFact(source, fact) ?? []);
}

const isOfClass = ({ dimensions }: Fact): boolean =>
  dimensions?.startsWith(`${classAxis}=`) === true && !dimensions.includes(";");
