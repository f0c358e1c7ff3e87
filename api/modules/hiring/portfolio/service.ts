import type { PageQuery } from "#api/data/page.ts";
import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { badRequest, conflict } from "#api/http/errors.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { downloadOf } from "../../documents/service.ts";
import {
  countLocked,
  findItem,
  findOwnDocument,
  type ItemRow,
  items,
  listItems,
  listItemsOf,
} from "./queries.ts";
import { type Item, type ItemBody, itemsMax } from "./schemas.ts";

/** A new item. Throws 404 for a document that is not the caller's, 409 where the person has 200 items. */
export function addItem(deps: Deps, userId: string, body: ItemBody): Promise<ItemRow> {
  return deps.transaction(async ({ db }) => {
    if ((await countLocked(db, userId)) >= itemsMax) {
      throw conflict(`A person has at most ${itemsMax} portfolio items`);
    }
    const { kind, title } = body;
    const held =
      body.kind === "document"
        ? { documentId: required(await findOwnDocument(db, userId, body.documentKey), "Document") }
        : body.kind === "link"
          ? { url: body.url }
          : { text: body.text };
    const { id } = await items.insert(db, { userId, kind, title, ...held });
    return required(await findItem(db, id), "Portfolio item");
  });
}

export const presentItem = ({ document, userId: _userId, ...row }: ItemRow): Item => ({
  ...row,
  document:
    document === null
      ? null
      : { name: document.name, mediaType: document.mediaType, size: document.sizeBytes },
});

/** Items of a person, newest first. */
export async function listOwnItems(db: Db, userId: string, query: PageQuery): Promise<Page<Item>> {
  const { rows, ...page } = await listItems(db, userId, query);
  return { ...page, rows: rows.map(presentItem) };
}

/** Throws 400 for an id that is no item of the applicant, or that comes twice. */
export async function checkItems(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  if (new Set(ids).size !== ids.length) throw badRequest("portfolioItemIds has an id twice");
  const found = new Set((await listItemsOf(db, userId, ids)).map(({ id }) => id));
  const unknown = ids.find((id) => !found.has(id));
  if (unknown !== undefined) throw badRequest(`You have no portfolio item ${unknown}`);
}

/** What the applicant still shows of the items that the application names, in its order. */
export const itemsOfApplication = (
  db: Db,
  { applicantId, portfolioItemIds }: { applicantId: string | null; portfolioItemIds: string[] },
): Promise<ItemRow[]> => listItemsOf(db, applicantId, portfolioItemIds);

/** The bytes of an item. Throws 404 for one without a document. */
export const openItem = (deps: Deps, { document }: ItemRow) =>
  downloadOf(deps.files, required(document, "Document"));
