import { z } from "zod";
import { skillLevel } from "#schemas/shapes/platform/hiring.ts";
import { foldSkill } from "#schemas/shapes/platform/skill-key.ts";
import { nameText } from "#schemas/shapes/text.ts";

/** The name of a skill, known to the vocabulary or not. */
export const skillName = nameText(100)
  .refine((name) => foldSkill(name) !== "", "Must have a letter or digit")
  .meta({ maxLength: 100, examples: ["TypeScript"] });

export const mySkillsBody = z.object({
  skills: z.array(z.object({ name: skillName, level: skillLevel.nullish() })).max(100),
  discoverable: z
    .boolean()
    .optional()
    .meta({ description: "Whether candidate search and matches find the caller" }),
  headline: nameText(200).nullish(),
  titles: z.array(nameText(120)).max(10).optional(),
});
export type MySkillsBody = z.output<typeof mySkillsBody>;

export const personSkillShape = z
  .object({
    id: z.uuid(),
    name: z.string(),
    level: skillLevel.nullable(),
    /** Who states the skill. `self`: the person. */
    source: z.literal("self"),
  })
  .meta({ id: "PersonSkill" });
type PersonSkill = z.infer<typeof personSkillShape>;

export const mySkillsMeta = z.object({
  discoverable: z.boolean(),
  headline: z.string().nullable(),
  titles: z.array(z.string()),
});
export type MySkills = { data: PersonSkill[]; meta: z.infer<typeof mySkillsMeta> };
