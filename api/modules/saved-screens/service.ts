import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { PageQuery } from "../../data/page.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../http/errors.ts";
import { type ReadScreen, readScreen, screenAddress } from "../screen/service.ts";
import { ownScreens, type ScreenRow } from "./rows.ts";
import { type SavedScreen, type ScreenBody, type ScreenChange, screensMax } from "./schemas.ts";

export { ownScreens, type ScreenRow } from "./rows.ts";
export {
  type SavedScreen,
  type ScreenBody,
  screenBody,
  screenChange,
  screensMax,
} from "./schemas.ts";

type Registered = Pick<Deps, "db" | "registry">;

/** What a screen asks, each part as it is typed; null or empty where nothing is. */
export type AskedParts = {
  [part in "where" | "currency" | "sort" | "columns"]?: string | null | undefined;
};

/** Own screens, newest first. */
export async function listOwnScreens(
  db: Db,
  userId: string,
  query: PageQuery,
): Promise<Page<SavedScreen>> {
  const found = await ownScreens.list(db, userId, query);
  return { ...found, rows: found.rows.map(presentScreen) };
}

/** Saves a screen under a name. Throws 400 for one that cannot be read, 409 where the account has 200 screens. */
export async function saveScreen(
  { db, registry }: Registered,
  userId: string,
  body: ScreenBody,
): Promise<SavedScreen> {
  readAsked(registry, body);
  const row = await db.transaction(async (tx) => {
    if ((await ownScreens.countLocked(tx, userId)) >= screensMax) {
      throw conflict(`An account has at most ${screensMax} saved screens: delete one first`);
    }
    return ownScreens.insert(tx, { ...asStored(body), name: body.name, userId });
  });
  return presentScreen(row);
}

/**
 * Replaces what is given. A new name is taken even where the screen cannot be read any more. Throws 400 for one that
 * cannot be read, 404 for one that is gone.
 */
export async function changeScreen(
  { db, registry }: Registered,
  row: ScreenRow,
  change: ScreenChange,
): Promise<SavedScreen> {
  const { name, ...asked } = change;
  if (Object.keys(asked).length > 0) readAsked(registry, { ...row, ...asked });
  if (Object.keys(change).length === 0) return presentScreen(row);
  const set = { ...asStored(asked), ...(name === undefined ? {} : { name }) };
  return presentScreen(await ownScreens.update(db, row.id, set));
}

/** Currencies are stored in capitals. */
const asStored = ({ currency, ...asked }: Partial<ScreenBody>) => ({
  ...asked,
  ...(currency === undefined ? {} : { currency: currency?.toUpperCase() ?? null }),
});

/** What a screen asks, as the screen itself reads it. Throws 400 where it cannot. */
export const readAsked = (registry: Deps["registry"], asked: AskedParts): ReadScreen =>
  readScreen(registry, {
    where: asked.where || undefined,
    currency: asked.currency || undefined,
    sort: asked.sort || undefined,
    columns: asked.columns || undefined,
  });

/** With the address of the page that shows what the screen finds now. */
export const presentScreen = (row: ScreenRow): SavedScreen => ({
  ...row,
  address: addressOf(row),
});

/** Path and query of the page of a screen. */
export const addressOf = ({ where, currency, sort, columns }: AskedParts): string =>
  screenAddress({
    where: where ?? "",
    currency: currency ?? "",
    sort: sort ?? "",
    columns: columns ?? "",
  });
