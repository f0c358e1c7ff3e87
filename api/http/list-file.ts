import { z } from "zod";
import type { Page } from "#schemas/shapes/page.ts";
import { type Answer, andThen } from "../and-then.ts";
import { byteOrderMark, csvLine, type Value } from "../data/text/csv-table.ts";
import type { Answers } from "./answers.ts";
import type { Endpoint } from "./endpoint.ts";
import { badRequest } from "./errors.ts";
import type { HandlerAnswer } from "./requests/handled.ts";
import { nextCursorOf } from "./responses/page-links.ts";

type Given = Parameters<Endpoint["handle"]>[0];

/** What of a list's declaration decides on its file. */
interface ListDeclaration {
  /** Method and path. */
  at: string;
  /** Names the file. */
  name: string;
  query?: z.ZodObject | undefined;
  handle(given: Given): Answer<unknown>;
}

interface ListFile {
  /** The list's query with the parameter that asks for a file. */
  query: z.ZodObject;
  /** Answers with the file where one is asked for, and otherwise as `handle` does. */
  orFile(handle: Endpoint["handle"]): Endpoint["handle"];
}

const format = z
  .enum(["json", "csv"])
  .optional()
  .meta({
    description: "`csv` for a file of all rows; also by Accept: text/csv",
    examples: ["csv"],
  });

/** More rows are refused: a file is whole or not at all. */
const rowsMax = 10_000;
const pageRows = 100;
/** Twice what a file of that many rows takes. */
const readsMax = 250;

/**
 * Describes the CSV file of a list endpoint: all rows, with the access and filters of the list. Null for endpoints that
 * do not list rows, and for lists that already have a file.
 */
export function listFileOf(
  { at, name, query, handle }: ListDeclaration,
  { row, isByCursor }: Pick<Answers<never>, "row" | "isByCursor">,
): ListFile | null {
  const shape = query?.shape ?? {};
  if (row === undefined || !at.startsWith("GET ") || "format" in shape) return null;
  const columns = columnsOf(row);
  const isPaged = "limit" in shape && "offset" in shape;
  const pagesOf = isByCursor === true ? pagesByCursor : isPaged ? pagesByOffset : onlyPage;
  return {
    query: (query ?? z.object({})).safeExtend({ format }),
    orFile: (answer) => (given) => {
      const { format: wanted, ...asked } = { ...(given.query as { format?: string } | undefined) };
      const plain = { ...given, query: query === undefined ? undefined : asked } as Given;
      if (!isFile(wanted, given.from.headers.accept)) return answer(plain);
      const read = (page: object) => handle({ ...plain, query: { ...asked, ...page } } as Given);
      return andThen(pagesOf(read), (pages): HandlerAnswer => {
        const file = { name: `${nameOf(name)}.csv`, lines: write(columns, pages) };
        return { kind: "table", file };
      });
    },
  };
}

const isFile = (wanted: string | undefined, accept: string | undefined): boolean =>
  wanted === undefined ? accept?.startsWith("text/csv") === true : wanted === "csv";

const tooLong = (total: number) =>
  badRequest(
    `The list has ${total} rows, and a file at most ${rowsMax}: give a filter, or read pages as JSON`,
  );

/** "listOwnWatchlists" is "own-watchlists". */
const nameOf = (name: string) =>
  name
    .replace(/^(?:list|get|find|search)(?=[A-Z])/, "")
    .replace(/(?<=[a-z])(?=[A-Z])/g, "-")
    .toLowerCase();

/** Reads a page of a list; its place is given by the list's own parameters. */
type Read = (page: object) => Answer<unknown>;
type Rows = readonly unknown[];
/** The rows of a file, page by page. The first page is read at once, so that what refuses it refuses the file. */
type Pages = Iterable<Rows> | AsyncIterable<Rows>;

/** Writes the rows while their pages are read: no more than one page is in memory. */
async function* write(columns: readonly Column[], pages: Pages): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(({ head }) => head));
  for await (const rows of pages)
    yield rows.map((row) => csvLine(columns.map((one) => one.read(row)))).join("");
}

const onlyPage = (read: Read): Answer<Pages> =>
  andThen(read({}) as Answer<Page<unknown>>, ({ rows }) => [rows]);

const pagesByCursor = (read: Read): Answer<Pages> => {
  const readFrom = (cursor: string | undefined) =>
    read({ limit: pageRows, cursor }) as Answer<CursorPage>;
  return andThen(readFrom(undefined), (first) => followCursor(first, readFrom));
};

interface CursorPage {
  data: Rows;
  meta: object;
}

/** Follows the cursor to the end of the list. It repeats no row and passes none over, so none is remembered. */
async function* followCursor(
  first: CursorPage,
  readFrom: (cursor: string) => Answer<CursorPage>,
): AsyncGenerator<Rows> {
  yield first.data;
  let cursor = nextCursorOf(first.meta);
  while (cursor !== null) {
    const { data, meta } = await readFrom(cursor);
    yield data;
    cursor = nextCursorOf(meta);
  }
}

type ReadFrom = (offset: number) => Answer<Page<unknown>>;

const pagesByOffset = (read: Read): Answer<Pages> => {
  const readFrom: ReadFrom = (offset) => read({ limit: pageRows, offset }) as Answer<Page<unknown>>;
  return andThen(readFrom(0), (first) => {
    if (first.total > rowsMax) throw tooLong(first.total);
    return followOffset(first, readFrom);
  });
};

/** Reads the pages one after the other, and gives each row once. */
async function* followOffset(first: Page<unknown>, read: ReadFrom): AsyncGenerator<Rows> {
  const seen = new Set<string>();
  let page = first;
  for (let reads = 0; reads < readsMax; reads += 1) {
    yield page.rows.filter((row) => !seen.has(keyOf(row)));
    for (const row of page.rows) seen.add(keyOf(row));
    seen.delete("");
    const end = page.offset + page.rows.length;
    if (page.rows.length === 0 || end >= page.total) return;
    if (end >= rowsMax) break;
    page = await readOn(read, end, seen);
  }
  throw new Error("the list changed too much while its file was written");
}

/** The id of a row; empty for rows without one, which cannot be told apart. */
function keyOf(row: unknown): string {
  const { id } = row as { id?: unknown };
  return typeof id === "string" ? id : "";
}

/** Rows that are read again to see that none was passed over. */
const overlap = 10;

/**
 * Reads on from a place. Rows that were added or removed meanwhile move the others: the page begins a little before the
 * place, and further before it where it has no row that was read already.
 */
async function readOn(read: ReadFrom, end: number, seen: Set<string>): Promise<Page<unknown>> {
  if (seen.size === 0) return read(end);
  for (let from = end - overlap; from > 0; from -= pageRows - overlap) {
    const page = await read(from);
    if (page.rows.some((row) => seen.has(keyOf(row)))) return page;
  }
  return read(0);
}

interface Column {
  head: string;
  read(row: unknown): Value;
}

/** The columns of a shape: one for each member, of nested objects too (`owner.name`). */
function columnsOf(shape: z.ZodType): Column[] {
  const paths = pathsOf(shape, []);
  const unique = new Map(paths.map((path) => [path.join("."), path]));
  return [...unique].map(([head, path]) => ({
    head: head === "" ? "value" : head,
    read: (row) => cellOf(path.reduce(memberOf, row)),
  }));
}

function pathsOf(shape: z.ZodType, path: readonly string[]): (readonly string[])[] {
  if (shape instanceof z.ZodNullable || shape instanceof z.ZodOptional)
    return pathsOf(shape.unwrap() as z.ZodType, path);
  if (shape instanceof z.ZodUnion) {
    return shape.options.flatMap((option) => pathsOf(option as z.ZodType, path));
  }
  if (!(shape instanceof z.ZodObject)) return [path];
  const members = Object.entries(shape.shape as Record<string, z.ZodType>);
  return members.flatMap(([name, member]) => pathsOf(member, [...path, name]));
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** Lists and free objects are JSON text. Of a member that is text or an object, the column of the text is empty. */
function cellOf(value: unknown): Value {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" || typeof value === "string") return value;
  return JSON.stringify(value);
}
