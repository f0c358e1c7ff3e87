import { getTableColumns } from "drizzle-orm";
import { savedScreen } from "#schemas/tables/companies/saved-screen.ts";
import { ownRows } from "../../data/own-rows.ts";

const { userId, ...shown } = getTableColumns(savedScreen);

/** Saved screens are private to their owner. */
export const ownScreens = ownRows({ name: "Saved screen", table: savedScreen, columns: shown });

/** A saved screen as it is stored. */
export type ScreenRow = NonNullable<Awaited<ReturnType<typeof ownScreens.find>>>;
