import { createHash } from "node:crypto";
import type {
  FiledDomain,
  FiledReport,
  FiledStatement,
  FiledStatementOutline,
  ReportSource,
} from "#schemas/shapes/companies/filed-report.ts";
import { gzipCanonical } from "../../archive/gzip-canonical.ts";
import { readPackageZip } from "../../bulk/package-zip.ts";
import { ZipError } from "../../bulk/zip.ts";
import { ParseError } from "../../errors.ts";
import { readDataSetReport } from "../../faces/data-set/read-data-set-report.ts";
import { readPackageReport } from "../../faces/package/read-package-report.ts";
import { packReport } from "../../faces/packed/pack.ts";
import type { ReportDocument } from "./report-documents.ts";

/** A row of the table of reports but for the version of the reader. */
export interface ReadReport {
  accession: string;
  form: string;
  filed: string | null;
  period: string | null;
  currency: string | null;
  state: "stored" | "unreadable";
  reason: string | null;
  source: ReportSource | null;
  documentDigest: string;
  digest: string;
  outline: FiledStatementOutline[];
  face: Uint8Array | null;
  notes: Uint8Array | null;
}

/**
 * The report of a filing as it is stored, read from its document. One that cannot be read says why: among them a slice
 * of the data sets without a presentation.
 */
export async function readReport(document: ReportDocument, body: Buffer): Promise<ReadReport> {
  const { accession, form, filed, digest: documentDigest } = document;
  const about = { accession, form: form ?? "Other", filed, documentDigest };
  try {
    return { ...about, ...packed(await reportOf(document, body)) };
  } catch (error) {
    if (!(error instanceof ParseError || error instanceof ZipError)) throw error;
    return { ...about, ...unreadable(error.message) };
  }
}

async function reportOf(document: ReportDocument, body: Buffer): Promise<FiledReport> {
  const { kind, companyKey: cik, accession, form, url } = document;
  if (kind !== "data-set") {
    const files = kind === "package" ? await readPackageZip(body) : new Map([[url, body]]);
    return readPackageReport(files, { cik, accession, form });
  }
  const report = readDataSetReport(body);
  if (report === null) throw new ParseError("the data set came without pre.txt");
  return report;
}

/** Far above the largest filings (about 2 million). */
const packedMax = 24_000_000;

function packed(report: FiledReport) {
  const isNote = ({ kind }: FiledStatement) => kind === "other";
  const { form, period, currency, source, statements } = report;
  const face = packReport(partOf(report, (statement) => !isNote(statement)));
  const notes = statements.some(isNote) ? packReport(partOf(report, isNote)) : null;
  if (face.length + (notes?.length ?? 0) > packedMax) {
    throw new ParseError(`its statements have more than ${packedMax} characters`);
  }
  return {
    form,
    period,
    currency,
    state: "stored" as const,
    reason: null,
    source,
    digest: sha256(`${face}\n${notes ?? ""}`),
    outline: statements.map(outlineOf),
    face: gzipCanonical(face),
    notes: notes === null ? null : gzipCanonical(notes),
  };
}

/** The report with some of its statements, and with the calculations, domains and elements that belong to them. */
function partOf(report: FiledReport, isWanted: (one: FiledStatement) => boolean): FiledReport {
  const statements = report.statements.filter(isWanted);
  const roles = new Set(statements.map(({ role }) => role));
  const calculations = report.calculations.filter(({ role }) => roles.has(role));
  const domains = report.domains
    .map((domain) => ({ ...domain, roles: domain.roles.filter((role) => roles.has(role)) }))
    .filter((domain) => domain.roles.length > 0);
  const names = new Set([
    ...statements.flatMap(({ axes }) => axes),
    ...statements.flatMap(({ lines }) => lines.flatMap(namesIn)),
    ...calculations.flatMap(({ parent, child }) => [parent, child]),
    ...domains.flatMap(namesOfDomain),
  ]);
  const elements = Object.entries(report.elements).filter(([name]) => names.has(name));
  return { ...report, statements, calculations, domains, elements: Object.fromEntries(elements) };
}

const namesIn = ({ element, dimensions }: FiledStatement["lines"][number]) => [
  element,
  ...dimensions.flatMap(({ axis, member }) => [axis, member]),
];

const namesOfDomain = ({ axis, default: whole, members }: FiledDomain) => [
  axis,
  ...(whole === null ? [] : [whole]),
  ...members.map(({ member }) => member),
];

const outlineOf = ({ kind, role, title, order, isParenthetical, lines }: FiledStatement) => {
  return { kind, role, title, order, isParenthetical, lines: lines.length };
};

function unreadable(message: string) {
  const reason = message.slice(0, reasonLengthMax);
  return {
    period: null,
    currency: null,
    state: "unreadable" as const,
    reason,
    source: null,
    digest: sha256(reason),
    outline: [],
    face: null,
    notes: null,
  };
}

const reasonLengthMax = 500;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
