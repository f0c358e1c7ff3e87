export const scenarios = ["low", "mid", "high"] as const;
export type Scenario = (typeof scenarios)[number];

/** One value per scenario. */
export interface Triple<T> {
  low: T;
  mid: T;
  high: T;
}

export function tripleOf<T>(of: (scenario: Scenario) => T): Triple<T> {
  return { low: of("low"), mid: of("mid"), high: of("high") };
}
