import { loadPeriods, type StoredIdentity } from "#ingest/store/stored-company.ts";
import type { Queryable } from "#ingest/store/transaction.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import { counted } from "../commands/command.ts";
import { alignTable } from "../terminal/table.ts";

/** A tag that nothing maps and that a null with `unmapped_tag` names. */
export interface QueuedTag {
  /** "taxonomy:tag". */
  tag: string;
  /** snakeKey of the line that has no value. */
  line: string;
  /** Periods without the line. */
  nulls: number;
  companies: number;
}

/** What the stored statements of these companies leave to review, the most nulls first. */
export async function readQueue(
  db: Queryable,
  registry: Registry,
  companies: readonly StoredIdentity[],
): Promise<QueuedTag[]> {
  const namedTags: NamedTag[] = [];
  for (const { cik } of companies)
    namedTags.push(...namedIn(cik, await loadPeriods(db, cik, registry)));
  return queueOf(namedTags);
}

/** One null that names a tag. */
interface NamedTag {
  cik: string;
  tag: string;
  line: string;
}

/** The nulls of a company's periods that name a tag that nothing maps. */
export function namedIn(
  cik: string,
  periods: readonly Pick<StatementPeriod, "lines">[],
): NamedTag[] {
  return periods.flatMap(({ lines }) =>
    Object.entries(lines).flatMap(([line, { reason, refused = [] }]) => {
      const tag = refused.find(({ guard }) => guard === "unmapped")?.tag;
      return reason === "unmapped_tag" && tag ? [{ cik, tag, line }] : [];
    }),
  );
}

export function queueOf(found: readonly NamedTag[]): QueuedTag[] {
  return [...Map.groupBy(found, ({ tag, line }) => `${line} ${tag}`).values()]
    .flatMap((nulls) => {
      const [first] = nulls;
      const companies = new Set(nulls.map(({ cik }) => cik)).size;
      return first ? [{ tag: first.tag, line: first.line, nulls: nulls.length, companies }] : [];
    })
    .sort((a, b) => b.nulls - a.nulls || (a.tag < b.tag ? -1 : 1));
}

/** The queue for people; the last line is the count over all companies. */
export function queueLines(queue: readonly QueuedTag[], companies: number): string[] {
  const nulls = queue.reduce((sum, queued) => sum + queued.nulls, 0);
  return [
    ...alignTable(
      ["tag", "line", "nulls", "companies"],
      queue.map(({ tag, line, ...counts }) => [
        tag,
        line,
        String(counts.nulls),
        String(counts.companies),
      ]),
    ),
    "",
    `${counted(nulls, "null")} of ${counted(companies, "company", "companies")} name a tag that nothing maps (unmapped_tag)`,
  ];
}
