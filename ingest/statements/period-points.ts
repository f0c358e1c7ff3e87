import { type Point, point } from "../periods/slots.ts";

/** Discrete periods of a fiscal year that statements are made for. */
export type PeriodPoint = "FY" | "Q1" | "Q2" | "Q3" | "Q4" | "H1" | "H2";

/** Where the flows of each period are filed as they stand. */
export const flowPoints: Record<PeriodPoint, Point> = {
  FY: point.FY,
  Q1: point.Q1,
  Q2: point.Q2,
  Q3: point.Q3,
  Q4: point.Q4,
  H1: point.M6,
  H2: point.H2,
};

/** The balance-sheet day of each period. */
export const instantPoints: Record<PeriodPoint, Point> = {
  FY: point.I4,
  Q1: point.I1,
  Q2: point.I2,
  Q3: point.I3,
  Q4: point.I4,
  H1: point.I2,
  H2: point.I4,
};
