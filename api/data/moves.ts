import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "#schemas/database/db.ts";
import type { AuditSubject } from "#schemas/tables/accounts/audit.ts";
import { conflict } from "../http/errors.ts";
import { recordDone } from "../modules/audit-log/service.ts";
import { required } from "./rows.ts";

/** One action on a row with states: `publish: { from: ["draft"], to: "published" }`. */
interface Move<S extends string> {
  from: readonly S[];
  to: S;
  /**
   * "same": repeating the action on a row that is already in the target state returns the row and changes nothing
   * (A-15).
   */
  repeat?: "same";
  /** The action's name in the audit log, as noun and past participle; default `<subject>.<act>`. */
  audit?: string;
}

type StateTable = PgTable & { id: PgColumn; status: PgColumn };
type RowOf<T extends StateTable> = T["$inferSelect"];
type StateOf<T extends StateTable> = RowOf<T>["status"] & string;

interface MoveRequest<T extends StateTable> {
  id: string;
  /** The acting account; null for an operator at the command line or for a job. */
  actorId: string | null;
  /** True for what is done for the service; default false. */
  byOperator?: boolean;
  /** Further columns to set in the same UPDATE. */
  set?: PgUpdateSetSource<T>;
  /** A further condition of the same UPDATE; a row that does not meet it is refused. */
  where?: SQL;
  /** The message when `where` refuses; default: the message for a wrong state. */
  refusal?: string;
  /** Further members of the audit event's `detail`, besides id, from and to. */
  detail?: Record<string, unknown>;
}

interface MoveResult<R> {
  row: R;
  /** False for a repeat that changed nothing. */
  isChanged: boolean;
}

export interface Moves<T extends StateTable, A extends string> {
  readonly table: Readonly<Record<A, Move<StateOf<T>>>>;
  /**
   * Changes the state and writes the audit event in one transaction. Of several concurrent calls, one succeeds. Throws
   * 404 for an unknown row, and 409 naming the current state. A refused move changes nothing.
   */
  make(db: Db, act: A, request: MoveRequest<T>): Promise<MoveResult<RowOf<T>>>;
  /** As `make`, for jobs: returns null and changes nothing when the row is gone or in another state. */
  attempt(db: Db, act: A, request: MoveRequest<T>): Promise<RowOf<T> | null>;
  /** True when the action is possible in the state. Answers use it to list the possible actions. */
  isPossible(act: A, state: StateOf<T>): boolean;
  /** A sentence for the OpenAPI description of the operation. */
  text(act: A): string;
}

/** The rows that change state, and the audit log that records it. */
export interface MoveSubject<T extends StateTable, A extends string> {
  /** The name in 404 and 409 messages: "Role". */
  name: string;
  table: T;
  acts: Readonly<Record<A, Move<StateOf<T>>>>;
  /** The subject whose audit log gets the event; null for a row without one. */
  auditOf(row: RowOf<T>): { subjectType: AuditSubject; subjectId: string } | null;
}

/**
 * Declares the states of a table's rows and the actions that change them.
 *
 * @example
 * const roleMoves = moves({
 *   name: "Role",
 *   table: role,
 *   acts: { publish: { from: ["draft"], to: "published" }, close: { from: ["published"], to: "closed", repeat: "same" } },
 *   auditOf: ({ entityId }) => ({ subjectType: "entity", subjectId: entityId }),
 * });
 * const { row } = await roleMoves.make(db, "publish", { id, actorId: caller.userId });
 */
export function moves<T extends StateTable, const A extends string>(
  subject: MoveSubject<T, A>,
): Moves<T, A> {
  const { acts, name } = subject;
  return {
    table: acts,
    make: (db, act, request) => db.transaction((tx) => makeMove(tx, subject, act, request)),
    attempt: (db, act, request) => db.transaction((tx) => attemptMove(tx, subject, act, request)),
    isPossible: (act, state) => acts[act].from.includes(state),
    text: (act) => moveText(name, acts[act]),
  };
}

async function makeMove<T extends StateTable, A extends string>(
  tx: Db,
  subject: MoveSubject<T, A>,
  act: A,
  request: MoveRequest<T>,
): Promise<MoveResult<RowOf<T>>> {
  const { acts, name } = subject;
  const move = acts[act];
  const before = required(await lockRow(tx, subject, request.id), name);
  const row = await moveLocked(tx, subject, act, { request, before });
  if (row !== null) return { row, isChanged: true };
  if (move.repeat === "same" && before.status === move.to) return { row: before, isChanged: false };
  const isState = move.from.includes(before.status as StateOf<T>);
  throw conflict(
    isState && request.refusal !== undefined
      ? request.refusal
      : refusal(name, act, move, before.status as string),
  );
}

async function attemptMove<T extends StateTable, A extends string>(
  tx: Db,
  subject: MoveSubject<T, A>,
  act: A,
  request: MoveRequest<T>,
): Promise<RowOf<T> | null> {
  const before = await lockRow(tx, subject, request.id);
  return before === null ? null : moveLocked(tx, subject, act, { request, before });
}

/** Locks the row until the transaction ends and returns it; null when there is none. */
async function lockRow<T extends StateTable, A extends string>(
  tx: Db,
  { table }: MoveSubject<T, A>,
  id: string,
): Promise<RowOf<T> | null> {
  const [row] = await tx
    .select()
    .from(table as PgTable)
    .where(eq(table.id, id))
    .for("update");
  return (row as RowOf<T> | undefined) ?? null;
}

/**
 * Moves a locked row and returns it. Returns null and changes nothing when its state or the request's condition does
 * not allow the move.
 */
async function moveLocked<T extends StateTable, A extends string>(
  tx: Db,
  subject: MoveSubject<T, A>,
  act: A,
  { request, before }: { request: MoveRequest<T>; before: RowOf<T> },
): Promise<RowOf<T> | null> {
  const { table, acts } = subject;
  const { from, to } = acts[act];
  const [row] = await tx
    .update(table as PgTable)
    .set({ ...touched(table), ...request.set, status: to })
    .where(and(eq(table.id, request.id), inArray(table.status, [...from]), request.where))
    .returning();
  if (row === undefined) return null;
  await audit(tx, subject, act, { request, before, row: row as RowOf<T> });
  return row as RowOf<T>;
}

/** Also sets `updatedAt` and increments `version`, if the table has them. */
function touched(table: StateTable): Record<string, SQL> {
  const { updatedAt, version } = getTableColumns(table);
  return {
    ...(updatedAt === undefined ? {} : { updatedAt: sql`clock_timestamp()` }),
    ...(version === undefined ? {} : { version: sql`${version} + 1` }),
  };
}

async function audit<T extends StateTable, A extends string>(
  tx: Db,
  { name, acts, auditOf }: MoveSubject<T, A>,
  act: A,
  done: { request: MoveRequest<T>; before: RowOf<T>; row: RowOf<T> },
): Promise<void> {
  const about = auditOf(done.row);
  if (about === null) return;
  const { id, actorId, byOperator, detail } = done.request;
  const action = acts[act].audit ?? `${name.toLowerCase()}.${act}`;
  const moved = { id, from: done.before.status, to: acts[act].to };
  await recordDone(tx, { ...about, actorId, byOperator, action, detail: { ...detail, ...moved } });
}

const refusal = (name: string, act: string, move: Move<string>, state: string) =>
  `${name} is ${state}; ${act} is possible only from ${move.from.join(", ")}`;

function moveText(name: string, { from, to, repeat }: Move<string>): string {
  const again = repeat === "same" ? " A repeat gets the same answer and changes nothing." : "";
  const noun = name.toLowerCase();
  return `Moves the ${noun} from ${from.join(" or ")} to ${to}; otherwise 409 names the current state.${again}`;
}
