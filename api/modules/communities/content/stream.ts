import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import type { Caller } from "#api/auth/caller.ts";
import type { Deps } from "#api/deps.ts";
import { ApiError, badRequest, forbidden } from "#api/http/errors.ts";
import type { NextEvents } from "#api/http/event-streams.ts";
import type { OpenedEvents } from "#api/http/requests/handled.ts";
import { entitlementsOf } from "../../billing/service.ts";
import { findSeenRoom } from "../rooms/queries.ts";
import { findMessage, findNewestMessage, listBehind, type MessageRow } from "./queries.ts";

/** A request to follow a room. */
export interface Follow {
  roomId: string;
  caller: Caller & { userId: string };
  /** Of the request: its credential is verified again as long as the stream is open. */
  headers: IncomingHttpHeaders;
  /** The message after which the stream begins. Null: after the newest one. */
  after: string | null;
  seconds: number;
}

const batchMax = 50;

/**
 * Follows the messages of a room. Throws 403 for a plan without event streams, and 400 for an `after` that names no
 * message of the room.
 */
export async function followRoom(deps: Deps, follow: Follow): Promise<OpenedEvents> {
  const { roomId, caller, headers, seconds } = follow;
  const { userId, credential } = caller;
  const { eventStreams: openMax } = await entitlementsOf(deps, userId);
  if (openMax === 0) throw forbidden("The plan does not include event streams");
  let last = await startOf(deps, follow);
  const next = async (): Promise<NextEvents> => {
    const why = await endOf(deps, { roomId, userId, headers });
    if (why !== null) return { events: [ended(why)], hasMore: false, ended: true };
    const rows = await listBehind(deps.db, roomId, last, batchMax);
    last = rows.at(-1)?.id ?? last;
    return { events: rows.map(said), hasMore: rows.length === batchMax, ended: false };
  };
  const credentialId = credential.kind === "apiKey" ? credential.keyId : credential.sessionId;
  const topics = [roomId, userId, ...(credentialId === null ? [] : [credentialId])];
  return { open: () => deps.streams.open({ userId, openMax, topics, seconds, next }) };
}

/** The id after which the stream begins; null for the beginning of an empty room. */
async function startOf({ db }: Deps, { roomId, after }: Follow): Promise<string | null> {
  if (after === null) return findNewestMessage(db, roomId);
  const message = await findMessage(db, { roomId, messageId: after });
  if (message === null) throw badRequest("The room has no message with the id of Last-Event-ID");
  return after;
}

/** The id of the last message that a reconnecting client received, or null. Throws 400 for a malformed id. */
export function lastEventId({ "last-event-id": given }: IncomingHttpHeaders): string | null {
  if (given === undefined) return null;
  const parsed = z.uuid().safeParse(given);
  if (!parsed.success) throw badRequest("Last-Event-ID is not the id of a message");
  return parsed.data.toLowerCase();
}

type End = "membership" | "plan" | "credential";

/** What the stream has lost since it was opened. Null when it may go on. */
async function endOf(
  deps: Deps,
  { roomId, userId, headers }: { roomId: string; userId: string; headers: IncomingHttpHeaders },
): Promise<End | null> {
  if (!(await isStillCaller(deps, headers))) return "credential";
  if ((await entitlementsOf(deps, userId)).eventStreams === 0) return "plan";
  const room = await findSeenRoom(deps.db, { id: roomId }, userId);
  return room === null || room.role === null ? "membership" : null;
}

async function isStillCaller(
  { credentials }: Deps,
  headers: IncomingHttpHeaders,
): Promise<boolean> {
  try {
    await credentials.verifyAgain(headers);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}

const ended = (reason: End) => ({ event: "end", id: null, data: { reason } });
const said = (message: Omit<MessageRow, "authorId">) => ({
  event: "message",
  id: message.id,
  data: message,
});
