import OpenAI from "openai";
import type { TextSettings } from "#schemas/text-settings.ts";

/** Writes texts on request. It may fail, be slow, or answer nonsense: the caller checks the answer. */
export interface TextService {
  /** The name of the model that readers see. */
  model: string;
  /** Throws where there is no answer in time, or one that is too long or no text. */
  ask(question: { instructions: string; material: string }, signal?: AbortSignal): Promise<string>;
}

const answerBytesMax = 200_000;
const tokensMax = 2000;

/** A service with OpenAI's interface. An answer takes at most `timeMs` and 200 kB. */
export function openTextService(
  { baseUrl, apiKey, model }: TextSettings,
  timeMs = 60_000,
): TextService {
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey,
    maxRetries: 0,
    timeout: timeMs,
    logLevel: "off",
    fetch: fetchBounded,
  });
  return {
    model,
    async ask({ instructions, material }, signal) {
      const inTime = AbortSignal.timeout(timeMs);
      const completion = await client.chat.completions.create(
        {
          model,
          max_completion_tokens: tokensMax,
          messages: [
            { role: "system", content: instructions },
            { role: "user", content: material },
          ],
        },
        { signal: signal === undefined ? inTime : AbortSignal.any([inTime, signal]) },
      );
      const text: unknown = completion.choices?.[0]?.message?.content;
      if (typeof text !== "string") throw new Error("the text service answered no text");
      return text.trim();
    },
  };
}

/** Ends an answer that is longer than ours may be. */
async function fetchBounded(...asked: Parameters<typeof fetch>): Promise<Response> {
  const { body, status, headers } = await fetch(...asked);
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > answerBytesMax) controller.error(new Error("the answer is too long"));
      else controller.enqueue(chunk);
    },
  });
  return new Response(body?.pipeThrough(counted) ?? null, { status, headers });
}
