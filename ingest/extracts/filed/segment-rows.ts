import type { SegmentPeriod, SegmentSeries } from "#schemas/shapes/companies/segments.ts";
import type { Row } from "../company-rows.ts";

/** One row per member and period of a breakdown, with how the members of the period add up. */
export function segmentRows(
  cik: string,
  { by, metric, periods, members }: SegmentSeries,
  fiscalYearOf: (end: string) => number,
): Row[] {
  return periods.flatMap((period) =>
    members.flatMap(({ id, member, label, parent, values }) => {
      const found = values[period.key];
      if (found === undefined) return [];
      const { value, weight, role, decimals } = found;
      return [
        [
          cik,
          by,
          metric,
          period.key,
          period.start,
          period.end,
          id,
          member,
          label,
          parent,
          role,
          weight,
          Number(value),
          value,
          period.unit,
          decimals,
          ...sumColumns(period),
          fiscalYearOf(period.end),
        ],
      ];
    }),
  );
}

function sumColumns(period: SegmentPeriod): Row {
  const { element, axis, acrossAxes, total, difference, reconciliation, isRecast } = period;
  const { accession, form, filed } = period.filing;
  return [
    element,
    axis,
    acrossAxes.join(",") || null,
    total === null ? null : Number(total.value),
    total?.value ?? null,
    difference === null ? null : Number(difference),
    difference,
    reconciliation,
    isRecast,
    accession,
    form,
    filed || null,
  ];
}
