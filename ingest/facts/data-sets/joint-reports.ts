import type { FactDocument } from "../../company-input.ts";

/** A report that two registrants filed together stands in the facts of both: the company's own copy counts. */
export function withoutJointReports(
  own: string,
  documents: readonly FactDocument[],
): FactDocument[] {
  const isOwn = ({ parsed }: FactDocument) => parsed.cik === own;
  if (documents.every(isOwn)) return [...documents];
  const ownFacts = documents.filter(isOwn).flatMap(({ parsed }) => parsed.facts);
  const reports = new Set(ownFacts.map(({ accession }) => accession));
  return documents.map((document) => {
    const { parsed } = document;
    if (isOwn(document)) return document;
    const facts = parsed.facts.filter(({ accession }) => !reports.has(accession));
    return { ...document, parsed: { ...parsed, facts } };
  });
}
