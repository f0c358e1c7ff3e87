import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fetchDocument } from "#ingest/fetch/fetch-document.ts";
import type { Http } from "#ingest/http.ts";
import type { Source } from "#ingest/sources/source.ts";
import { whenDone } from "../../helpers/when-done.ts";
import { accountsUrl, companyUrl, description, host, numberOf, readEntry } from "./alba.ts";

export interface MadeUpFiling {
  id: string;
  form: string;
  filed: string;
  until: string;
  facts: [element: string, from: string | null, value: string][];
}

export interface MadeUpCompany {
  number: string;
  name: string;
  yearEnd: string;
  filings: MadeUpFiling[];
}

/** The register as an HTTP server; filings that are added to its companies are served at once. */
export async function startRegister(companies: readonly MadeUpCompany[]): Promise<string> {
  const server = createServer((request, response) => {
    const answer = answerOf(companies, request.url ?? "");
    response.writeHead(answer === null ? 404 : 200, {
      "content-type": request.url?.endsWith(".json") ? "application/json" : "application/xml",
    });
    response.end(answer ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  whenDone(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function answerOf(companies: readonly MadeUpCompany[], path: string): string | null {
  const all = companies.flatMap((company) =>
    company.filings.map((filing) => ({ company, filing })),
  );
  if (path === "/newest.json") {
    const newest = all.toSorted((a, b) => b.filing.filed.localeCompare(a.filing.filed));
    return JSON.stringify(
      newest.map(({ company, filing: { id, form, filed } }) => ({
        number: company.number,
        id,
        form,
        filed,
      })),
    );
  }
  const company = companies.find(({ number }) => path === `/companies/${number}.json`);
  if (company) return JSON.stringify(company);
  const found = all.find(({ filing }) => path === `/accounts/${filing.id}.xml`);
  return found ? xmlOf(found.company, found.filing) : null;
}

const xmlOf = ({ number, name }: MadeUpCompany, { until, facts }: MadeUpFiling) =>
  `<?xml version="1.0"?>\n<accounts company="${number}" name="${name}">${facts
    .map(([element, from, value]) => {
      const start = from === null ? "" : ` from="${from}"`;
      return `<fact element="${element}" unit="EUR"${start} to="${until}">${value}</fact>`;
    })
    .join("")}</accounts>`;

interface Announced {
  number: string;
  id: string;
  form: string;
  filed: string;
}

/** The connection to the register at this address. */
export function createAlbaSource(address: string, http: Http): Source {
  const locate = (url: string) => url.replace(host, address);
  const newest = async () => {
    const answer = await http.get(locate(`${host}/newest.json`), { kind: "submissions" });
    const rows = answer.status === "ok" ? JSON.parse(answer.body.toString("utf8")) : [];
    return (rows as Announced[]).map(({ number, id, form, filed }) => {
      return { cik: `alba:${number}`, accession: id, form, filed };
    });
  };
  return {
    description,
    via: null,
    async *list(since) {
      const all = await newest();
      yield* all.filter(({ filed }) => filed >= since).reverse();
    },
    listDay: async (date) => (await newest()).filter(({ filed }) => filed === date),
    async *listNewest() {
      yield await newest();
    },
    fetch: ({ url, kind }, known) => http.get(locate(url), { kind, ...known }),
    async gather(company, context) {
      const url = companyUrl(numberOf(company));
      const entry = await fetchDocument({ url, kind: "submissions", cik: company }, context);
      const body = entry && (entry.body ?? (await context.archive.get(entry.digest)));
      for (const { id, form, filed } of body ? readEntry(body).filings : []) {
        const filing = { accession: id, form, filed };
        await fetchDocument(
          { url: accountsUrl(id), kind: "instance", cik: company, filing },
          context,
        );
      }
      return { packages: 0 };
    },
    again:
      ({ url, kind, companyKey, accession, form, filed }, context) =>
      () =>
        kind === "submissions" || accession === null
          ? fetchDocument({ url, kind: "submissions", cik: companyKey ?? "" }, context)
          : fetchDocument(
              { url, kind: "instance", cik: companyKey ?? "", filing: { accession, form, filed } },
              context,
            ),
  };
}
