/** The message for the operator. */
export const diskFull =
  "The disk is full: free space where DATA_DIR and ARCHIVE_URL are, or on the database server. Stored data is intact.";

/** Whether an error or its cause means a full disk: of Node.js, PostgreSQL (53100) or DuckDB. */
export function isDiskFull(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 4; one = one.cause, depth += 1) {
    const { code } = one as { code?: unknown };
    if (code === "ENOSPC" || code === "EDQUOT" || code === "53100") return true;
    if (/no space left on device/i.test(one.message)) return true;
  }
  return false;
}
