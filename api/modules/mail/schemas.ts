import { z } from "zod";
import { type OptionalMail, optionalMails } from "#schemas/shapes/accounts/mail.ts";

export const linkQuery = z.object({
  reader: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "The link is cut")
    .meta({
      description: "Whose mails: SHA-256 of the address",
      examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    }),
  kind: z.enum(optionalMails).meta({ description: "Which mails", examples: ["alerts"] }),
  signature: z
    .string()
    .max(100)
    .meta({ description: "Of the link", examples: ["Vd0…"] }),
});

/** What mail programs send by themselves (RFC 8058). */
export const oneClick = z
  .object({ "List-Unsubscribe": z.literal("One-Click") })
  .meta({ examples: [{ "List-Unsubscribe": "One-Click" }] });

const wanted = (what: string) => z.boolean().meta({ description: `Whether ${what} come` });
const kinds: Record<OptionalMail, z.ZodBoolean> = {
  invitations: wanted("invitations to teams and to claim a profile"),
  alerts: wanted("alerts about startups"),
  applications: wanted("mails about applications"),
  follows: wanted("mails about followers and requests to follow"),
  engagements: wanted("mails about engagements"),
  report_views: wanted("mails about views of own reports"),
  company_filings: wanted("mails about filings of companies on own watchlists"),
  decisions: wanted("mails about decisions on what the account handed in"),
};

export const preferencesBody = z
  .object(kinds)
  .partial()
  .meta({ examples: [{ alerts: false }] });

export const preferencesShape = z
  .object({
    ...kinds,
    isAddressRefused: z.boolean().meta({
      description:
        "True once the address's mail server has refused it for good: no mail is sent to it",
    }),
  })
  .meta({ id: "MailPreferences" });
