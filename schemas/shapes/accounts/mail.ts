import { optionalNotifications } from "./notification.ts";

/** The topics of mail that a recipient can switch off. */
export const optionalMails = ["invitations", "alerts", ...optionalNotifications] as const;
export type OptionalMail = (typeof optionalMails)[number];

/** Mail about the security of an account cannot be switched off. */
export const mailKinds = ["security", ...optionalMails] as const;
export type MailKind = (typeof mailKinds)[number];
