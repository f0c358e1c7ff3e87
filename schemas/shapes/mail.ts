/** What mails are about, as far as somebody may not want them. */
export const optionalMails = ["invitations", "alerts"] as const;
export type OptionalMail = (typeof optionalMails)[number];

/** Mails about the security of an account always come. */
export const mailKinds = ["security", ...optionalMails] as const;
export type MailKind = (typeof mailKinds)[number];
