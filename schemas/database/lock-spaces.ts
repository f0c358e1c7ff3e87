/**
 * Numbers that keep advisory locks of different kinds apart. All are held until the transaction ends
 * and are taken in this order.
 */
export const lockSpaces = {
  company: 7_305_100,
  slug: 7_305_101,
  tickers: 7_305_102,
  changes: 7_305_103,
} as const;
