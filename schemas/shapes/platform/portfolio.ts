import { z } from "zod";

export const artifactKind = z.enum(["link", "report", "model", "document", "other"]);
export type ArtifactKind = z.infer<typeof artifactKind>;

export const collaboratorRole = z.enum(["viewer", "editor"]);
export type CollaboratorRole = z.infer<typeof collaboratorRole>;
