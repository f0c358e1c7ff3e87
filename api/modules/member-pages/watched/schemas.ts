import { z } from "zod";
import { someText } from "#schemas/shapes/text.ts";

export const feedParams = {
  feedToken: someText(100, "Token of the address that /watchlist shows", "x".repeat(43)),
};

export const feedFields = z.object({
  act: z.enum(["make", "remove"]),
  form_token: z.string().max(200).default(""),
});

export type FeedFields = z.output<typeof feedFields>;
