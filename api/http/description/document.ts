import type { SwaggerTransformObject } from "@fastify/swagger";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import {
  type DescribedApi,
  type DescribedOperation,
  type DescribedParameter,
  operationsOf,
} from "./described.ts";
import { documentationPaths } from "./documentation-paths.ts";
import { addExamples } from "./examples.ts";
import { describeMembers } from "./members.ts";
import { nameKeys } from "./named-keys.ts";
import { optionalBodyMark } from "./openapi.ts";
import { nameLines } from "./statement-lines.ts";

type Framework = ReturnType<SwaggerTransformObject>;

/** The framework's description, completed: what it cannot know of lines, members, examples and optional parts. */
export function completeDocument(made: Framework, registry: Registry): Framework {
  const document = structuredClone(made) as unknown as DescribedApi;
  for (const operation of operationsOf(document)) {
    leaveBodyOptional(operation);
    operation.parameters?.forEach(proposeNothing);
  }
  nameLines(document, registry);
  nameKeys(document);
  dropUnused(document);
  describeMembers(document);
  addExamples(document);
  Object.assign(document.paths, documentationPaths);
  return document as unknown as Framework;
}

/** The framework describes every body as required. */
function leaveBodyOptional(operation: DescribedOperation): void {
  if (operation[optionalBodyMark] && operation.requestBody) operation.requestBody.required = false;
  delete operation[optionalBodyMark];
}

/**
 * "Try it out" sends the example of every parameter, optional ones too, and some exclude each other. The example of
 * an optional one is a part of its description instead.
 */
function proposeNothing(parameter: DescribedParameter): void {
  if (parameter.required) return;
  const { example, examples } = parameter;
  const values = Object.values(examples ?? {}).map(({ value }) => value);
  const shown = (values.length > 0 ? values : example === undefined ? [] : [example]).map(
    (value) => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``,
  );
  if (shown.length > 0) parameter.description += `. For example ${shown.join(" or ")}`;
  delete parameter.example;
  delete parameter.examples;
}

const referencePattern = /"#\/components\/schemas\/([^"]+)"/g;

/** Named schemas that nothing refers to (input forms of answers, envelopes of other families) are left out. */
export function dropUnused({ paths, components }: DescribedApi): void {
  const { schemas } = components;
  const used = new Set<string>();
  const follow = (part: unknown) => {
    for (const [, name = ""] of JSON.stringify(part ?? {}).matchAll(referencePattern)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow(paths);
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name];
}
