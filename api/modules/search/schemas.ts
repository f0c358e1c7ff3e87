import { z } from "zod";
import { queryInteger } from "#schemas/shapes/page.ts";
import { skillLevel } from "#schemas/shapes/platform/hiring.ts";

const notBlank = (text: string) => /[^\s\p{Cc}]/u.test(text);
const typed = z
  .string()
  .max(20_000)
  .refine(notBlank, "Must not be blank")
  .meta({ maxLength: 20_000 });

export const candidatesBody = z.object({
  query: typed.meta({
    maxLength: 20_000,
    examples: ["senior engineer who knows Python and AWS"],
    description: "Skills, titles or a sentence; quotes and `-` as in web search",
  }),
  limit: z.int().min(1).max(100).default(20),
});
export type CandidatesBody = z.output<typeof candidatesBody>;

export const suggestionsQuery = z.object({
  field: z
    .enum(["skills", "titles", "locations"])
    .meta({ description: "What is suggested", examples: ["skills"] }),
  query: typed.meta({ description: "What was typed so far", examples: ["pyt"] }),
  limit: queryInteger(1, 100, { description: "How many, 1 to 100", examples: [20] }).transform(
    (limit) => limit ?? 20,
  ),
});
export type SuggestionsQuery = z.output<typeof suggestionsQuery>;

const skill = z.object({ id: z.uuid(), name: z.string(), level: skillLevel.nullable() });

export const candidateShape = z
  .object({
    userId: z.uuid(),
    name: z.string(),
    slug: z.string(),
    avatar: z.string().nullable(),
    headline: z.string().nullable(),
    skills: z.array(skill),
    matchedSkills: z.array(skill),
    /** 0 to 1: the part of what was asked for that the person has. */
    score: z.number(),
  })
  .meta({ id: "Candidate" });
export type Candidate = z.infer<typeof candidateShape>;

export const suggestionShape = z.string();
