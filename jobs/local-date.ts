/** The regulator's. */
export const timezone = "America/New_York";

/** The date on the wall in the regulator's time zone. */
export function localDate(at: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" }).format(at);
}
