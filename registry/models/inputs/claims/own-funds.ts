import { ownElements } from "../filed-facts.ts";
import type { ModelSource } from "../source.ts";

const currentFund = /^\w*FundCurrent$/;
const trade = /^(PaymentsForProceedsFrom|PaymentsToAcquire|PaymentsFor|ProceedsFrom|PurchasesOf)/;

/** Tags of balances of funds of the filer's own. */
export interface OwnFunds {
  current: readonly string[];
  noncurrent: readonly string[];
}

/**
 * Funds that a filer buys and sells as investments under elements of its own: a current balance named after a fund, and a
 * row of cash flows named after purchases or sales of it (the Sigma Fund of Motorola). Money of customers and money that
 * is set aside have no such row.
 */
export function ownFunds(source: ModelSource): OwnFunds {
  const balances = ownElements(source, currentFund);
  if (balances.length === 0) return { current: [], noncurrent: [] };
  const trades = ownElements(source, trade);
  const current = balances.filter((key) => {
    const name = nameOf(key);
    return trades.some((one) => one.includes(name));
  });
  return { current, noncurrent: current.map((key) => key.replace(/Current$/, "Noncurrent")) };
}

const nameOf = (key: string) => key.slice(key.indexOf(":") + 1).replace(/Current$/, "");
