/** Numbers for values, in the order of their first use: equal values have one number. */
export interface Dictionary<T> {
  indexOf(value: T): number;
  entries: T[];
}

/** `keyOf` names equal values alike. */
export function createDictionary<T>(keyOf: (value: T) => string): Dictionary<T> {
  const places = new Map<string, number>();
  const entries: T[] = [];
  return {
    entries,
    indexOf(value) {
      const key = keyOf(value);
      const known = places.get(key);
      if (known !== undefined) return known;
      places.set(key, entries.length);
      entries.push(value);
      return entries.length - 1;
    },
  };
}
