export const scenarios = ["low", "mid", "high"] as const;
export type Scenario = (typeof scenarios)[number];

/** One value per scenario. */
export interface Triple<T> {
  low: T;
  mid: T;
  high: T;
}

/** One value per scenario, null where there is none. */
export type NumberTriple = Triple<number | null>;

export function tripleOf<T>(of: (scenario: Scenario) => T): Triple<T> {
  return { low: of("low"), mid: of("mid"), high: of("high") };
}
