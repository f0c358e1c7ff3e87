/** Aligns columns to their widest cell: numbers right, everything else left. */
export function alignTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const all = [header, ...rows];
  const columns = header.map((_, i) => ({
    width: Math.max(...all.map((row) => row[i]?.length ?? 0)),
    isNumeric: rows.every((row) => /^(-|[\d.]+)?$/.test(row[i] ?? "")),
  }));
  return all.map((row) =>
    columns
      .map(({ width, isNumeric }, i) => {
        const cell = row[i] ?? "";
        return isNumeric ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd(),
  );
}
