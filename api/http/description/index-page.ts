import { html } from "../../pages/html.ts";
import { layout } from "../../pages/layout.ts";
import type { DescribedApi } from "./described.ts";
import { groupAddresses } from "./groups.ts";
import { tags } from "./tags.ts";

/** Address of the viewer with one group, or one operation of it, open. */
function viewerAddress(group: string, operationId?: string): string {
  const query = new URLSearchParams({ "urls.primaryName": group });
  const at =
    operationId === undefined
      ? ""
      : `#/${encodeURIComponent(group)}/${encodeURIComponent(operationId)}`;
  return `/api/docs?${query}${at}`;
}

/** The groups of operations, closed, each operation with the way to where it is read and tried out. */
export function indexPage({ paths }: DescribedApi): string {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, one]) => ({ path, method, ...one })),
  );
  const groups = tags.map(({ name, description }) => {
    const own = operations.filter(({ tags: of }) => of.includes(name));
    const items = own.map(
      ({ path, method, operationId, summary }) =>
        html`<li><a href="${viewerAddress(name, operationId)}"><code>${method.toUpperCase()} ${path}</code></a> <span class="soft">${summary ?? ""}</span></li>`,
    );
    return html`<details><summary><b>${name}</b> <span class="soft">${own.length} ${own.length === 1 ? "operation" : "operations"}: ${description.replaceAll("`", "")}</span></summary>
<ul>${items}</ul><p><a href="${viewerAddress(name)}">All of ${name}</a></p></details>\n`;
  });
  const body = html`<h1>API</h1>
<p class="lead">The same data as JSON, and more. Every operation is documented there and can be tried out.</p>
<p><a href="/api/openapi">The whole description</a> (OpenAPI 3.1) is for programs.</p>
${groups}`;
  return layout({ title: "API", width: "wide", isEnhanced: true, body });
}

/** The description as the viewer offers it: by groups, because its time grows with the document. */
export const viewerDefinitions = [
  ...groupAddresses,
  { name: "All operations (slow)", url: "/api/openapi" },
];
