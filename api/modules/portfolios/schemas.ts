import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { artifactKind, collaboratorRole } from "#schemas/shapes/platform/portfolio.ts";
import { linkText, longTextOrNull, nameText } from "#schemas/shapes/text.ts";

export const params = {
  portfolioId: idOf("Portfolio id"),
  artifactId: idOf("Artifact id"),
  collaboratorId: idOf("Id of the collaborator's share"),
  programId: idOf("Program id"),
};

export const portfolioBody = z.object({
  name: nameText(120),
  description: longTextOrNull(2000).optional(),
});
export const artifactBody = z.object({
  kind: artifactKind,
  title: nameText(200),
  url: linkText,
});
export const collaboratorBody = z
  .object({
    userId: z.uuid().toLowerCase().optional(),
    email: z.email().max(254).toLowerCase().optional(),
    role: collaboratorRole,
  })
  .refine(({ userId, email }) => (userId === undefined) !== (email === undefined), {
    error: "Must have either userId or email",
  });
export type CollaboratorBody = z.output<typeof collaboratorBody>;
export const programBody = z
  .object({
    name: nameText(120),
    description: longTextOrNull(5000).optional(),
    startDate: z.iso.date().nullish(),
    endDate: z.iso.date().nullish(),
  })
  .refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
    error: "endDate is before startDate",
  });
export type ProgramBody = z.output<typeof programBody>;

export const portfolioShape = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string().nullable(),
    ownerId: z.uuid(),
    /** The caller's role. */
    role: z.enum(["owner", "editor", "viewer"]),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Portfolio" });
export const artifactShape = z
  .object({
    id: z.uuid(),
    portfolioId: z.uuid(),
    kind: artifactKind,
    title: z.string(),
    url: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "PortfolioArtifact" });
export const collaboratorShape = z
  .object({
    id: z.uuid(),
    portfolioId: z.uuid(),
    userId: z.uuid().nullable(),
    /** As it was given; null for an account that was named by its id. */
    email: z.string().nullable(),
    name: z.string().nullable(),
    role: collaboratorRole,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "PortfolioCollaborator" });
export const removedShape = z.object({ id: z.uuid(), deleted: z.literal(true) });
export const programShape = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    description: z.string().nullable(),
    startDate: z.string().nullable(),
    endDate: z.string().nullable(),
    ownerId: z.uuid(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Program" });
