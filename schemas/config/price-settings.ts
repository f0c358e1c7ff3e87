import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { ConfigError } from "./config-error.ts";

/** Where daily closes come from. */
export interface PriceSettings {
  /** An http: or https: address, or the absolute path of a file or folder. */
  url: string;
  /** Whether later splits are taken out of the closes; null: as the files' columns say. */
  isAdjusted: boolean | null;
}

export const priceVariables = {
  PRICES_URL: z
    .string()
    .regex(
      /^(?!\w{2,}:)|^(https?|file):/,
      "PRICES_URL must be a CSV file, a folder of CSV files, or an http: or https: address",
    )
    .optional(),
  PRICES_CLOSES: z
    .enum(["adjusted", "as_traded"], { error: "PRICES_CLOSES must be adjusted or as_traded" })
    .optional(),
};

type PriceVariables = { [name in keyof typeof priceVariables]?: string | undefined };

/** Null without PRICES_URL. Throws ConfigError for PRICES_CLOSES alone. */
export function readPrices({ PRICES_URL, PRICES_CLOSES }: PriceVariables): PriceSettings | null {
  if (PRICES_URL === undefined) {
    if (PRICES_CLOSES === undefined) return null;
    throw new ConfigError("PRICES_CLOSES needs PRICES_URL beside it");
  }
  const isAdjusted = PRICES_CLOSES === undefined ? null : PRICES_CLOSES === "adjusted";
  if (/^https?:/.test(PRICES_URL)) return { url: PRICES_URL, isAdjusted };
  const isAddress = PRICES_URL.startsWith("file://");
  const path = isAddress ? fileURLToPath(PRICES_URL) : PRICES_URL.replace(/^file:/, "");
  return { url: resolve(path), isAdjusted };
}
