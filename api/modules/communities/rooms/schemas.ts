import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import {
  discovery,
  joining,
  memberListVisibility,
  requestStatus,
  securityMode,
} from "#schemas/shapes/platform/room.ts";
import { longTextOrNull, nameText } from "#schemas/shapes/text.ts";
import { foldHandle } from "./handles.ts";

export const roomId = idOf("Room id");

/** Any text is taken and folded: what is no handle names no community. */
export const handleParams = {
  handle: z
    .string()
    .max(200)
    .meta({ description: "Handle of the community", examples: ["value-investors"] })
    .transform(foldHandle),
};
export const params = { ...handleParams, roomId };

const handle = z
  .string()
  .max(200)
  .transform(foldHandle)
  .pipe(z.string().regex(/^[a-z0-9-]{3,40}$/, "3 to 40 of a to z, 0 to 9 and hyphen"))
  .meta({ examples: ["value-investors"] });

const tags = z.array(nameText(40)).max(20);

export const roomBody = z.object({
  name: nameText(120),
  handle,
  summary: longTextOrNull(500).optional(),
  category: nameText(60).nullish(),
  tags: tags.default([]),
  discovery: discovery.default("private"),
  joining: joining.default("invite_only"),
  memberListVisibility: memberListVisibility.default("members"),
  securityMode: securityMode.default("private"),
});
export type RoomBody = z.output<typeof roomBody>;

export const settingsBody = z.object({
  name: nameText(120).optional(),
  handle: handle.optional(),
  summary: longTextOrNull(500).optional(),
  category: nameText(60).nullish(),
  tags: tags.optional(),
  discovery: discovery.optional(),
  joining: joining.optional(),
  memberListVisibility: memberListVisibility.optional(),
  securityMode: securityMode.optional(),
  version: z.int().min(1).max(2_147_483_647).optional(),
});
export type SettingsBody = z.output<typeof settingsBody>;

export const communitiesQuery = pageQuery.extend({
  scope: z
    .enum(["discover", "mine"])
    .default("discover")
    .meta({
      description: "`discover`: what anyone may find; `mine`: those of the caller",
      examples: ["discover"],
    }),
  search: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "Part of name or summary", examples: ["value"] }),
  category: z
    .string()
    .max(60)
    .optional()
    .meta({ description: "Only of this category", examples: ["investing"] }),
  tag: z
    .string()
    .max(40)
    .optional()
    .meta({ description: "Only with this tag", examples: ["small caps"] }),
});
export type CommunitiesQuery = z.output<typeof communitiesQuery>;

const role = z.enum(["owner", "admin", "member"]);

const person = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  avatar: z.string().nullable(),
});

export const communityShape = z
  .object({
    /** The same as `roomId`. */
    id: z.uuid(),
    roomId: z.uuid(),
    name: z.string(),
    handle: z.string(),
    /** The address of its page, behind the service's own. */
    path: z.string(),
    summary: z.string().nullable(),
    category: z.string().nullable(),
    tags: z.array(z.string()),
    discovery,
    joining,
    memberListVisibility,
    status: z.enum(["open", "closed"]),
    memberCount: z.int(),
    /** Owners and admins, in the order in which they came. */
    runBy: z.array(person),
    membership: z.enum(["none", "requested", "member"]),
    /** The caller's role; null for those who are no members. */
    role: role.nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Community" });
export type Community = z.infer<typeof communityShape>;

/** A community under the handle by which it was asked for. */
export const communityProfile = communityShape
  .extend({ redirectedFromHandle: z.string().optional() })
  .meta({ id: "CommunityProfile" });

export const settingsShape = communityShape
  .extend({ securityMode, version: z.int() })
  .meta({ id: "CommunitySettings" });
export type Settings = z.infer<typeof settingsShape>;

export const joinBody = z.object({ message: longTextOrNull(1000).optional() });
export const joinShape = z.object({
  roomId: z.uuid(),
  status: z.enum(["joined", "requested"]),
});
export type JoinAnswer = z.infer<typeof joinShape>;

export const roomStatusShape = z.object({ roomId: z.uuid(), status: z.enum(["open", "closed"]) });

export const requestShape = z
  .object({
    id: z.uuid(),
    roomId: z.uuid(),
    person,
    message: z.string().nullable(),
    status: requestStatus,
    createdAt: z.iso.datetime(),
    decidedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "JoinRequest" });

export { person as personShape };
