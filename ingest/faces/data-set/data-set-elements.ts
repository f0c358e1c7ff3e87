import type { FiledElement } from "#schemas/shapes/companies/filed-report.ts";
import { taxonomyOf } from "../../facts/data-sets/cell-values.ts";
import { elementKey } from "./data-set-cells.ts";

const periodTypes: Partial<Record<string, FiledElement["periodType"]>> = {
  I: "instant",
  D: "duration",
};
const balances: Partial<Record<string, FiledElement["balance"]>> = { D: "debit", C: "credit" };

/** "us-gaap:Assets"; own elements are "extension:Name". */
export function qnameOf(tag: string, version: string): string {
  return `${taxonomyOf(version)}:${tag}`;
}

/** The elements of `tag.txt` by their key. */
export function dataSetElements(rows: readonly (readonly string[])[]): Map<string, FiledElement> {
  return new Map(
    rows.map(
      ([tag = "", version = "", , type = "", iord = "", crdr = "", label = "", doc = ""]) => [
        elementKey(tag, version),
        {
          ...unknownElement(tag, version),
          type: type || null,
          periodType: periodTypes[iord] ?? null,
          balance: balances[crdr] ?? null,
          label: label || null,
          documentation: doc || null,
        },
      ],
    ),
  );
}

/** An element that `tag.txt` does not have. */
export function unknownElement(tag: string, version: string): FiledElement {
  const qname = qnameOf(tag, version);
  return {
    qname,
    isOwn: qname.startsWith("extension:"),
    type: null,
    periodType: null,
    balance: null,
    label: null,
    documentation: null,
  };
}
