import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { askedText, pageNumber } from "../asked.ts";
import { formFields } from "../member-form.ts";

export const rolesAsked = z.object({
  search: askedText("Words of title and description", "data engineer"),
  location: askedText("Part of the location", "Berlin"),
  remotePolicy: askedText("Only roles with this policy: remote, hybrid or onsite", "remote"),
  entityId: askedText("Roles of this entity alone", "1d7c3a34-5f3f-4c0e-9a3f-6f0f0d2f4a11"),
  page: pageNumber,
});
export type RolesAsked = z.output<typeof rolesAsked>;

export const applicationsAsked = z.object({
  status: askedText("Only applications in this state", "submitted"),
  page: pageNumber,
});
export type ApplicationsAsked = z.output<typeof applicationsAsked>;

export const reviewsAsked = z.object({
  status: askedText("Only applications in this state", "submitted"),
  page: pageNumber,
  changed: askedText(
    "Application that a form has changed: the page says its state",
    "1d7c3a34-5f3f-4c0e-9a3f-6f0f0d2f4a11",
  ),
});
export type ReviewsAsked = z.output<typeof reviewsAsked>;

/** Longer than what is taken, so that the page says what is too long, beside what was typed. */
const typed = z.string().max(100_000);

/** One field, or several of a name. */
const several = (one: z.ZodString) => z.union([one, z.array(one).max(50)]).default([]);

export const applyFields = z.object({
  ...formFields,
  coverLetter: typed.default(""),
  /** Ids of the role's problems, each with the answer at the same place. */
  problem: several(z.string().max(100)),
  answer: several(typed),
  portfolioItem: several(z.string().max(100)),
});
export type ApplyFields = z.output<typeof applyFields>;

export const withdrawFields = z.object({ ...formFields, id: idOf("Application to withdraw") });

export const reviewFields = z.object({
  ...formFields,
  id: idOf("Application to decide on"),
  /** Moves the status, or records how the application ended. */
  act: z.enum(["move", "record"]),
  /** The next status or the decision. */
  to: z.string().max(40).default(""),
  startDate: z.string().max(40).default(""),
  notes: typed.default(""),
});
export type ReviewFields = z.output<typeof reviewFields>;
