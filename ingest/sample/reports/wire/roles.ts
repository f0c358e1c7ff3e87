import type { FiledReport, FiledStatement } from "#schemas/shapes/companies/filed-report.ts";
import type { Names } from "./names.ts";

/** A place of the filing: a statement of the report, or one that the report lacks, which has no lines. */
export interface Place {
  role: string;
  order: number;
  statement: FiledStatement | null;
}

/** Every place up to the report's last statement, so that each keeps its own. */
export function placesOf({ statements }: FiledReport, { namespaces, own }: Names): Place[] {
  const byOrder = new Map(statements.map((one) => [one.order, one]));
  const last = statements.reduce((most, { order }) => Math.max(most, order), 0);
  return Array.from({ length: last }, (_, before) => {
    const order = before + 1;
    const statement = byOrder.get(order) ?? null;
    const role = statement?.role ?? `${namespaces.get(own[0] ?? "")}/role/Role${order}`;
    return { role, order, statement };
  });
}
