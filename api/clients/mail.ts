/** A mail in its final form. */
export interface WrittenMail {
  /** The same for every attempt. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** Sends a mail. Throws `MailRefused` when a retry cannot help, and any other error when it may. */
export type Mailer = (mail: WrittenMail) => Promise<void>;

/** How this process sends mail. */
export interface MailTransport {
  deliver: Mailer;
  /** Deletes stored mail to an address. */
  forget(addressDigest: string): Promise<void>;
}

/** The mail server refused a mail permanently (5xx). */
export class MailRefused extends Error {
  override name = "MailRefused";
  /** True when the server accepts no mail for this recipient, so other mail would fail, too. */
  readonly isOfReader: boolean;

  constructor(message: string, isOfReader: boolean) {
    super(message);
    this.isOfReader = isOfReader;
  }
}
