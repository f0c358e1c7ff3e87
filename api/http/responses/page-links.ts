import type { FastifyReply, FastifyRequest } from "fastify";

/** Which part of a list an answer is. */
export type ShownPage = { total: number; limit: number; offset: number } | { nextCursor: string };

/** The cursor of the next page in the `meta` of an answer; null where it is the last page, or no page of a list. */
export function nextCursorOf(meta: object): string | null {
  const { nextCursor, hasMore = true } = meta as { nextCursor?: unknown; hasMore?: unknown };
  return typeof nextCursor === "string" && hasMore === true ? nextCursor : null;
}

/**
 * Links to the other pages of a list (RFC 8288), relative to its own address and with the other parameters as they were
 * sent: first, prev, next and last, or next alone where a cursor leads on.
 */
export function linkPages(
  { method, raw }: FastifyRequest,
  reply: FastifyReply,
  page: ShownPage,
): void {
  if (method !== "GET" && method !== "HEAD") return;
  const links = linksOf(raw.url ?? "", page);
  if (links.length === 0) return;
  const before = reply.getHeader("link");
  reply.header("link", [...(before === undefined ? [] : [String(before)]), ...links].join(", "));
}

function linksOf(url: string, page: ShownPage): string[] {
  if ("nextCursor" in page) return [linkTo(url, "next", { cursor: page.nextCursor })];
  const { total, limit, offset } = page;
  if (limit === 0 || (total <= limit && offset === 0)) return [];
  const lastOffset = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const to = (rel: string, at: number) => linkTo(url, rel, { limit, offset: at });
  return [
    to("first", 0),
    ...(offset > 0 ? [to("prev", Math.max(0, offset - limit))] : []),
    ...(offset + limit < total ? [to("next", offset + limit)] : []),
    to("last", lastOffset),
  ];
}

const longest = 2_000;

function linkTo(url: string, rel: string, change: Record<string, string | number>): string {
  const [path = "", query = ""] = url.split("?", 2);
  const parameters = new URLSearchParams(query.slice(0, longest));
  for (const [name, value] of Object.entries(change)) parameters.set(name, String(value));
  // Commas and angle brackets end a link; URLSearchParams encodes them.
  return `<${path.replace(/[<>"\s,;]/g, encodeURIComponent)}?${parameters}>; rel="${rel}"`;
}
