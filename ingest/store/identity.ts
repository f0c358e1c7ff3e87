import { createHash } from "node:crypto";
import { and, eq, ne } from "drizzle-orm";
import { companyNumber, entityOfKey, isEntityKey } from "#schemas/company-key.ts";
import { company, entity } from "#schemas/tables/companies/company.ts";
import { on, type Queryable } from "./transaction.ts";

const namespace = "6f0c2f1e-6f6b-5a0c-9d6a-5d3b6f3f7a10";

/**
 * The entity id of a company: a version 5 UUID of its CIK, the same in every database (PIP-08). A company without a
 * CIK is keyed by the id itself.
 */
export const entityIdOf = (cik: string): string =>
  isEntityKey(cik) ? entityOfKey(cik) : nameId(`cik:${cik}`);

/** The id of one of a company's own rows, the same in every database. */
export const versionedIdOf = (kind: string, cik: string, version: number): string =>
  nameId(`${kind}:${cik}:${version}`);

/** A version 5 UUID of a name. */
function nameId(name: string): string {
  const hash = createHash("sha1")
    .update(Buffer.from(namespace.replaceAll("-", ""), "hex"))
    .update(name)
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join("-");
}

/** Segments that routes use where a slug stands. */
const reserved = new Set(["by-ticker", "public", "me", "search"]);
const uuidShaped = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const slugLengthMax = 80;

/** Trailing marks of a conformed name: where a registrant is from, or that it is a new one ("WALT DISNEY CO/", "COSTCO WHOLESALE CORP /NEW"). */
const conformedMark = / ?\/(?:[A-Z]{2,4}\/?)?$/;

/** The regulator's name without its trailing marks and odd white space. */
export function displayName(secName: string): string {
  const clean = secName.replace(/[\s\u00a0]+/g, " ").trim();
  return clean.replace(conformedMark, "") || clean;
}

/** The slug a company has unless another one has a better claim to it; never reserved and never like a UUID. */
export function baseSlug(name: string, cik: string): string {
  const slug = displayName(name)
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’.]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, slugLengthMax)
    .replace(/^-|-$/g, "");
  if (slug === "") return `company-${companyNumber(cik)}`;
  return reserved.has(slug) || uuidShaped.test(slug) ? suffixed(slug, cik) : slug;
}

const suffixed = (slug: string, cik: string) => `${slug}-${companyNumber(cik)}`;

/**
 * The slug with the company's number. Somebody's name may end in that number ("Studio 54"): then the number has all of
 * its ten digits, which no name may end in.
 */
async function numbered(db: Queryable, base: string, cik: string): Promise<string> {
  const slug = suffixed(base, cik);
  const holder = await findHolder(db, slug, cik);
  return holder === null ? slug : `${base}-${companyNumber(cik).padStart(10, "0")}`;
}

export interface SlugChoice {
  slug: string;
  /** The company that must give the slug up, because a lower CIK goes first; null in all but that case. */
  displaced: { cik: string; slug: string } | null;
}

/**
 * The slug of a company: of several with one name the lowest CIK has the plain slug and the others carry
 * their number, whatever order they arrived in. A company that has been claimed keeps the slug that it has.
 */
export async function chooseSlug(
  db: Queryable,
  { cik, name }: { cik: string; name: string },
): Promise<SlugChoice> {
  if (isEntityKey(cik)) return ownSlug(db, entityOfKey(cik));
  const base = baseSlug(name, cik);
  const [own] = await on(db)
    .select({ slug: entity.slug, claimStatus: entity.claimStatus })
    .from(entity)
    .where(eq(entity.id, entityIdOf(cik)));
  if (own !== undefined && own.claimStatus !== "unclaimed") {
    return { slug: own.slug, displaced: null };
  }
  const holder = await findHolder(db, base, cik);
  if (!holder) return { slug: base, displaced: null };
  if (holder.key === null || isEntityKey(holder.key) || holder.key < cik) {
    return { slug: await numbered(db, base, cik), displaced: null };
  }
  const slug = await numbered(db, base, holder.key);
  return { slug: base, displaced: { cik: holder.key, slug } };
}

/** The other entity that has a slug. Its key is null where nothing is built of it. Null when nobody else has the slug. */
async function findHolder(
  db: Queryable,
  slug: string,
  cik: string,
): Promise<{ key: string | null } | null> {
  const [holder] = await on(db)
    .select({ key: company.companyKey })
    .from(entity)
    .leftJoin(company, eq(company.entityId, entity.id))
    .where(and(eq(entity.slug, slug), ne(entity.id, entityIdOf(cik))));
  return holder ?? null;
}

/** The slug that the owner of an entity gave it. Throws when the entity is gone. */
async function ownSlug(db: Queryable, entityId: string): Promise<SlugChoice> {
  const [row] = await on(db)
    .select({ slug: entity.slug })
    .from(entity)
    .where(eq(entity.id, entityId));
  if (row === undefined) throw new Error(`entity ${entityId} was deleted while it was built`);
  return { slug: row.slug, displaced: null };
}
