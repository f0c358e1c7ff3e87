import { z } from "zod";

/** Who may see a community's profile (COM-10 to COM-13). `public_profile` behaves like `discoverable`. */
export const discovery = z.enum(["private", "unlisted", "discoverable", "public_profile"]);
export type Discovery = z.infer<typeof discovery>;

/** How a person becomes a member (COM-15 to COM-17). */
export const joining = z.enum(["invite_only", "request", "open"]);
export type Joining = z.infer<typeof joining>;

export const memberListVisibility = z.enum(["members", "admins"]);
export type MemberListVisibility = z.infer<typeof memberListVisibility>;

/** A person joins a `regulated` room only by an invitation or a reviewed request (COM-19). */
export const securityMode = z.enum(["private", "regulated"]);
export type SecurityMode = z.infer<typeof securityMode>;

export const requestStatus = z.enum(["pending", "approved", "declined", "withdrawn"]);
export type RequestStatus = z.infer<typeof requestStatus>;

export const resourceKind = z.enum(["link", "report", "document"]);
export type ResourceKind = z.infer<typeof resourceKind>;
