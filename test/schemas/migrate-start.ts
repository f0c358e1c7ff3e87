import { migrateDatabase, openDatabase } from "#schemas/database/db.ts";

/** Brings the database of DATABASE_URL or DATA_DIR up to the migrations of a folder, as a process that can be killed. */
const { DATABASE_URL, DATA_DIR = "", MIGRATIONS } = process.env;
const database = await openDatabase({ databaseUrl: DATABASE_URL ?? null, dataDir: DATA_DIR });
await migrateDatabase(database, MIGRATIONS);
await database.close();
process.exit(0);
