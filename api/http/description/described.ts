import type { optionalBodyMark } from "./openapi.ts";

/** A JSON Schema, as far as the description is changed here. */
export interface SchemaPart {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, SchemaPart>;
  items?: SchemaPart;
  [other: string]: unknown;
}

export interface DescribedParameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface DescribedOperation {
  operationId: string;
  summary?: string;
  tags: string[];
  parameters?: DescribedParameter[];
  requestBody?: {
    required?: boolean;
    content?: Record<string, { schema?: SchemaPart; example?: unknown }>;
  };
  responses: Record<
    string,
    { content?: Record<string, { schema: SchemaPart; example?: unknown }> }
  >;
  [optionalBodyMark]?: boolean;
}

export interface DescribedApi {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, SchemaPart> };
}

export const operationsOf = ({ paths }: DescribedApi): DescribedOperation[] =>
  Object.values(paths).flatMap((item) => Object.values(item));
