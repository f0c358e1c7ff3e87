import { expect, test, vi } from "vitest";
import { stopOnSignals } from "#schemas/config/stop-on-signals.ts";

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

  const isStopping = stopOnSignals(stop, {});
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

  // Without a second press 20 seconds after the first one end it, too.
  exit.mockClear();
  vi.advanceTimersByTime(19_499);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(exit).toHaveBeenCalledExactlyOnceWith(130);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each([
  [{ npm_lifecycle_event: "start" }, 1],
  [{}, 0],
])("with %j the end of the parent stops it %i times", (env, times) => {
  vi.useFakeTimers();
  vi.spyOn(process, "on").mockReturnValue(process);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const parent = vi.spyOn(process, "ppid", "get").mockReturnValue(4711);
  const stop = vi.fn(() => new Promise<void>(() => {}));

  stopOnSignals(stop, env);
  vi.advanceTimersByTime(5000);
  expect(stop).not.toHaveBeenCalled();
  parent.mockReturnValue(1);
  vi.advanceTimersByTime(5000);
  expect(stop).toHaveBeenCalledTimes(times);
  vi.restoreAllMocks();
  vi.useRealTimers();
});
