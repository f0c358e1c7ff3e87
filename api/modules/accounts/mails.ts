import type { Mail } from "../../clients/mail.ts";

interface Link {
  to: string;
  publicUrl: string;
  token: string;
}

const address = ({ publicUrl }: Link, page: string) => `${publicUrl}/auth/${page}`;

/** For a new address: its owner confirms that it is theirs. */
export const verificationMail = (link: Link): Mail => ({
  to: link.to,
  subject: "Confirm your e-mail address",
  text: `Somebody, probably you, registered at ${link.publicUrl} with this address.

To confirm it, open ${address(link, "verify-email")}?token=${link.token}
or POST {"token": "${link.token}"} to ${address(link, "verify-email")} within 24 hours.

If it was not you, do nothing: nobody can sign in with your address before it is confirmed.`,
});

/** For an address that has an account and is registered again: whoever asked learns nothing at the API. */
export const alreadyRegisteredMail = (link: Link): Mail => ({
  to: link.to,
  subject: "You already have an account",
  text: `Somebody, probably you, tried to register at ${link.publicUrl} with this address, which has an account.

${resetText(link)}

If it was not you, do nothing.`,
});

export const resetMail = (link: Link): Mail => ({
  to: link.to,
  subject: "Set a new password",
  text: `Somebody, probably you, asked for a new password at ${link.publicUrl}.

${resetText(link)}

If it was not you, do nothing: your password stays as it is.`,
});

function resetText(link: Link): string {
  return `To set a new password, open ${address(link, "reset-password")}?token=${link.token}
or POST {"token": "${link.token}", "password": "…"} to ${address(link, "reset-password")} within one hour.
All devices and applications are then signed out.`;
}
