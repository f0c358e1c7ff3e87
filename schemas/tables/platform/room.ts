import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { TeamRole } from "../../shapes/accounts/team.ts";
import type {
  Discovery,
  Joining,
  MemberListVisibility,
  RequestStatus,
  ResourceKind,
  SecurityMode,
} from "../../shapes/platform/room.ts";
import { userAccount, userId } from "../accounts/account.ts";
import { createdAt, id, instant, updatedAt, version } from "../columns.ts";

const roomId = () =>
  uuid("room_id")
    .notNull()
    .references(() => room.id, { onDelete: "cascade" });

/** A room with its public face, the community. */
export const room = pgTable(
  "room",
  {
    id: id(),
    name: text("name").notNull(),
    /** In folded form; no two rooms have the same, private and closed ones included. */
    handle: text("handle").notNull().unique(),
    summary: text("summary"),
    category: text("category"),
    tags: text("tags").array().notNull().default([]),
    discovery: text("discovery").notNull().$type<Discovery>(),
    joining: text("joining").notNull().$type<Joining>(),
    memberListVisibility: text("member_list_visibility").notNull().$type<MemberListVisibility>(),
    securityMode: text("security_mode").notNull().$type<SecurityMode>(),
    status: text("status").notNull().default("open").$type<"open" | "closed">(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("room_discovered")
      .on(t.createdAt, t.id)
      .where(sql`${t.status} = 'open' and ${t.discovery} in ('discoverable', 'public_profile')`),
    index("room_name").using("gin", sql`${t.name} gin_trgm_ops`),
    index("room_summary").using("gin", sql`${t.summary} gin_trgm_ops`),
  ],
);

/** A handle that a room had: it still leads to the room, and no other room takes it. */
export const formerHandle = pgTable(
  "former_handle",
  { handle: text("handle").primaryKey(), roomId: roomId(), createdAt: createdAt() },
  (t) => [index("former_handle_room").on(t.roomId)],
);

/** Membership of a room. Who was removed by its admins stays listed, and does not come back without an invitation. */
export const roomMember = pgTable(
  "room_member",
  {
    id: id(),
    roomId: roomId(),
    userId: userId(),
    role: text("role").notNull().default("member").$type<TeamRole>(),
    isRemoved: boolean("is_removed").notNull().default(false),
    joinedAt: instant("joined_at").notNull().default(sql`now()`),
  },
  (t) => [
    unique().on(t.roomId, t.userId),
    index("room_member_user").on(t.userId, t.joinedAt),
    index("room_member_run_by")
      .on(t.roomId)
      .where(sql`${t.role} in ('owner', 'admin') and not ${t.isRemoved}`),
    index("room_member_order").on(t.roomId, t.joinedAt, t.id).where(sql`not ${t.isRemoved}`),
  ],
);

/** A person's request to join a room. At most one of a person and room is open. */
export const roomRequest = pgTable(
  "room_request",
  {
    id: id(),
    roomId: roomId(),
    userId: userId(),
    message: text("message"),
    status: text("status").notNull().default("pending").$type<RequestStatus>(),
    createdAt: createdAt(),
    decidedAt: instant("decided_at"),
  },
  (t) => [
    uniqueIndex("room_request_open").on(t.roomId, t.userId).where(sql`${t.status} = 'pending'`),
    index("room_request_room").on(t.roomId, t.createdAt, t.id),
    index("room_request_user").on(t.userId),
  ],
);

/** An invitation of an account to a room. At most one of a person and room is open. */
export const roomInvitation = pgTable(
  "room_invitation",
  {
    id: id(),
    roomId: roomId(),
    userId: userId(),
    invitedBy: uuid("invited_by").references(() => userAccount.id, { onDelete: "set null" }),
    status: text("status")
      .notNull()
      .default("pending")
      .$type<"pending" | "accepted" | "declined" | "withdrawn">(),
    createdAt: createdAt(),
    decidedAt: instant("decided_at"),
  },
  (t) => [
    uniqueIndex("room_invitation_open").on(t.roomId, t.userId).where(sql`${t.status} = 'pending'`),
    index("room_invitation_room").on(t.roomId, t.createdAt, t.id),
    index("room_invitation_user").on(t.userId),
  ],
);

/** What members say. A removed message keeps its place without its text; an author who left is null. */
export const roomMessage = pgTable(
  "room_message",
  {
    id: id(),
    roomId: roomId(),
    authorId: uuid("author_id").references(() => userAccount.id, { onDelete: "set null" }),
    body: text("body"),
    createdAt: createdAt(),
    editedAt: instant("edited_at"),
    removedAt: instant("removed_at"),
  },
  (t) => [
    index("room_message_room").on(t.roomId, t.createdAt, t.id),
    index("room_message_author").on(t.authorId),
  ],
);

/** What members point to. A report or a document keeps its own permissions. */
export const roomResource = pgTable(
  "room_resource",
  {
    id: id(),
    roomId: roomId(),
    addedBy: uuid("added_by").references(() => userAccount.id, { onDelete: "set null" }),
    kind: text("kind").notNull().$type<ResourceKind>(),
    title: text("title").notNull(),
    /** Of a link; null for the other kinds. */
    url: text("url"),
    /** The report's id or the document's key; null for a link. */
    reference: text("reference"),
    /** Whether members who may not read it see its title. */
    isTitleShown: boolean("is_title_shown").notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index("room_resource_room").on(t.roomId, t.createdAt, t.id)],
);
