import type { Mail } from "#schemas/tasks/send-mail.ts";
import { letter, type Paragraph } from "../../mails/letter.ts";

interface Link {
  to: string;
  publicUrl: string;
  token: string;
}

const address = ({ publicUrl }: Link, page: string) => `${publicUrl}/auth/${page}`;

/** For a new address: its owner confirms that it is theirs. */
export const verificationMail = (link: Link): Mail =>
  letter({
    to: link.to,
    kind: "security",
    subject: "Confirm your email address",
    says: [
      `Somebody, probably you, registered at ${link.publicUrl} with this address.`,
      {
        label: "Confirm it within 24 hours",
        url: `${address(link, "verify-email")}?token=${link.token}`,
      },
      `Programs POST {"token": "…"} with the token of the link to ${address(link, "verify-email")}.`,
      "If it was not you, do nothing: nobody can sign in with your address before it is confirmed.",
    ],
  });

/** For an address that has an account and is registered again: whoever asked learns nothing at the API. */
export const alreadyRegisteredMail = (link: Link): Mail =>
  letter({
    to: link.to,
    kind: "security",
    subject: "You already have an account",
    says: [
      `Somebody, probably you, tried to register at ${link.publicUrl} with this address, which has an account.`,
      ...resetParagraphs(link),
      "If it was not you, do nothing.",
    ],
  });

/** For a user who forgot the password. */
export const resetMail = (link: Link): Mail =>
  letter({
    to: link.to,
    kind: "security",
    subject: "Set a new password",
    says: [
      `Somebody, probably you, asked for a new password at ${link.publicUrl}.`,
      ...resetParagraphs(link),
      "If it was not you, do nothing: your password stays as it is.",
    ],
  });

const resetParagraphs = (link: Link): Paragraph[] => [
  {
    label: "Set a new password within one hour",
    url: `${address(link, "reset-password")}?token=${link.token}`,
  },
  `Programs POST {"token": "…", "password": "…"} with the token of the link to ${address(link, "reset-password")}.`,
  "All devices and applications are then signed out.",
];
