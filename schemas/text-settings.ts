import { z } from "zod";
import { ConfigError } from "./config/config-error.ts";

/** A service with OpenAI's interface that drafts texts. */
export interface TextSettings {
  /** Without a slash at its end. */
  baseUrl: string;
  apiKey: string;
  model: string;
}

export const textVariables = {
  AI_BASE_URL: z
    .string()
    .regex(
      /^https?:\/\/[^\s?#]+$/,
      "AI_BASE_URL must be the http: or https: address of a service with OpenAI's interface",
    )
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  AI_API_KEY: z.string().min(1).optional(),
  AI_MODEL: z.string().min(1).max(200).optional(),
};

type TextVariables = { [name in keyof typeof textVariables]?: string | undefined };

/** Null where none is set. Throws ConfigError where only some are. */
export function readTexts({
  AI_BASE_URL,
  AI_API_KEY,
  AI_MODEL,
}: TextVariables): TextSettings | null {
  if (AI_BASE_URL === undefined && AI_API_KEY === undefined && AI_MODEL === undefined) return null;
  if (AI_BASE_URL === undefined || AI_API_KEY === undefined || AI_MODEL === undefined) {
    throw new ConfigError(
      "AI_BASE_URL, AI_API_KEY and AI_MODEL belong together: set all three or none",
    );
  }
  return { baseUrl: AI_BASE_URL, apiKey: AI_API_KEY, model: AI_MODEL };
}
