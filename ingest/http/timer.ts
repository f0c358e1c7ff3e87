import type { Limits } from "./kinds.ts";
import type { Turn } from "./upstream-budget.ts";

/** Ends the exchange when the answer has not begun while the turn lasts, and when it is not whole in time. */
export function startTimer(limits: Limits, turn: Turn, wholeMs: number) {
  const controller = new AbortController();
  const giveUp = () => controller.abort(new DOMException("took too long", "TimeoutError"));
  const headMs = Math.min(
    limits.connectMs + limits.firstByteMs + 1_000,
    turn.expiresAt - performance.now(),
  );
  const head = setTimeout(giveUp, Math.max(headMs, 0));
  const whole = setTimeout(giveUp, wholeMs);
  return {
    signal: controller.signal,
    answered: () => clearTimeout(head),
    stop() {
      clearTimeout(head);
      clearTimeout(whole);
    },
  };
}
