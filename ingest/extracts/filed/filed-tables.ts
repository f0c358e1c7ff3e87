import {
  accession,
  type Column,
  cik,
  type ExtractTable,
  end,
  exact,
  filed,
  fiscalYear,
  form,
  number,
  start,
} from "../columns.ts";

const statement: Column = [
  "statement",
  "VARCHAR",
  "income, comprehensive_income, balance, cash_flow, equity, cover, or other: notes and schedules",
];
const title: Column = [
  "title",
  "VARCHAR",
  "Title as the filer names it; null for data sets, which have none",
];
const statementOrder: Column = [
  "statement_order",
  "INTEGER",
  "Position of the statement in the filing, ascending",
];

/** The tables of what filings printed, as `ExtractTable` describes tables. */
export const filedTables = [
  {
    name: "filed_lines",
    comment: "Every value that filings printed, under its printed label, of statements and notes",
    layout: "years",
    key: [
      ...["cik", "accession", "statement_order", "line_order", "dimensions"],
      ...["period_start", "period_end", "unit"],
    ],
    order: [
      ...["cik", "filed", "accession", "statement_order", "line_order", "dimensions"],
      ...["period_end", "period_start", "unit"],
    ],
    columns: [
      cik,
      accession,
      form,
      filed,
      ["source", "VARCHAR", "instance or inline: the filing's own package; data_set"],
      statement,
      title,
      statementOrder,
      ["is_parenthetical", "BOOLEAN", "Whether the statement is a parenthetical one"],
      [
        "line_order",
        "INTEGER",
        "Row of the statement, ascending; a row by members has the same for each",
      ],
      ["depth", "INTEGER", "Steps below the top of the statement; null for data sets"],
      ["element", "VARCHAR", "XBRL element with its prefix"],
      ["is_own", "BOOLEAN", "Whether the filer made the element"],
      ["label", "VARCHAR", "As printed"],
      ["is_total", "BOOLEAN", "Printed as a total; null for data sets, which do not say"],
      ["is_negated", "BOOLEAN", "Whether printed and value have opposite signs"],
      ["balance_at", "VARCHAR", "start or end: the balance at that end of the period; else null"],
      ["dimensions", "VARCHAR", "axis=member;…; null for the whole company"],
      ["axis", "VARCHAR", "The first axis; null for the whole company"],
      ["axis_label", "VARCHAR", "Its label"],
      ["member", "VARCHAR", "The member of that axis"],
      ["member_label", "VARCHAR", "Labels of all members of the line, separated by semicolons"],
      start,
      end,
      [
        "is_date_rounded",
        "BOOLEAN",
        "Whether the days are estimates: Financial Statement Data Sets give the nearest month end",
      ],
      [
        "period_key",
        "VARCHAR",
        "Key of the company's period with these days, for example 2023FY; null for others, as nine months",
      ],
      ["printed", "DOUBLE", "The value with the sign that is printed; null for text"],
      ["printed_text", "VARCHAR", "The same exactly, as decimal text; on the cover also words"],
      number,
      exact,
      ["unit", "VARCHAR", "USD, shares, USD/shares, pure, …; null for words"],
      ["decimals", "INTEGER", "Stated precision; null where not stated or exact"],
      [
        "concepts",
        "VARCHAR",
        "Standardized lines that have this value as theirs, separated by commas; null for none",
      ],
      [
        "value_of",
        "VARCHAR",
        "The same with their periods: period_key:concept, separated by commas",
      ],
      [
        "part_of",
        "VARCHAR",
        "Standardized lines that are computed from it: period_key:concept, separated by commas",
      ],
      fiscalYear,
    ],
  },
  {
    name: "calculations",
    comment: "What adds up to what in each filing with a package of its own, as the filer says",
    layout: "parts",
    key: ["cik", "accession", "role", "parent", "place"],
    order: ["cik", "filed", "accession", "statement_order", "role", "parent", "place"],
    columns: [
      cik,
      accession,
      form,
      filed,
      statement,
      title,
      statementOrder,
      ["role", "VARCHAR", "Address by which the filer names the statement"],
      ["parent", "VARCHAR", "Element of the sum"],
      ["child", "VARCHAR", "Element that counts in it"],
      ["weight", "DOUBLE", "1 where it is added, -1 where it is subtracted"],
      ["place", "INTEGER", "Position among the children of the parent, 1 first"],
    ],
  },
] as const satisfies readonly ExtractTable[];
