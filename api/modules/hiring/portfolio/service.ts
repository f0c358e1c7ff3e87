import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { badRequest, conflict } from "#api/http/errors.ts";
import type { Db } from "#schemas/database/db.ts";
import { downloadOf } from "../../documents/service.ts";
import {
  countLocked,
  findItem,
  findOwnDocument,
  type ItemRow,
  items,
  listItemsOf,
} from "./queries.ts";
import type { Item, ItemBody } from "./schemas.ts";

/** Of one person. */
const itemsMax = 200;

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
