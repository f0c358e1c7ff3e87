import type { Bucket } from "../../http/limits/rate-limit.ts";

const exact = (name: string, quota: number): Bucket => ({ name, quota, isExact: true });

/** The documented limits of hiring, per caller and minute; each request counts in one of them (LIM-01 to LIM-03). */
export const hiringRead = exact("hiring-read", 100);
export const hiringWrite = exact("hiring-write", 20);
export const hiringMatching = exact("hiring-matching", 10);

export const hiringLimits = [hiringRead, hiringWrite, hiringMatching] as const;
