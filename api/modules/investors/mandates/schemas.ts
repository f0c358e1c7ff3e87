import { z } from "zod";
import { currencyCode } from "#schemas/shapes/currency.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { criterion, mandateStatus, principalType } from "#schemas/shapes/platform/investor.ts";
import { instrument } from "#schemas/shapes/platform/startup.ts";
import { nameText } from "#schemas/shapes/text.ts";
import { amountText, startupsQuery } from "../../startups/service.ts";

const words = (charsMax: number) => z.array(nameText(charsMax)).max(50);
const checkSize = z.object({
  min: amountText.nullish(),
  max: amountText.nullish(),
  currency: currencyCode.nullish(),
});

const criteria = {
  sectors: words(80),
  stages: words(60),
  geographies: words(120),
  instruments: z.array(instrument).max(10),
};

export const mandateBody = z.object({
  principalType,
  firmId: z.uuid().toLowerCase().nullish(),
  name: nameText(120),
  sectors: criteria.sectors.default([]),
  stages: criteria.stages.default([]),
  geographies: criteria.geographies.default([]),
  instruments: criteria.instruments.default([]),
  checkSize: checkSize.nullish(),
  discoverable: z.boolean().default(false),
});
export type MandateBody = z.output<typeof mandateBody>;

export const mandateChange = z.object({
  name: nameText(120).optional(),
  sectors: criteria.sectors.optional(),
  stages: criteria.stages.optional(),
  geographies: criteria.geographies.optional(),
  instruments: criteria.instruments.optional(),
  checkSize: checkSize.nullish(),
  discoverable: z.boolean().optional(),
  status: mandateStatus.optional(),
});
export type MandateChange = z.output<typeof mandateChange>;

export const mandatesQuery = pageQuery.extend({
  principalType: principalType.meta({
    description: "Mandates of the caller, or of the caller's firms",
    examples: ["person"],
  }),
});

export const mandateShape = z
  .object({
    id: z.uuid(),
    /** Of the person or firm: what suggestions name it by. */
    capitalProviderListingId: z.uuid(),
    principalType,
    firmId: z.uuid().nullable(),
    name: z.string(),
    sectors: z.array(z.string()),
    stages: z.array(z.string()),
    geographies: z.array(z.string()),
    checkSize: z
      .object({
        min: z.string().nullable(),
        max: z.string().nullable(),
        currency: z.string().nullable(),
      })
      .nullable(),
    instruments: z.array(instrument),
    discoverable: z.boolean(),
    status: mandateStatus,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "InvestmentMandate" });
export type Mandate = z.infer<typeof mandateShape>;

const day = (description: string, example: string) =>
  z.iso
    .date()
    .optional()
    .meta({ description, examples: [example] });
export const historyQuery = z.object({
  from: day("First day, UTC; default 90 days before the last", "2026-08-01"),
  to: day("Last day, UTC; default today", "2026-10-31"),
});
export type HistoryQuery = z.output<typeof historyQuery>;

const act = z.enum(["saved", "watchlisted", "noted", "follow_requested"]);
export const historyShape = z
  .object({
    windowStart: z.iso.datetime(),
    windowEnd: z.iso.datetime(),
    observations: z.array(
      z.object({
        act,
        startupListingId: z.uuid(),
        at: z.iso.datetime(),
        mandateId: z.uuid(),
        /** Of each criterion of the mandate: what the startup publicly says, and whether it is within; null: unsaid. */
        criteria: z.array(
          z.object({
            criterion,
            observed: z.string().nullable(),
            within: z.boolean().nullable(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: "ObservedMandateHistory" });

/** What the search of investors takes: a parameter that it does not know is refused (STP-51). */
export const searchQuery = z.strictObject(startupsQuery.shape);
