import { z } from "zod";

export const limitsShape = z
  .object({
    rateLimits: z.array(
      z.object({
        name: z.string(),
        limit: z.int(),
        remaining: z.int(),
        windowSeconds: z.int(),
        resetSeconds: z.int(),
      }),
    ),
    quotas: z.array(
      z.object({
        name: z.enum(["documentBytes", "apiKeys", "modelScenarios", "openCorrections"]),
        used: z.int(),
        greatest: z.int(),
        remaining: z.int(),
      }),
    ),
    greatestSizes: z.object({ documentBytes: z.int(), coverImageBytes: z.int() }),
    eventStreams: z.int(),
  })
  .meta({ id: "Limits" });
export type Limits = z.infer<typeof limitsShape>;
