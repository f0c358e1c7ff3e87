import type { ParsedFacts, RejectedFact } from "#schemas/shapes/companies/fact.ts";
import { ParseError } from "../../errors.ts";
import { entry } from "../entry.ts";
import { equityOfMember, isToldBySheet } from "../equity-members.ts";
import { ownPerShare, perShareTagOf } from "../own-per-share.ts";
import { exactOrNull, isoFromDigits, taxonomyOf, unitOf } from "./cell-values.ts";
import { readDataSetDocument } from "./data-set-document.ts";
import { printedValues } from "./printed-values.ts";
import type { DataSetTags, DataSetValue } from "./values.ts";

/** What the data sets say of one filing. */
export interface DataSetFiling {
  cik: string;
  entityName: string;
  accession: string;
  form: string;
  filed: string;
  fy: number | null;
  fp: string | null;
  /** The period the filing is about: rounded, and as the name of its instance file tells it; null where it does not. */
  roundedPeriodEnd: string | null;
  periodEnd: string | null;
  /** Standard industrial classification and fiscal year end (MMDD), as the regulator kept them then; null where silent. */
  sic: string | null;
  fiscalYearEnd: string | null;
  values: DataSetValue[];
  /** Values of elements that no line takes and that a statement prints as a line. */
  printed: DataSetValue[];
  /** "taxonomy:tag" of wanted tags that the filing states with segments alone. */
  dimensionedTags: string[];
  unmapped: ParsedFacts["unmapped"];
  rejected: RejectedFact[];
}

/**
 * Reads an archived slice. Rows of segments or co-registrants and rows without a value give no values; tags that only
 * segments have are listed; tags
 * that are not wanted and filers' own ones are counted, but for own ones by the name of an
 * element that a line takes and the filing does not state, and figures per share (`ownPerShare`). A value of an impossible
 * date, or one that is no number, is `rejected` alone. Members of total equity are read as `equityOfMember` says.
 * Throws ParseError for anything that `dataSetDocument` did not write from well-formed rows.
 */
export function parseDataSet(body: Buffer, tags: DataSetTags): DataSetFiling {
  const rows = readDataSetDocument(body);
  const { sub, num } = rows;
  const filing = readSubmission(sub);
  const unmapped = new Map<string, ParsedFacts["unmapped"][number]>();
  const standard = standardTags(num);
  const reading = { ...tags, standard, figures: ownPerShare(ownFigures(num), standard) };
  for (const row of [...num, ...membersOfEquity(num)]) readValue(filing, row, reading, unmapped);
  const dimensionedTags = tagsOfSegments(num).filter(
    (tag) => tags.wanted.has(tag) && !standard.has(tag),
  );
  const printed = printedValues(rows, tags);
  return { ...filing, printed, dimensionedTags, unmapped: [...unmapped.values()] };
}

/** Reads a row of `sub.txt` in the order of `subColumns`, without values. Throws ParseError naming what is wrong. */
export function readSubmission(row: readonly string[]): DataSetFiling {
  const [accession = "", cik = "", name = "", form = "", period = "", fy = "", fp = ""] = row;
  const [filed = "", instance = "", sic = "", yearEnd = ""] = row.slice(7);
  const require = (isGood: boolean, what: string) => {
    if (!isGood)
      throw new ParseError(`${accession.slice(0, 20)}: ${what} of sub.txt is not usable`);
  };
  require(/^\d{10}-\d{2}-\d{6}$/.test(accession), "adsh");
  require(/^\d{1,10}$/.test(cik), "cik");
  require(form !== "" && form.length <= 20, "form");
  const filedDate = isoFromDigits(filed);
  require(filedDate !== null, "filed");
  const roundedPeriodEnd = isoFromDigits(period);
  return {
    cik: cik.padStart(10, "0"),
    entityName: name.replace(/\s+/g, " ").trim(),
    accession,
    form,
    filed: filedDate ?? "",
    fy: /^\d{4}$/.test(fy) ? Number(fy) : null,
    fp: /^(FY|Q[1-4]|H[12])$/.test(fp) ? fp : null,
    roundedPeriodEnd,
    periodEnd: periodEndOf(instance, roundedPeriodEnd),
    sic: /^\d{3,4}$/.test(sic) ? sic.padStart(4, "0") : null,
    fiscalYearEnd: /^(0[1-9]|1[0-2])([0-2]\d|3[01])$/.test(yearEnd) ? yearEnd : null,
    values: [],
    printed: [],
    dimensionedTags: [],
    unmapped: [],
    rejected: [],
  };
}

/** "ko-20100402.xml" was filed for the period to 2 April 2010; a date far from the period is that of the filing. */
function periodEndOf(instance: string, roundedPeriodEnd: string | null): string | null {
  const digits = /(?<!\d)((?:19|20)\d{6})(?!\d)/.exec(instance)?.[1];
  const date = digits === undefined ? null : isoFromDigits(digits);
  if (date === null || roundedPeriodEnd === null) return null;
  return Math.abs(Date.parse(date) - Date.parse(roundedPeriodEnd)) <= 15 * 86_400_000 ? date : null;
}

/** The tags of taxonomies that the filing states without segments. */
function standardTags(rows: readonly (readonly string[])[]): Set<string> {
  const found = new Set<string>();
  for (const [tag = "", version = "", , , , segments, coreg] of rows) {
    if (segments === "" && coreg === "") found.add(`${taxonomyOf(version)}:${tag}`);
  }
  return found;
}

/** Rows of the members of total equity under the element that states the same, for days without a balance sheet. */
function membersOfEquity(rows: readonly (readonly string[])[]): (readonly string[])[] {
  const plain = rows.filter(([, , , , , segments, coreg]) => segments === "" && coreg === "");
  const stated = new Map<string, Set<string>>();
  for (const [tag = "", version = "", day = ""] of plain) {
    entry(stated, day, () => new Set()).add(`${taxonomyOf(version)}:${tag}`);
  }
  return rows.flatMap(([tag = "", version = "", day = "", qtrs = "", uom = "", ...rest]) => {
    const [segments = "", coreg = "", value = ""] = rest;
    const label = coreg === "" && !isOwn(version) ? equityOfMember(tag, segments) : null;
    if (label === null || isToldBySheet(stated.get(day) ?? new Set(), label)) return [];
    const adopted = label.slice(label.indexOf(":") + 1);
    return [[adopted, version, day, qtrs, uom, "", "", value]];
  });
}

/** The tags that the filing states of a segment, each once. */
function tagsOfSegments(rows: readonly (readonly string[])[]) {
  const tags = rows.flatMap(([tag = "", version = "", , , , segments = "", coreg = "", value]) =>
    segments !== "" && coreg === "" && value !== "" ? [`${taxonomyOf(version)}:${tag}`] : [],
  );
  return [...new Set(tags)].sort();
}

/** The filer's own elements of figures per share and average shares that the filing states without segments. */
function ownFigures(rows: readonly (readonly string[])[]): string[] {
  return rows.flatMap(([tag = "", version = "", , , uom = "", segments, coreg]) =>
    segments === "" && coreg === "" && isOwn(version) && perShareTagOf(tag, uom) ? [tag] : [],
  );
}

const isOwn = (version: string) => taxonomyOf(version) === "extension";

/**
 * The standard element that a filer's own one is read as: the one of its name where a line takes it and the filing states none
 * (ProfitLoss in 2009, before the taxonomy had it), or the one of earnings per share or average shares that its name tells. Null for others.
 */
function adoptedBy(tag: string, uom: string, { mapped, standard, figures }: Reading) {
  const label = `us-gaap:${tag}`;
  if (mapped.has(label) && !standard.has(label)) return tag;
  const told = perShareTagOf(tag, uom) === null ? undefined : figures.get(tag);
  return told !== undefined && mapped.has(`us-gaap:${told}`) ? told : null;
}

type Reading = DataSetTags & {
  standard: ReadonlySet<string>;
  figures: ReturnType<typeof ownPerShare>;
};

function readValue(
  filing: DataSetFiling,
  row: readonly string[],
  tags: Reading,
  unmapped: Map<string, ParsedFacts["unmapped"][number]>,
): void {
  const [name = "", version = "", ddate = "", qtrs = "", uom = "", segments, coreg, value = ""] =
    row;
  if (segments !== "" || coreg !== "" || value === "") return;
  const adopted = isOwn(version) ? adoptedBy(name, uom, tags) : null;
  const taxonomy = adopted ? "us-gaap" : taxonomyOf(version);
  const tag = adopted ?? name;
  const label = `${taxonomy}:${tag}`;
  if (!tags.wanted.has(label)) {
    const counted = unmapped.get(label);
    if (counted) counted.count += 1;
    else unmapped.set(label, { taxonomy, tag, count: 1 });
    return;
  }
  const reject = (reason: string) =>
    filing.rejected.push({ taxonomy, tag, accession: filing.accession, reason });
  const roundedEnd = isoFromDigits(ddate);
  if (roundedEnd === null || !/^\d{1,3}$/.test(qtrs)) {
    reject(`ddate ${ddate.slice(0, 20)} with qtrs ${qtrs.slice(0, 20)} is no period`);
    return;
  }
  const exact = exactOrNull(value);
  if (exact === null) {
    reject("its value is not a number");
    return;
  }
  filing.values.push({
    taxonomy,
    tag,
    unit: unitOf(uom, tags.perShare.has(label)),
    roundedEnd,
    quarters: Number(qtrs),
    value: exact,
    ...(adopted && { isOwnElement: true as const }),
  });
}
