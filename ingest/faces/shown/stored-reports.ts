import { gunzipSync } from "node:zlib";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { unpackReport } from "../packed/unpack.ts";
import { withExactDates } from "./exact-dates.ts";
import type { ReportsAtHand } from "./printed-lines.ts";

interface Packed {
  accession: string;
  face: Uint8Array;
}

/** A stored report with the dates of the company's facts. */
export const openReport = (packed: Uint8Array, facts: readonly Fact[]): FiledReport =>
  withExactDates(unpackReport(gunzipSync(packed)), facts);

/** Stored reports, oldest first, each unpacked when it is asked for. */
export function reportsAtHand(stored: readonly Packed[], facts: readonly Fact[]): ReportsAtHand {
  const packed = new Map(stored.map(({ accession, face }) => [accession, face]));
  const opened = new Map<string, FiledReport>();
  return {
    accessions: [...packed.keys()],
    of(accession) {
      const face = packed.get(accession);
      if (face === undefined) return null;
      const report = opened.get(accession) ?? openReport(face, facts);
      opened.set(accession, report);
      return report;
    },
  };
}
