/** Options of Node.js for a program of ours in a process of its own: it finds and loads modules as this one does. */
export const programOptions: string[] = [
  "--import",
  new URL("../startup-cache.mjs", import.meta.url).href,
];
