/** What to do about it, for whoever runs the service. */
export const diskFull =
  "The disk is full: make room where DATA_DIR and ARCHIVE_URL are, or on the database server. What was stored before is whole.";

/** Whether an error, or what it wraps, says that a disk has no room left: Node.js, PostgreSQL (53100) or DuckDB. */
export function isDiskFull(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 4; one = one.cause, depth += 1) {
    const { code } = one as { code?: unknown };
    if (code === "ENOSPC" || code === "EDQUOT" || code === "53100") return true;
    if (/no space left on device/i.test(one.message)) return true;
  }
  return false;
}
