import { ParseError } from "#ingest/errors.ts";
import { parseInstance } from "#ingest/facts/xbrl/xbrl-instance.ts";

const wanted = new Set(["us-gaap:Assets"]);
const known = { accession: "0000320193-23-000106", form: "10-K", filed: "2023-11-03" };

/** The beginning, the middle, the one fact and the whole of the smallest instance. */
export const open =
  '<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:us-gaap="http://fasb.org/us-gaap/2023">';
export const parts =
  '<context id="c"><entity><identifier>320193</identifier></entity><period><instant>2023-09-30</instant></period></context><unit id="u"><measure>pure</measure></unit>';
export const asset = '<us-gaap:Assets contextRef="c" unitRef="u">352583000000</us-gaap:Assets>';
export const whole = `${open}${parts}${asset}</xbrl>`;

export const parse = (body: string | Buffer) => parseInstance(Buffer.from(body), wanted, known);

/** Why the instance is refused. */
export function refusal(body: string | Buffer): string {
  try {
    parse(body);
  } catch (error) {
    if (error instanceof ParseError) return error.message;
    throw error;
  }
  return "accepted";
}
