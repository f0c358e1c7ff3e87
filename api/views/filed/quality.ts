import type { CompanyBuild } from "#ingest/company-input.ts";
import { type FaceMeasure, measureFaces } from "#ingest/faces/measured/measure-faces.ts";
import { addToTally, emptyTally, percentOf, totalOf } from "#ingest/faces/measured/tally-faces.ts";
import { openReport } from "#ingest/faces/shown/stored-reports.ts";
import { cikOf } from "#schemas/company-key.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { ViewTask } from "../questions.ts";

interface Given {
  build: CompanyBuild;
  registry: Registry;
  meta: object;
}

const listMax = 200;

/** How the figures of a build stand on the printed statements at hand, envelope included. `reason` says why nothing was measured. */
export function answerQuality(
  { subject, reports, view }: ViewTask,
  { build, registry, meta }: Given,
): object {
  const measuring = measureFaces({ periods: build.periods, facts: build.facts, registry });
  for (const { face } of reports) measuring.take(openReport(face, build.facts));
  const measure = measuring.finish();
  const { entityId, entityName, cik } = subject;
  const without = view.kind === "asOf" ? "not_known_on_day" : "not_fetched";
  const reason = measure.reports === 0 ? without : null;
  const data = { entityId, entityName, cik: cikOf(cik), reason };
  return { data: { ...data, ...countsOf(measure, registry), ...listsOf(measure) }, meta };
}

function countsOf(measure: FaceMeasure, registry: Registry) {
  const tally = emptyTally();
  addToTally(tally, measure, registry);
  const values = totalOf(Object.values(tally.values));
  const lines = totalOf(Object.values(tally.lines));
  const totals = totalOf(Object.values(tally.sums));
  const { measured = 0, face = 0, note = 0, off = 0 } = values;
  const { printed, fed, parts, subtotals } = lines;
  const { checked, closed } = totals;
  return {
    reports: tally.reports,
    values: {
      measured,
      onStatement: face,
      inNotes: note,
      elsewhere: off,
      percentOnStatement: percentOf(face, measured),
    },
    lines: {
      printed,
      asLine: fed - parts - subtotals,
      asPart: parts,
      asSubtotal: subtotals,
      unused: printed - fed,
      percentUsed: percentOf(fed, printed),
    },
    totals: { checked, addUp: closed, percentAddUp: percentOf(closed, checked) },
  };
}

function listsOf({ values, lines, sums }: FaceMeasure) {
  const others = values.filter(({ standing }) => standing !== "face");
  const unused = lines.filter(({ feeds, isBelow }) => feeds === null && !isBelow);
  const open = sums.filter(({ closes }) => !closes);
  return {
    notOnStatement: others
      .slice(0, listMax)
      .map(({ period, concept, value, accession, standing }) => ({
        periodKey: period,
        concept,
        value,
        accessionNumber: accession,
        where: standing === "note" ? "note" : "elsewhere",
      })),
    unusedLines: unused.slice(0, listMax).map(({ accession, end, ...line }) => ({
      accessionNumber: accession,
      statement: line.statement,
      element: line.element,
      label: line.label,
      printed: line.printed,
      unit: line.unit,
      periodEnd: end,
    })),
    openTotals: open
      .slice(0, listMax)
      .map(({ period, total, difference }) => ({ periodKey: period, concept: total, difference })),
  };
}
