import { join } from "node:path";
import { expect, test } from "vitest";
import { measureSegments } from "../helpers/companies/segments/measure-segments.ts";
import { hasSharedEdgar, sharedEdgar } from "../ingest/sources/edgar-shared.ts";

/** A folder of companies with a folder for each filing. */
const folder =
  process.env.TRIAL_PACKAGES ??
  (hasSharedEdgar ? join(sharedEdgar, "Archives/edgar/data") : undefined);

/** Of the periods with several members and a figure of the company. Others have nothing to add up to. */
const shareMin = 0.9;

test.runIf(folder !== undefined)(
  "the members of the breakdowns of real filings add up to the company's figures [FCE-11]",
  () => {
    const { companies, filings, counts, others, refused } = measureSegments(folder ?? "");
    console.log(`${companies} companies, ${filings} filings`, counts);
    for (const line of [...others.sort(), ...refused]) console.log(line);
    const { exact = 0, rounding = 0, unallocated = 0, difference = 0 } = counts;
    const share = (exact + rounding) / (exact + rounding + unallocated + difference);

    expect(share).toBeGreaterThan(shareMin);
  },
);
