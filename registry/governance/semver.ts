export const levels = ["patch", "minor", "major"] as const;

/** How much a change of the registry means: patch for words, minor for mappings and guards, major for meaning. */
export type Level = (typeof levels)[number];

type Parts = [major: number, minor: number, patch: number];

/** Ascending order of versions such as "1.10.0". */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [partsOf(a), partsOf(b)];
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

/** The next version after a change of this level. */
export function nextVersion(version: string, level: Level): string {
  const [major, minor, patch] = partsOf(version);
  if (level === "major") return `${major + 1}.0.0`;
  return level === "minor" ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** The higher of two levels. */
export function higherLevel(a: Level, b: Level): Level {
  return levels.indexOf(a) >= levels.indexOf(b) ? a : b;
}

/** Throws RangeError for anything but three numbers. */
function partsOf(version: string): Parts {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);
  if (!parts) throw new RangeError(`${version} is not a version such as 1.2.0`);
  return parts as Parts;
}
