/** A figure that the answer implies, beside what it was compared with. */
export interface SanityNote {
  key: string;
  label: string;
  value: number;
  /** What is usual; null for a remark without a range. */
  low: number | null;
  high: number | null;
  isOutside: boolean;
  /** What the range is and of when. */
  comparedWith: string;
}
