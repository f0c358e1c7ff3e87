import { isDeepStrictEqual } from "node:util";
import { insertWithSlug } from "#api/data/insert-with-slug.ts";
import type { PageQuery } from "#api/data/page.ts";
import { required } from "#api/data/rows.ts";
import { searching } from "#api/data/text-search.ts";
import type { Deps } from "#api/deps.ts";
import { badRequest, conflict, preconditionFailed } from "#api/http/errors.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { type Audience, audiences } from "#schemas/shapes/platform/startup.ts";
import { recordDone } from "../../audit-log/service.ts";
import { readProfileBaseline } from "../baseline/queries.ts";
import { lookerOf, type SeenStartup } from "./access.ts";
import { listCandidates, resolveContent } from "./content.ts";
import { listingMoves } from "./moves.ts";
import { changeMembers, changeSharing, emptyMembers, usualSharing } from "./profile.ts";
import { type Profile, project, publicFactsOf } from "./project.ts";
import type { ListingRow } from "./queries.ts";
import * as queries from "./queries.ts";
import type {
  OptInBody,
  Preview,
  ProfileChange,
  PublicContentBody,
  Startup,
  StartupCard,
  StartupsQuery,
} from "./schemas.ts";

/** The whole profile of a listing: what `project` makes views of. */
async function readProfile(db: Db, row: ListingRow): Promise<Profile> {
  const { name, members, sharing, publicContent, entityId, id } = row;
  const baseline = await readProfileBaseline(db, id);
  const content = await resolveContent(db, { entityId, baseline }, publicContent);
  return { name, members, sharing, content, baseline };
}

/** The startup as its caller reads it. */
export async function presentStartup(db: Db, seen: SeenStartup): Promise<Startup> {
  const looker = lookerOf(seen);
  const { id, entityId, slug, status, version, createdAt, updatedAt, follow } = seen;
  return {
    id,
    entityId,
    slug,
    status,
    ...project(await readProfile(db, seen), looker),
    sharing: looker === "owner" ? seen.sharing : null,
    viewer: {
      audience: looker,
      following: follow?.status === "approved",
      followStatus: follow?.status ?? null,
    },
    version,
    createdAt,
    updatedAt,
  };
}

/** The public part of a listing, for lists. */
export function presentCard(row: ListingRow): StartupCard {
  const { id, entityId, slug, status, publishedAt } = row;
  const {
    publicContent: _content,
    baseline: _baseline,
    ...facts
  } = project({ ...row, content: [], baseline: null }, "public");
  return { id, entityId, slug, status, ...facts, publishedAt };
}

/** Published startups. Filters and search look at what everybody may read. */
export async function listStartups(
  db: Db,
  viewerId: string,
  query: StartupsQuery,
): Promise<Page<StartupCard>> {
  const page = await searching(db, (tx) => queries.listListings(tx, viewerId, query));
  return { ...page, rows: page.rows.map(presentCard) };
}

interface OfStartup {
  id: string;
  actorId: string;
}

const asTeam = (row: ListingRow): SeenStartup => ({ ...row, isTeam: true, follow: null });

/** Lists an entity, unpublished (STA-07). Throws 409 for one that has a listing. */
export function optIn(
  deps: Deps,
  { entityId, actorId }: { entityId: string; actorId: string },
  { name: wanted, ...body }: OptInBody,
): Promise<Startup> {
  return deps.transaction(async ({ db }) => {
    const name = wanted ?? required(await queries.lockEntityName(db, entityId), "Entity");
    if (wanted !== undefined) required(await queries.lockEntityName(db, entityId), "Entity");
    if ((await queries.findListingOfEntity(db, entityId)) !== null) {
      throw conflict("This entity already has a startup listing");
    }
    const members = changeMembers(emptyMembers, body, deps.now().toISOString());
    const sharing = changeSharing(usualSharing, body);
    const publicFacts = publicFactsOf({ name, members, sharing });
    const row = await insertWithSlug({ name, kind: "startup" }, (slug) =>
      queries.insertListing(db, { entityId, slug, name, members, sharing, publicFacts }),
    );
    await keepVersion(db, row);
    await record(db, { id: row.id, actorId }, "startup.listed");
    return presentStartup(db, asTeam(row));
  });
}

const keepVersion = (db: Db, { id, name, status, members, sharing, publicContent }: ListingRow) =>
  queries.appendVersion(db, id, { name, status, members, sharing, publicContent });

const record = (
  db: Db,
  { id, actorId }: OfStartup,
  action: string,
  detail: Record<string, unknown> = {},
) => recordDone(db, { subjectType: "startup", subjectId: id, actorId, action, detail });

/** Throws 412 where If-Match names other versions, 409 where the body names another one. */
function checkVersion(current: number, named: number | undefined, ifMatch: number[] | null): void {
  const message = `Startup is at version ${current}`;
  if (ifMatch !== null && !ifMatch.includes(current)) throw preconditionFailed(message);
  if (named !== undefined && named !== current) throw conflict(message);
}

type Values = Pick<ListingRow, "name" | "members" | "sharing" | "publicContent">;

/** Stores a change as a new version. Without a difference nothing changes. */
async function storeChange(db: Db, before: ListingRow, after: Values, of: OfStartup) {
  const { name, members, sharing, publicContent } = before;
  const changed = Object.entries({ name, members, sharing, publicContent })
    .filter(([key, value]) => !isDeepStrictEqual(value, after[key as keyof Values]))
    .map(([key]) => key);
  if (changed.length === 0) return before;
  const row = await queries.updateListing(db, of.id, {
    ...after,
    publicFacts: publicFactsOf(after),
  });
  await keepVersion(db, row);
  await record(db, of, "startup.changed", { changed, version: row.version });
  return row;
}

/** Changes what is given. Throws 409 and 412 for another version. */
export function changeProfile(
  deps: Deps,
  of: OfStartup,
  { name, version, ...body }: ProfileChange,
  ifMatch: number[] | null,
): Promise<Startup> {
  return deps.transaction(async ({ db }) => {
    const before = required(await queries.lockListing(db, of.id), "Startup");
    checkVersion(before.version, version, ifMatch);
    const after = {
      name: name ?? before.name,
      members: changeMembers(before.members, body, deps.now().toISOString()),
      sharing: changeSharing(before.sharing, body),
      publicContent: before.publicContent,
    };
    return presentStartup(db, asTeam(await storeChange(db, before, after, of)));
  });
}

/** Everything that may be selected, with what is selected now. */
export async function contentCandidates(db: Db, row: ListingRow, { limit, offset }: PageQuery) {
  const baseline = await readProfileBaseline(db, row.id);
  const all = await listCandidates(db, { entityId: row.entityId, baseline });
  const rows = all.slice(offset, offset + limit).map((one) => ({
    ...one,
    selected: row.publicContent.some(({ kind, id }) => kind === one.kind && id === one.id),
  }));
  return { rows, total: all.length, limit, offset };
}

/** Selects what everybody reads, in this order. Throws 400 for an id that is no candidate (STP-14). */
export function selectContent(
  deps: Deps,
  of: OfStartup,
  { items, version }: PublicContentBody,
  ifMatch: number[] | null,
): Promise<Startup> {
  return deps.transaction(async ({ db }) => {
    const before = required(await queries.lockListing(db, of.id), "Startup");
    checkVersion(before.version, version, ifMatch);
    const baseline = await readProfileBaseline(db, of.id);
    const content = await resolveContent(db, { entityId: before.entityId, baseline }, items);
    if (content.length !== items.length) {
      throw badRequest("Only candidates of the public content can be selected");
    }
    const keys = new Set(items.map(({ kind, id }) => `${kind} ${id}`));
    if (keys.size !== items.length) throw badRequest("Each candidate can be selected once");
    const publicContent = items.map(({ kind, id }) => ({ kind, id }));
    const row = await storeChange(db, before, { ...before, publicContent }, of);
    return presentStartup(db, asTeam(row));
  });
}

/** Publishes or unpublishes. Repeating the request changes nothing. */
export function moveListing(deps: Deps, act: "publish" | "unpublish", of: OfStartup) {
  return deps.transaction(async ({ db }) => {
    const set = act === "publish" ? { publishedAt: deps.now().toISOString() } : {};
    const { row, isChanged } = await listingMoves.make(db, act, { ...of, set });
    if (isChanged) await keepVersion(db, row);
    return { id: row.id, status: row.status, publishedAt: row.publishedAt };
  });
}

/** What an audience sees, exactly: the same call as for its own requests. */
export async function preview(db: Db, row: ListingRow, audience: Audience): Promise<Preview> {
  const view = project(await readProfile(db, row), audience);
  return { audience, startupListingId: row.id, ...view };
}

const descriptions: Record<Audience, string> = {
  public: "Everybody who is signed in",
  follower: "Followers, and what everybody sees",
  capital: "Followers interested in capital, and what followers see",
  diligence: "Followers in due diligence, and all that the others see",
  custom: "What everybody sees, and the members and fields that are marked for this audience",
};

/** The audiences, with how many follow in each. */
export async function previewAudiences(db: Db, listingId: string, query: PageQuery) {
  const counts = await queries.countFollowers(db, listingId);
  const rows = audiences.map((audience) => ({
    audience,
    description: descriptions[audience],
    followers: counts.get(audience) ?? 0,
  }));
  const { limit, offset } = query;
  return { rows: rows.slice(offset, offset + limit), total: rows.length, limit, offset };
}
