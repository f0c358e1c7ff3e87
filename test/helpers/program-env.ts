const { PATH, NODE_COMPILE_CACHE } = process.env;

/** What a program that a test starts has of this process's environment: no settings. */
export const programEnv = { PATH, NODE_COMPILE_CACHE };

/**
 * Options of node for programs that run for seconds: optimizing the embedded database's WebAssembly takes longer than
 * it saves them.
 */
export const shortRun = ["--liftoff-only"] as const;
