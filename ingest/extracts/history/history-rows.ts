import type { CompanyBuild } from "../../company-input.ts";
import { periodNames } from "../../faces/shown/show-statements.ts";
import type { Row } from "../company-rows.ts";

/** One row per split, with the first filing that counts shares after it. */
export function splitRows(
  cik: string,
  { facts, learned }: Pick<CompanyBuild, "facts" | "learned">,
): Row[] {
  return learned.splits.map(({ ratio, lastOld, firstNew }) => {
    const first = facts
      .filter(({ filed, unit }) => filed === firstNew && unit.endsWith("shares"))
      .toSorted((a, b) => (a.accession < b.accession ? -1 : 1))[0];
    return [cik, ratio, lastOld, firstNew, first?.accession ?? null, first?.form ?? null];
  });
}

/** One row per value that a later filing states differently. */
export function restatementRows(
  cik: string,
  build: Pick<CompanyBuild, "restatements" | "periods">,
): Row[] {
  const nameOf = periodNames(build);
  return build.restatements.map(({ tag, unit, start, end, from, to, rejected }) => [
    // "us-gaap:NetIncomeLoss": a tag has no colon.
    cik,
    ...tag.split(":"),
    unit,
    nameOf({ start, end }),
    start,
    end,
    from.value,
    from.accession,
    from.filed,
    to.value,
    to.accession,
    to.filed,
    rejected ?? null,
  ]);
}
