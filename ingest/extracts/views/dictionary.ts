import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Column } from "../columns.ts";
import type { Row } from "../company-rows.ts";
import { extractTables } from "../tables.ts";
import { wideViews } from "./wide.ts";

/** The data dictionary of an extract as a page, beside the Parquet files. */
export const dictionaryPath = "dictionary.md";

interface TableDescription {
  name: string;
  comment: string;
  columns: readonly Column[];
  key?: readonly string[];
}

/** Every table and view, the views last. */
const describedIn = (registry: Registry): TableDescription[] => [
  ...extractTables,
  ...wideViews(registry),
];

/** A row for each column of each table and view: what the table `dictionary` holds. */
export const dictionaryRows = (registry: Registry): Row[] =>
  describedIn(registry).flatMap(({ name, columns, key }) =>
    columns.map(([column, type, meaning], at) => [
      name,
      at + 1,
      column,
      type,
      key === undefined ? null : key.includes(column),
      meaning,
    ]),
  );

/** The same as a page in Markdown. */
export function dictionaryPage(registry: Registry): string {
  const sections = describedIn(registry).map(
    ({ name, comment, columns, key = [] }) =>
      `## ${name}\n\n${comment}.\n\n| Column | Type | Meaning |\n| --- | --- | --- |\n${columns
        .map((column) => lineOf(column, key))
        .join("\n")}\n`,
  );
  const origin = `Registry ${registry.registryVersion}. Columns of the key are marked by *.`;
  return `# Data dictionary\n\n${origin}\n\n${sections.join("\n")}`;
}

const lineOf = ([column, type, meaning]: Column, key: readonly string[]) =>
  `| \`${column}\`${key.includes(column) ? " *" : ""} | ${type} | ${meaning.replaceAll("|", "\\|")} |`;
