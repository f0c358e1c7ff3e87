import type { Deps } from "#api/deps.ts";
import { type CellSources, getCellSources } from "../../company-statements/service.ts";
import type { CompanyData } from "../load-company.ts";
import { allColumns, type Column, type Period } from "./statement-columns.ts";

/** Where the values of a kind of periods come from, those included that others are compared with. */
export function loadSources(
  deps: Deps,
  data: CompanyData,
  period: Period | undefined,
): Promise<CellSources> {
  const kinds = period === undefined ? undefined : kindsOf[period];
  const columns = allColumns(data).filter(({ kind }) => kinds?.includes(kind) ?? true);
  const of = { entityId: data.profile.entity.id, view: data.view };
  return getCellSources(
    deps,
    of,
    columns.map(({ key }) => key),
  );
}

const kindsOf: Readonly<Record<Period, readonly Column["kind"][]>> = {
  annual: ["year", "ttm"],
  quarterly: ["quarter"],
  ttm: ["ttm"],
};
