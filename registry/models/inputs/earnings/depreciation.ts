import type { Operand } from "#schemas/shapes/companies/statement.ts";
import { leavesOf } from "../../answers/metrics.ts";
import { factsOf, flowFact, flowFacts, ownElements, sumOfFacts } from "../filed-facts.ts";
import { type ModelSource, numberOf, type SourceLine, type SourcePeriod } from "../source.ts";
import {
  amortizationAndImpairments,
  amortizationBeside,
  amortizationOfIntangibles,
  depreciationAlone,
  ownAmortization,
} from "./depreciation-tags.ts";
import {
  amount,
  type Part,
  partOfFact,
  partOfLine,
  partsOfFacts,
  summedLine,
} from "./income-parts.ts";
import { oneOffs, oneOffTags } from "./one-off-tags.ts";
import { withOwnDepreciation } from "./own-depreciation.ts";
import { ttmWithout, withLine } from "./replaced-lines.ts";
import { withLabelledRows } from "./wear/labelled-rows.ts";
import { withoutMereParts } from "./wear/parts-of-whole.ts";
import { withRowsApart } from "./wear/rows-apart.ts";

const wholeKey = "depreciation_and_amortization";
const keys = [wholeKey, "depreciation"] as const;
const goodwillTags = oneOffs[0]?.tags ?? [];
const impairments = [...oneOffTags].filter((tag) => tag.includes("Impairment"));
const equalWithin = 0.01;

/**
 * The source with depreciation and amortization as EBITDA needs them. Amortization that the cash flow statement prints
 * beside depreciation is added (McKesson; Heinz uses an element of its own). A row of amortization with impairments is added,
 * too, where the filer states no impairments (Forest Laboratories). An impairment of goodwill that the line holds is taken out.
 * Depreciation and amortization filed apart show that it is there (Oceaneering). A period that does not state the part has no
 * figure.
 */
export function withDepreciation(filed: ModelSource): ModelSource {
  const source = [
    withLabelledRows,
    withoutMereParts,
    withOwnDepreciation,
    withRowsApart,
    withRowOfAmortization,
  ].reduce((before, mended) => mended(before), filed);
  const isImpaired = impairments.some((tag) => factsOf(source, tag).length > 0);
  const own = [ownAmortization, ...(isImpaired ? [] : [amortizationAndImpairments])];
  const tagsBeside = [...amortizationBeside, ...own.flatMap((name) => ownElements(source, name))];
  const read = source.periods.map((period) => readPeriod(source, tagsBeside, period));
  const isApart = read.some(
    ({ isAlone, beside }) => isAlone && beside !== null && beside.value > 0,
  );
  const holdsGoodwill = read.some(hasGoodwill);
  if (!isApart && !holdsGoodwill) return source;
  const changed = new Set<SourcePeriod>();
  const periods = read.map((one) => {
    const line = replacement(one, { isApart, holdsGoodwill });
    if (line === undefined) return one.period;
    changed.add(one.period);
    // Depreciation read alone would be a part.
    const { depreciation, ...others } = one.period.lines;
    const kept = isApart || depreciation === undefined ? others : { ...others, depreciation };
    return { ...one.period, lines: { ...kept, [wholeKey]: line } };
  });
  return { ...source, periods, ttm: ttmWithout(source, [...changed], keys) };
}

const sumTags = ["AmortizationOfIntangibleAssets", "Depreciation"];
/** Health insurers print what they amortize of securities in the row. */
const insurance = "63";

/**
 * Where the line is depreciation and the amortization of a note or the income statement, and the cash flow statement prints
 * more amortization in a row beside depreciation, that row counts (Stryker: 40.8 and 58.4, not 13.5).
 */
function withRowOfAmortization(source: ModelSource): ModelSource {
  if (source.sic?.startsWith(insurance)) return source;
  return withLine(source, keys, (period) => lineWithRow(source, period));
}

/** The line with the row, of a quarter from the years to date; null where the line stands. */
function lineWithRow(source: ModelSource, period: SourcePeriod): SourceLine | null {
  const lineage = period.lines[wholeKey]?.lineage ?? null;
  const tags = new Set(leavesOf(lineage, source.facts).map(({ tag }) => tag));
  if ([...tags].sort().join() !== sumTags.join()) return null;
  const operands = lineage === null || typeof lineage === "number" ? [] : lineage.slice(1);
  const [depreciation] = (operands as Operand[]).filter(([, label]) => /depreciation/i.test(label));
  const value = numberOf(depreciation?.[2]);
  const whole = partOfLine(period.lines[wholeKey]);
  if (depreciation === undefined || value === null || whole === null) return null;
  const rows = flowFacts(source, amortizationBeside, period);
  const amortization = { value: sumOfFacts(rows) };
  if (amortization.value <= whole.value - value) return null;
  const [, , text, from] = depreciation;
  const parts = partsOfFacts(source, rows, { label: "amortization" });
  const note = `with amortization of ${amount(amortization)}, which the cash flow statement prints`;
  return summedLine(period, [[1, "depreciation", { value, text, lineage: from }], ...parts], note);
}

interface DepreciationFigures {
  period: SourcePeriod;
  /** The line as statements have it. */
  whole: Part | null;
  /** True where the line is depreciation alone. */
  isAlone: boolean;
  beside: Part | null;
  goodwill: Part | null;
  /** Depreciation and amortization of intangible assets, as notes state them. */
  parts: number | null;
}

function readPeriod(
  source: ModelSource,
  tagsBeside: readonly string[],
  period: SourcePeriod,
): DepreciationFigures {
  const tagged = (tags: readonly string[]) => partOfFact(source, flowFact(source, tags, period));
  const line = keys.map((key) => period.lines[key]).find((one) => one?.value != null);
  const leaves = leavesOf(line?.lineage ?? null, source.facts);
  const [depreciation, amortization] = [
    tagged(depreciationAlone),
    tagged(amortizationOfIntangibles),
  ];
  return {
    period,
    whole: partOfLine(line),
    isAlone: leaves.length > 0 && leaves.every(({ tag }) => tag === "Depreciation"),
    beside: tagged(tagsBeside),
    goodwill: tagged(goodwillTags),
    parts:
      depreciation === null || amortization === null
        ? null
        : depreciation.value + amortization.value,
  };
}

/** True where the line is filed depreciation and amortization with the impairment, and not without it. */
function hasGoodwill({ whole, goodwill, parts }: DepreciationFigures): boolean {
  if (whole === null || goodwill === null || parts === null || goodwill.value <= 0) return false;
  const apart = (value: number) => Math.abs(value - parts);
  const isSame = apart(whole.value - goodwill.value) <= equalWithin * parts;
  return isSame && apart(whole.value - goodwill.value) < apart(whole.value);
}

/** The line in place of the one of the statements; undefined where that stands. */
function replacement(
  { period, whole, isAlone, beside, goodwill }: DepreciationFigures,
  of: { isApart: boolean; holdsGoodwill: boolean },
): SourceLine | undefined {
  if (whole === null) return undefined;
  const isHeld = of.holdsGoodwill && goodwill !== null && goodwill.value > 0;
  if (isHeld && goodwill.value < whole.value) {
    const text = amount(goodwill);
    return summedLine(
      period,
      [
        [1, "depreciation_and_amortization", whole],
        [-1, "goodwill_impairment", goodwill],
      ],
      `without the goodwill impairment of ${text} that the line of the statement holds`,
    );
  }
  if (!of.isApart || !isAlone) return undefined;
  if (beside === null || beside.value <= 0) return { value: null, lineage: null };
  return summedLine(
    period,
    [
      [1, "depreciation", whole],
      [1, "amortization", beside],
    ],
    `with amortization of ${amount(beside)}, which stands beside depreciation`,
  );
}
