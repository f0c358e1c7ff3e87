import { z } from "zod";
import { askedText, pageNumber } from "../asked.ts";
import { formFields } from "../member-form.ts";

export const startupsAsked = z.object({
  search: askedText("Words of name, tagline, sector and description", "robots"),
  sector: askedText("Only this sector", "Robotics"),
  stage: askedText("Only this stage", "Seed"),
  location: askedText("Part of the location", "Berlin"),
  capitalStatus: askedText(
    "Only this capital status, such as actively_raising",
    "actively_raising",
  ),
  page: pageNumber,
});
export type StartupsAsked = z.output<typeof startupsAsked>;

/** Longer than what is taken, so that the page says what is too long, beside what was typed. */
const typed = z.string().max(20_000).default("");

export const followFields = z.object({
  ...formFields,
  act: z.enum(["ask", "end"]),
  requestedTier: typed,
  requestedDurationDays: typed,
  reason: typed,
  desiredObservation: typed,
});
export type FollowFields = z.output<typeof followFields>;
