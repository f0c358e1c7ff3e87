import type { Role } from "../../hiring/service.ts";

const periods = { yearly: "a year", monthly: "a month", hourly: "an hour" } as const;

/** "EUR 70,000 to 90,000 a year"; null without a salary. */
export function salaryText(range: Role["salaryRange"]): string | null {
  if (range === null) return null;
  const [min, max] = [range.min, range.max].map((one) => one?.toLocaleString("en-US"));
  return `${range.currency} ${spanText(min, max)} ${periods[range.period]}`;
}

function spanText(min: string | undefined, max: string | undefined): string {
  if (min === undefined) return `up to ${max}`;
  if (max === undefined) return `from ${min}`;
  return min === max ? min : `${min} to ${max}`;
}

/** Where the work of a role is done. */
export const remoteWords = { remote: "Remote", hybrid: "Hybrid", onsite: "On site" } as const;

/** The states of an application, as its applicant reads them. */
export const applicationWords = {
  submitted: "Submitted",
  reviewing: "Being read",
  evaluated: "Evaluated",
  hired: "Hired",
  rejected: "Declined",
  withdrawn: "Withdrawn",
} as const;
