import { compactText, percentText, perShareText } from "../../pages/figures.ts";

/** What a chart's values are; a share is a part of one. */
export type ChartUnit = keyof typeof said;

/** "Q4 23" for "Q4 2023" */
export const shortHead = (head: string) => head.replace(/^(Q\d) \d\d/, "$1 ");

/** How a value of a chart is said. */
export const said = {
  money: compactText,
  shares: compactText,
  perShare: perShareText,
  share: percentText,
} as const;

/** How a value of its axis is written. */
export const axisTexts = {
  ...said,
  perShare: compactText,
  share: (part: number) =>
    `${Math.round(part * 100)
      .toLocaleString("en-US")
      .replace("-", "−")}%`,
} as const;
