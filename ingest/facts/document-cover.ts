import { isCalendarDate } from "./iso-date.ts";

/** What the dei cover of a filing says about the filing; null where it says nothing readable. */
export interface DocumentCover {
  /** Ten digits. */
  cik: string | null;
  entityName: string | null;
  /** As filed, with "/A" added where only the amendment flag says so. */
  documentType: string | null;
  periodEndDate: string | null;
  fiscalYearFocus: number | null;
  fiscalPeriodFocus: string | null;
  isAmendment: boolean | null;
}

export const coverTags: ReadonlySet<string> = new Set([
  "dei:EntityCentralIndexKey",
  "dei:EntityRegistrantName",
  "dei:DocumentType",
  "dei:DocumentPeriodEndDate",
  "dei:DocumentFiscalYearFocus",
  "dei:DocumentFiscalPeriodFocus",
  "dei:AmendmentFlag",
]);

/** Reads the texts of the cover tags, keyed by "dei:…". */
export function readCover(texts: ReadonlyMap<string, string>): DocumentCover {
  const amendmentFlag = texts.get("dei:AmendmentFlag")?.toLowerCase();
  const isAmendment = amendmentFlag === undefined ? null : /^(?:true|1)$/.test(amendmentFlag);
  const year = texts.get("dei:DocumentFiscalYearFocus");
  const periodEnd = texts.get("dei:DocumentPeriodEndDate");
  return {
    cik: cikOf(texts.get("dei:EntityCentralIndexKey")),
    entityName: texts.get("dei:EntityRegistrantName") ?? null,
    documentType: documentType(texts.get("dei:DocumentType"), isAmendment),
    periodEndDate: periodEnd !== undefined && isCalendarDate(periodEnd) ? periodEnd : null,
    fiscalYearFocus: year !== undefined && /^\d{4}$/.test(year) ? Number(year) : null,
    fiscalPeriodFocus: texts.get("dei:DocumentFiscalPeriodFocus")?.toUpperCase() ?? null,
    isAmendment,
  };
}

/** Ten digits for text of one to ten digits, else null. */
export function cikOf(text: string | undefined): string | null {
  return text !== undefined && /^\d{1,10}$/.test(text) ? text.padStart(10, "0") : null;
}

function documentType(type: string | undefined, isAmendment: boolean | null): string | null {
  if (type === undefined) return null;
  return isAmendment && !type.endsWith("/A") ? `${type}/A` : type;
}
