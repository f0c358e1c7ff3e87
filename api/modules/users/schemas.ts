import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { longTextOrNull, nameText } from "#schemas/shapes/text.ts";

export const params = { id: idOf("User id") };

export const profileChange = z.object({
  name: nameText(120).optional(),
  bio: longTextOrNull(2000).optional(),
});

export type ProfileChange = z.output<typeof profileChange>;

export const publicUser = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    avatar: z.string().nullable(),
    bio: z.string().nullable(),
    coverUrl: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "PublicUser" });

export type PublicUser = z.infer<typeof publicUser>;

export const ownUser = publicUser
  .extend({ email: z.string(), updatedAt: z.iso.datetime() })
  .meta({ id: "User" });

export type OwnUser = z.infer<typeof ownUser>;
