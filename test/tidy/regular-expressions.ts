import { parseSync, Visitor } from "rolldown/utils";
import type { Sources } from "./module-graph.ts";

/** One regular expression as it is written, and the files that have it. */
export interface Expression {
  source: string;
  flags: string;
  paths: string[];
}

/** Every literal regular expression of the code, by its text (`/a+/g`). */
export function listExpressions(sources: Sources): Map<string, Expression> {
  const found = new Map<string, Expression>();
  for (const [path, code] of sources) {
    new Visitor({
      Literal(node) {
        if (!("regex" in node)) return;
        const { pattern: source, flags } = node.regex;
        const text = `/${source}/${flags}`;
        const paths = new Set(found.get(text)?.paths).add(path);
        found.set(text, { source, flags, paths: [...paths] });
      },
    }).visit(parseSync(path, code).program);
  }
  return found;
}

/** Super-linear expressions that may stay, and why their input is short or trusted. A line that is not in the code fails. */
export const boundedExpressions: Readonly<Record<string, string>> = {
  "/[;\\s]+$/": "a question that the operator types",
  "/--[^\\r\\n]*|\\/\\*[\\s\\S]*?\\*\\/|[;\\s]/g": "a question that the operator types",
  "/<!--[\\s\\S]*?-->/g": "at most the 16 kB at one end of a document",
  "/^-|0+$/g": "a decimal of a fact, at most 100 digits",
  "/0*$/": "a decimal of the file that the operator compares with",
  "/\\B(?=(\\d{3})+$)/g": "the digits of a stored decimal",
  "/\\n[ \\t]+(?=\\S)/g": "the registry's own CHANGES.md",
  "/^[-*] +(.*)$/": "the registry's own CHANGES.md",
  "/\\/+$/": "a setting of the operator",
  '/^(?:import|export) type [^;"]*"[^"]+";\\n/gm': "the product's own code",
  "/\\b(?:first|second|third|fourth|last)\\b[^.]*\\btags?\\b|\\btags? \\d/i":
    "a note of the registry",
  "/^\\d*\\.?\\d*$/": "a number of a page, at most 200 characters",
  "/^([\\d.,'\\s\\u00a0]+)\\D+?(\\d{1,2})\\D*$/": "a number of a page, at most 200 characters",
  "/^[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,3})?$/":
    "a number of a page, at most 200 characters",
  "/([a-z\\d\\s-]+?)\\s*-?\\s*(year|month|week|day)s?\\b/g":
    "a text of a page with a format, at most 1,000 characters",
  "/\\s*-\\s*/g": "a text of a page with a format, at most 1,000 characters",
  "/^s3:\\/\\/([^/]+)(?:\\/(.*?))?\\/*$/": "a setting of the operator",
};

/** Expressions that the analyzer does not decide in any useful time, and why they are not slow. */
export const undecidedExpressions: Readonly<Record<string, string>> = {
  "/(?:stock|share|unit|equity)\\s*(?:holders?|owners?).*(?:equity|deficit|deficiency|capital|investment)|changes\\s*in.*(?:equity|deficit|capital|net\\s*assets)|(?:members|partners|owners|parent)['’]?s?['’]?\\s*.*(?:equity|deficit|capital|interest)|statements?\\s*of.*equity|\\bequity\\b/i":
    "the first 500 characters of a title",
  "/^Basic +([A-Za-z0-9+/_-]{1,2000}={0,2}) *$/i":
    "a header of at most 16 kB; each part has other characters",
  '/^(import|export) ((?:(?:\\*(?: as \\w+)?|\\{[^}]*\\}|\\w+(?:, \\{[^}]*\\})?) from )?)"([^"]+)"(?: with \\{[^}]*\\})?;\\n/gm':
    "the product's own code",
};
