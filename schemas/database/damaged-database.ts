const remedy =
  "stop every process and restore DATA_DIR from a backup, or move the folder pg out of it and start: companies are then " +
  'fetched and built again, accounts are lost (docs/operating.md, "Backup and restore")';

/** The embedded database cannot be opened: its files are damaged, or another version made them. */
export class DamagedDatabaseError extends Error {
  override name = "DamagedDatabaseError";
  constructor(folder: string, cause?: unknown) {
    super(`The embedded database in ${folder} is damaged, or another version made it: ${remedy}.`, {
      cause,
    });
  }
}

/** SQLSTATE of a damaged table and a damaged index. */
const damagedStates = ["XX001", "XX002"];

/**
 * What to do where a query met damage: PostgreSQL said so, or the embedded one ended in the middle. Null for anything
 * else. Looks at causes, too.
 */
export function describeDamage(error: unknown): string | null {
  if (error instanceof DamagedDatabaseError) return error.message;
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown };
  if (error instanceof Error && error.name === "RuntimeError")
    return `The embedded database is damaged: ${remedy}.`;
  if (code !== undefined && damagedStates.includes(code)) {
    const said = error instanceof Error ? ` (${error.message})` : "";
    return `The database is damaged${said}: stop every process and restore it from a backup (docs/operating.md, "Backup and restore").`;
  }
  return cause ? describeDamage(cause) : null;
}
