import { baselineEndpoints } from "./baseline/routes.ts";
import { calendarEndpoints } from "./calendar/routes.ts";
import { commitmentEndpoints } from "./commitments/routes.ts";
import { cycleEndpoints } from "./cycles/routes.ts";
import { goalEndpoints } from "./goals/routes.ts";
import { seasonEndpoints } from "./seasons/routes.ts";

export const execution = [
  ...cycleEndpoints,
  ...goalEndpoints,
  ...baselineEndpoints,
  ...seasonEndpoints,
  ...commitmentEndpoints,
  ...calendarEndpoints,
];
