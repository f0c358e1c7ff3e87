const { PATH, NODE_COMPILE_CACHE } = process.env;

/** What a program that a test starts has of this process's environment: no settings. */
export const programEnv = { PATH, NODE_COMPILE_CACHE };
