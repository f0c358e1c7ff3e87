import type { FiledReport, FiledStatement } from "#schemas/shapes/companies/filed-report.ts";
import { readPackageReport } from "../../faces/package/read-package-report.ts";
import { FiguresError } from "../figures.ts";
import { packageFiles } from "./wire/package-wire.ts";

/** Axes of segments, products, places and customers. */
const breakdownAxes = new Set([
  "srt:ProductOrServiceAxis",
  "srt:StatementGeographicalAxis",
  "srt:ConsolidationItemsAxis",
  "srt:MajorCustomersAxis",
  "us-gaap:StatementBusinessSegmentsAxis",
]);

/**
 * The part of a report that the sample keeps: cover, statements, and the notes that break figures down by segment, product, place or
 * customer. It is exactly what a reader makes of the package that the sample serves. Throws FiguresError where that
 * differs in a statement from the filing.
 */
export function reduceReport(report: FiledReport): FiledReport {
  const statements = report.statements.filter(isKept);
  const roles = new Set(statements.map(({ role }) => role));
  const calculations = report.calculations.filter(({ role }) => roles.has(role));
  const domains = report.domains
    .map((domain) => ({ ...domain, roles: domain.roles.filter((role) => roles.has(role)) }))
    .filter((domain) => domain.roles.length > 0);
  const served = readPackageReport(
    packageFiles({ ...report, statements, calculations, domains }),
    report,
  );
  const changed = statements.find((one, i) => !isSame(one, served.statements[i]));
  if (changed || served.statements.length !== statements.length) {
    throw new FiguresError(`${report.accession}: ${changed?.title} would be served otherwise`);
  }
  return { ...served, problems: [] };
}

const isKept = ({ kind, axes }: FiledStatement) =>
  kind !== "other" || axes.some((axis) => breakdownAxes.has(axis));

const isSame = (one: FiledStatement, other: FiledStatement | undefined) =>
  JSON.stringify(one) === JSON.stringify(other);
