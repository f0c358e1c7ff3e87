import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { badRequest } from "../../http/errors.ts";

/** The guesses that a password must withstand: the limit per address allows about a thousand a day. */
const fewestGuesses = 1e6;
/** Estimating takes time with the square of the length, while no other request is answered. */
const judgedChars = 24;

let estimator: Promise<ZxcvbnFactory> | null = null;

/** Loaded with the first password that is set: its list of known passwords takes 30 MB. */
function loadEstimator(): Promise<ZxcvbnFactory> {
  estimator ??= Promise.all([import("@zxcvbn-ts/core"), import("@zxcvbn-ts/language-common")]).then(
    ([{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }]) =>
      new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: judgedChars }),
  );
  return estimator;
}

/**
 * Throws 400 with the reason for a password that is among the first that are guessed: a known one or a slight change of
 * one, a row of keys, a repetition, or made of what is known of its owner.
 */
export async function refuseWeakPassword(
  password: string,
  { email, name }: { email: string; name: string | null },
): Promise<void> {
  const own = [email, ...email.split("@"), ...email.split(/[@.+_-]/), ...(name ?? "").split(" ")];
  const inputs = [...own, "tenk"].filter((one) => one.length > 2).map((one) => one.toLowerCase());
  const text = password.normalize("NFKC");
  // One end that is hard to guess is enough.
  const ends = [text, text.slice(-judgedChars)];
  const zxcvbn = await loadEstimator();
  const weak = ends.map((end) => zxcvbn.check(end, inputs)).sort((a, b) => b.guesses - a.guesses);
  const [strongest] = weak;
  if (strongest === undefined || strongest.guesses >= fewestGuesses) return;
  const reason = reasons[strongest.feedback.warning ?? ""] ?? "it is easy to guess";
  throw badRequest(`Choose another password: ${reason}`);
}

/** Keyed by the library's names of warnings. */
const reasons: Readonly<Record<string, string>> = {
  topTen: "it is one of the most common passwords",
  topHundred: "it is one of the most common passwords",
  common: "it is a common password",
  similarToCommon: "it is close to a common password",
  simpleRepeat: "it repeats one character",
  extendedRepeat: "it repeats a short text",
  sequences: "it is a sequence such as abc or 123",
  straightRow: "it is a row of the keyboard",
  keyPattern: "it is a pattern of the keyboard",
  userInputs: "it is made of your name or address",
  dates: "it is a date",
  recentYears: "it is a year",
};
