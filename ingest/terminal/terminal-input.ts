import type { CompanyProfile, FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { CheckResult } from "#schemas/shapes/companies/quality.ts";
import type { ModelsSection, Terminal } from "#schemas/shapes/companies/terminal.ts";
import type { CompanyBuild } from "../company-input.ts";

/** Everything a terminal is made from. There is no clock: the same input gives the same bytes. */
export interface TerminalInput {
  entity: { id: string; name: string; slug: string; claimStatus: string };
  serviceTicker: string | null;
  /** Null when the regulator's submissions of the company are not archived. */
  profile: CompanyProfile | null;
  filings: FilingRecord[];
  build: CompanyBuild;
  /** What the checks of standardization.md, Checks found on the build. */
  checks: readonly CheckResult[];
  registry: Registry;
  /** The listing of the models module; left out until that module exists. */
  modelsSection?: ModelsSection;
  /** The archived documents, as they are attributed to readers. */
  sources: Terminal["sources"];
  /** Newest time of the archived documents, ISO. */
  generatedAt: string;
  /** ISO date that the company's activity is judged on; the day of `generatedAt` when left out. */
  judgedOn?: string;
}
