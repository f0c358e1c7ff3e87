import { digestOfProcess } from "../engine-digest-once.ts";

const entries = ["ingest/builder/reports/read-report.ts"] as const;

/**
 * The version of the code between a filing's document and its stored report. Reports of another version are read
 * again. Unlike `engineVersion`, it stays when only rules for standardized lines change.
 */
export const readerVersion = digestOfProcess("report-reader", entries);
