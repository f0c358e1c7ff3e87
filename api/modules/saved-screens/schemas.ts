import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { nameText } from "#schemas/shapes/text.ts";

export const params = { screenId: idOf("Saved screen id") };

/** Screens of one account. */
export const screensMax = 200;

/** Text as the page of a screen takes it, trimmed; without any it is null. */
const typed = (charsMax: number, description: string, example: string) =>
  z
    .preprocess(
      (text) => (typeof text === "string" && text.trim() === "" ? null : text),
      z.string().trim().max(charsMax).nullable(),
    )
    .optional()
    .meta({ description, examples: [example] });

export const screenBody = z
  .object({
    name: nameText(120),
    where: typed(
      1000,
      "Conditions, as GET /v2/screen takes them; null for all companies",
      "revenue > 10b and net_margin >= 15%",
    ),
    currency: z
      .string()
      .regex(/^[A-Za-z]{3}$/)
      .nullable()
      .optional()
      .meta({
        description: "Only companies that report in this currency; null for all",
        examples: ["USD"],
      }),
    sort: typed(200, "Metrics in order; a minus before one sorts downwards", "-revenue"),
    columns: typed(1000, "Metrics to show; null for those of where and sort", "revenue,roic"),
  })
  .meta({ examples: [{ name: "Large and profitable", where: "revenue > 10b" }] });

export type ScreenBody = z.output<typeof screenBody>;

export const screenChange = screenBody.partial().meta({
  description: "What is given replaces what was there.",
  examples: [{ name: "Large" }],
});

export type ScreenChange = z.output<typeof screenChange>;

export const savedScreenShape = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    where: z.string().nullable(),
    currency: z.string().nullable(),
    sort: z.string().nullable(),
    columns: z.string().nullable(),
    /** Path and query of the page that shows what it finds now. */
    address: z.string(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "SavedScreen" });

export type SavedScreen = z.infer<typeof savedScreenShape>;

export const screenDeleted = z.object({ screenId: z.uuid(), deleted: z.literal(true) });
