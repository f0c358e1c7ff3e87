import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { pageNumber } from "../asked.ts";
import { formFields } from "../member-form.ts";

export const params = { id: idOf("Entity id") };

export const teamsAsked = z.object({ page: pageNumber });
export type TeamsAsked = z.output<typeof teamsAsked>;

/** Longer than what is taken, so that the page says what is too long, beside what was typed. A field that is not sent does not change. */
const typed = z.string().max(20_000).optional();

const several = z.union([z.string().max(100), z.array(z.string().max(100)).max(1000)]).default([]);

export const teamFields = z.object({
  ...formFields,
  act: z.enum(["describe", "profile", "publish", "withdraw"]),
  name: typed,
  entityType: typed,
  description: typed,
  logoUrl: typed,
  tagline: typed,
  category: typed,
  location: typed,
  websiteUrl: typed,
  legalName: typed,
  employeeCount: typed,
  directEmail: typed,
  directPhone: typed,
  streetAddress: typed,
  shown: several,
  asksFollowers: z.literal("yes").optional(),
  openFilings: several,
});
export type TeamFields = z.output<typeof teamFields>;
