import { z } from "zod";
import { screenFields as screenQuestion } from "../../screen/service.ts";
import { pageNumber } from "../asked.ts";
import { formFields } from "../member-form.ts";

export const screensAsked = z.object({ page: pageNumber });
export type ScreensAsked = z.output<typeof screensAsked>;

/** What the address of the page of a screen has. */
export const newAsked = screenQuestion.pick({
  where: true,
  currency: true,
  sort: true,
  columns: true,
});
export type NewAsked = z.output<typeof newAsked>;

/** Longer than what is taken, so that the page says what is too long, beside what was typed. */
const typed = z.string().max(20_000).default("");

export const newFields = newAsked.extend({ ...formFields, name: typed });

export const screenFields = z.object({
  ...formFields,
  act: z.enum(["rename", "delete"]),
  id: z.uuid(),
  name: typed,
});
export type ScreenFields = z.output<typeof screenFields>;
