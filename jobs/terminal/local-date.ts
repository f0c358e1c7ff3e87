/** The regulator's time zone. */
export const timezone = "America/New_York";

/** The local date in the regulator's time zone. */
export function localDate(at: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" }).format(at);
}
