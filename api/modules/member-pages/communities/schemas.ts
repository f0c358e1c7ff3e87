import { z } from "zod";
import { askedText, pageNumber } from "../asked.ts";
import { formFields } from "../member-form.ts";

export const communitiesAsked = z.object({
  search: askedText("Part of name or summary", "value"),
  category: askedText("Only of this category", "investing"),
  tag: askedText("Only with this tag", "small caps"),
  scope: askedText("`discover` or `mine`: those that the reader is a member of", "mine"),
  page: pageNumber,
});
export type CommunitiesAsked = z.output<typeof communitiesAsked>;

export const membershipFields = z.object({
  ...formFields,
  act: z.enum(["join", "leave"]),
  /** Longer than what is taken, so that the page says that it is too long. */
  message: z.string().max(20_000).default(""),
});
export type MembershipFields = z.output<typeof membershipFields>;
