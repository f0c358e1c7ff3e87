/** A mail as it leaves. */
export interface WrittenMail {
  /** The same at every try. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** Sends a mail. Throws `MailRefused` where no other try would help, any other error where one may. */
export type Mailer = (mail: WrittenMail) => Promise<void>;

/** Where the mails of a process go. */
export interface MailTransport {
  deliver: Mailer;
  /** Removes what is kept here of mails to an address. */
  forget(addressDigest: string): Promise<void>;
}

/** The mail server refused a mail for good (5xx). */
export class MailRefused extends Error {
  override name = "MailRefused";
  /** True where the server does not take mail for the reader: no other mail will get there either. */
  readonly isOfReader: boolean;

  constructor(message: string, isOfReader: boolean) {
    super(message);
    this.isOfReader = isOfReader;
  }
}
