import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { instanceFile } from "./instance.ts";
import { labelRoles } from "./label-roles.ts";
import {
  calculationLinkbase,
  definitionLinkbase,
  labelLinkbase,
  presentationLinkbase,
} from "./linkbases.ts";
import { namesOf } from "./names.ts";
import { schemaFiles } from "./schema.ts";

/**
 * The XBRL files of a filing's package, by name: instance, schemas, and presentation, calculation, definition and label linkbases.
 * `readPackageReport` gives the report back, but for its problems, where it came from a package: every value of its
 * lines, no other, and nothing of notes that it lacks.
 */
export function packageFiles(report: FiledReport): Map<string, Buffer> {
  const names = namesOf(report);
  const labels = labelRoles(report, names);
  return new Map([
    [`${names.stem}_htm.xml`, instanceFile(report, names)],
    ...schemaFiles(report, names),
    [`${names.stem}_pre.xml`, presentationLinkbase(report, names, labels)],
    [`${names.stem}_cal.xml`, calculationLinkbase(report, names)],
    [`${names.stem}_def.xml`, definitionLinkbase(report, names)],
    [`${names.stem}_lab.xml`, labelLinkbase(names, labels)],
  ]);
}
