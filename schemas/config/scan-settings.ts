import { z } from "zod";
import { ConfigError } from "./config-error.ts";

/** What judges uploaded documents before others than their owner can load them. */
export type ScanSettings =
  | { kind: "command"; program: string; arguments: readonly string[] }
  | { kind: "http"; url: string };

export const scanVariables = {
  SCAN_COMMAND: z
    .string()
    .regex(/\S/, "SCAN_COMMAND must be a program, with its arguments behind blanks")
    .optional(),
  SCAN_URL: z
    .string()
    .regex(/^https?:\/\/[^\s#]+$/, "SCAN_URL must be an http: or https: address")
    .optional(),
};

type ScanVariables = { [name in keyof typeof scanVariables]?: string | undefined };

/** Null where neither is set. Throws ConfigError where both are. */
export function readScan({ SCAN_COMMAND, SCAN_URL }: ScanVariables): ScanSettings | null {
  if (SCAN_COMMAND !== undefined && SCAN_URL !== undefined) {
    throw new ConfigError("SCAN_COMMAND and SCAN_URL exclude each other: set one of them");
  }
  if (SCAN_URL !== undefined) return { kind: "http", url: SCAN_URL };
  if (SCAN_COMMAND === undefined) return null;
  const [program = "", ...rest] = SCAN_COMMAND.split(/\s+/).filter(Boolean);
  return { kind: "command", program, arguments: rest };
}
