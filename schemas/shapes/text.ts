import { z } from "zod";

// Control characters, and those that change the direction of the text around them: what is read is not what is there.
const oneLine = /^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u;
const manyLines = /^(?:[^\p{Cc}\u202A-\u202E\u2066-\u2069]|[\t\n\r])*$/u;

// Letters, digits, signs and symbols that leave a mark: not the fillers and blanks among them.
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1D159}])[\p{L}\p{N}\p{P}\p{S}]/u;

// As published, without Unicode classes, which generators and linters compile without the flag `u`.
const published = "\\u0000-\\u001F\\u007F-\\u009F\\u202A-\\u202E\\u2066-\\u2069";
// What stands at the ends of a name is trimmed off before it is looked at.
const oneLineUntrimmed = `^(?:[^${published}]|[\\t-\\r])*$`;
const manyLinesPublished = `^(?:[^${published}]|[\\t\\n\\r])*$`;

/** Characters as people and JSON Schema count them, not UTF-16 units. */
const within = (charsMax: number) => (text: string) =>
  text.length <= charsMax || [...text].length <= charsMax;

/** The name of anything: one line, trimmed, in Unicode's composed form, with at least one character that is seen. */
export const nameText = (charsMax: number) =>
  z
    .string()
    .trim()
    .normalize("NFC")
    .min(1)
    .regex(oneLine, "Control characters and direction marks are not allowed")
    .refine((text) => visible.test(text), "Must have a visible character")
    .refine(within(charsMax), { error: `Too long: at most ${charsMax} characters` })
    .meta({ maxLength: charsMax, pattern: oneLineUntrimmed });

/** Text of at least one character, as sent: mostly a parameter. */
export const someText = (charsMax: number, description: string, ...examples: string[]) =>
  z.string().min(1).max(charsMax).meta({ description, examples });

/** Text of several lines, as written. */
export const longText = (charsMax: number) =>
  z
    .string()
    .normalize("NFC")
    .regex(manyLines, "Control characters and direction marks are not allowed")
    .refine(within(charsMax), { error: `Too long: at most ${charsMax} characters` })
    .meta({ maxLength: charsMax, pattern: manyLinesPublished });

/** Text that may be missing. Text of blanks alone is null (CNV-05). */
export const longTextOrNull = (charsMax: number) =>
  z.preprocess(
    (text) => (typeof text === "string" && text.trim() === "" ? null : text),
    longText(charsMax).nullable(),
  );

/** The address of a page: http or https, kept as text and never fetched. */
export const linkText = z
  .url({ protocol: /^https?$/, error: "Must be an http or https address" })
  // A pattern would take the place of the format that is published.
  .refine((text) => oneLine.test(text), "Control characters and direction marks are not allowed")
  .max(2000);
