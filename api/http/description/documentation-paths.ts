/** The two paths of the description itself, which are no endpoints: `describe.ts` serves them. */
export const documentationPaths = {
  "/api/openapi": {
    get: {
      operationId: "getApiDescription",
      summary: "Get this description",
      description: "OpenAPI 3.1 as JSON. It lists every operation of the service, and itself.",
      tags: ["Operations"],
      security: [],
      "x-access": "anyone",
      responses: {
        "200": {
          description: "The description",
          content: {
            "application/json": { schema: { type: "object", additionalProperties: true } },
          },
        },
      },
    },
  },
  "/api/docs": {
    get: {
      operationId: "getApiDocumentation",
      summary: "Get this description as a page to try it out",
      description: "A page that loads nothing from other hosts.",
      tags: ["Operations"],
      security: [],
      "x-access": "anyone",
      responses: {
        "200": {
          description: "The page",
          content: { "text/html": { schema: { type: "string" } } },
        },
      },
    },
  },
};
