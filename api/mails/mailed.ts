import { z } from "zod";
import type { Deps } from "../deps.ts";
import { type Address, withMeta } from "../http/answers.ts";

const mailMeta = z.object({
  mailFolder: z.string().optional().meta({
    description:
      "The folder that holds the mail. Only where the installation has no mail server (`SMTP_URL`)",
  }),
});

/**
 * One object, behind which a mail is sent. `meta.mailFolder` says where the mail is if no mail server is configured.
 */
export const mailed = <R extends z.ZodType>(
  shape: R,
  options: { location?: Address<z.input<R>> } = {},
) => withMeta(shape, mailMeta, options);

/** The answer of an endpoint with `mailed`. */
export const tellMailed = async <T>(
  { mailFolder }: Pick<Deps, "mailFolder">,
  done: Promise<T>,
) => ({
  data: await done,
  meta: mailFolder === null ? {} : { mailFolder },
});
