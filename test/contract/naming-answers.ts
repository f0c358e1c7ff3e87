/** The parts of an OpenAPI document that answers stand in. */
interface Described {
  paths: Record<string, Record<string, { responses?: Record<string, unknown> }>>;
  components: { responses?: Record<string, unknown> };
}

/**
 * The document with each answer that several operations give under one name: hundreds of operations repeat the same errors, and
 * the types that are made of it would, too. Changes the document.
 */
export function namingAnswers(document: Described): Described {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const counts = new Map<string, number>();
  for (const { responses = {} } of operations)
    for (const answer of Object.values(responses)) {
      const text = JSON.stringify(answer);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  const named = new Map<string, string>();
  const components = document.components.responses ?? {};
  document.components.responses = components;
  for (const { responses = {} } of operations)
    for (const [status, answer] of Object.entries(responses)) {
      const text = JSON.stringify(answer);
      if ((counts.get(text) ?? 0) < 2) continue;
      const name = named.get(text) ?? `Answer${status}No${named.size + 1}`;
      named.set(text, name);
      components[name] = answer;
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  return document;
}
