import { type ErrorPage, htmlPage } from "#ingest/sample/error-pages.ts";

/** More than ten requests a second: every request is refused until the rate was low for ten minutes. */
export const ratePage: ErrorPage = htmlPage(
  403,
  "SEC.gov | Request Rate Threshold Exceeded",
  "Your request rate has exceeded the maximum allowable requests per second. Your access will be limited for 10 minutes.",
);

/** A User-Agent that names nobody to write to. */
export const undeclaredToolPage: ErrorPage = htmlPage(
  403,
  "SEC.gov | Your Request Originates from an Undeclared Automated Tool",
  "Please declare your traffic by updating your user agent to include company specific information.",
);
