import { expect, test, vi } from "vitest";
import { stopOnSignals } from "#jobs/stop-on-signals.ts";

test("one press of Ctrl-C that arrives twice stops cleanly, a second press ends the process at once", () => {
  vi.useFakeTimers();
  const handlers = new Map<string | symbol, () => void>();
  vi.spyOn(process, "on").mockImplementation((name, handler) => {
    handlers.set(name, handler as () => void);
    return process;
  });
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const stop = vi.fn(() => new Promise<void>(() => {}));

  const isStopping = stopOnSignals(stop);
  const press = () => handlers.get("SIGINT")?.();

  expect(isStopping()).toBe(false);
  press();
  press();
  expect(isStopping()).toBe(true);
  expect(stop).toHaveBeenCalledOnce();
  expect(exit).not.toHaveBeenCalled();

  vi.advanceTimersByTime(500);
  press();
  expect(exit).toHaveBeenCalledExactlyOnceWith(130);
  vi.restoreAllMocks();
  vi.useRealTimers();
});
