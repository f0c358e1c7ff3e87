import { slipsBetween } from "../nearest.ts";
import { settingNames } from "../setting-names.ts";

/** Variables with these prefixes are meant for Tenk: no other known program reads them. */
const ownPrefix = /^(EDGAR|RATE_LIMIT)_/;

const settings = new Set<string>(settingNames);

/**
 * Describes environment variables that Tenk does not read but that look like its settings: a name with one or two
 * typing errors, or one with a prefix that only Tenk uses. Values are not repeated.
 */
export function describeMisspelt(env: Record<string, string | undefined>): string[] {
  return Object.keys(env)
    .filter((name) => env[name] && !settings.has(name))
    .flatMap(describe);
}

function describe(name: string): string[] {
  const meant = settingNames.find((setting) => isSlipOf(name, setting));
  if (meant !== undefined) return [`${name} is not a setting of Tenk: is ${meant} meant?`];
  if (!ownPrefix.test(name)) return [];
  return [`${name} is not a setting of Tenk: docs/settings.md lists them all.`];
}

/** Short names are common words. For them only swapped letters count as a typing error. */
const shortMax = 6;
const mediumMax = 8;

function isSlipOf(name: string, setting: string): boolean {
  if (name.toUpperCase() === setting) return true;
  const isShort = setting.length <= shortMax;
  if (isShort && sorted(name) !== sorted(setting)) return false;
  return slipsBetween(name.toUpperCase(), setting) <= (setting.length <= mediumMax ? 1 : 2);
}

const sorted = (text: string) => [...text.toUpperCase()].sort().join("");
