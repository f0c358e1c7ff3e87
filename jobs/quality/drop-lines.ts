import type { Drop } from "#schemas/shapes/quality.ts";

const namedMax = 10;

/** What holds a release or a rebuild, for people: each check with the companies behind it. */
export function dropLines(drops: readonly Drop[]): string[] {
  return drops.flatMap(({ check, title, before, after, companies }) => {
    const points = (before - after).toFixed(2);
    const rest = companies.length - namedMax;
    return [
      `${check} (${title}) would pass ${after.toFixed(2)} % instead of ${before.toFixed(2)} %: ${points} points less`,
      ...companies
        .slice(0, namedMax)
        .map(
          ({ cik, notPassedBefore, notPassedAfter }) =>
            `  CIK ${Number(cik)}: ${notPassedAfter} results do not pass, ${notPassedBefore} before`,
        ),
      ...(rest > 0 ? [`  and ${rest} more companies`] : []),
    ];
  });
}
