const wordsMin = 3;

/** True for a reason that says something: a few words, not one alone. */
export function isReason(text: string | undefined): boolean {
  return (text?.match(/[\p{L}][\p{L}'’-]*/gu) ?? []).length >= wordsMin;
}
