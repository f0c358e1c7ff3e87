import { createHash } from "node:crypto";
import type {
  CheckResult,
  CompanyQuality,
  QualityLabel,
} from "#schemas/shapes/companies/quality.ts";
import { gzipCanonical } from "../archive/gzip-canonical.ts";
import { countsOf, subjectOf } from "../checks/company-quality.ts";
import { packQuality } from "../checks/packed-quality.ts";
import type { BuiltCompany } from "./built-company.ts";

/** The results of the checks, ready to be stored: one row per company, and one per result that did not pass. */
export function qualityRows(
  cik: string,
  found: { label: QualityLabel; quality: CompanyQuality; results: readonly CheckResult[] },
): BuiltCompany["quality"] {
  const { label, quality, results } = found;
  const failures = results
    .filter(({ outcome }) => outcome === "fail" || outcome === "small")
    .map(({ id, severity, outcome, period, reason, difference, operands }, position) => {
      const { subject, concept } = subjectOf(period);
      const words = [id, severity, outcome, subject, concept, reason ?? "", difference];
      return [cik, position, ...words, JSON.stringify(operands)];
    });
  const text = packQuality(quality);
  const counts = countsOf(quality);
  return {
    label,
    counts,
    body: gzipCanonical(text),
    failures,
    digest: createHash("sha256")
      .update(JSON.stringify([label, text, failures]))
      .digest("hex"),
  };
}
