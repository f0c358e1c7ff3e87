type DefinedMembers<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the members that are not given. Null counts as given. */
export function given<T extends object>(values: T): DefinedMembers<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as DefinedMembers<T>;
}
