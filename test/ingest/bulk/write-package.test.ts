import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readPackageZip } from "#ingest/bulk/package-zip.ts";
import { packageZip } from "#ingest/bulk/write-package.ts";

const schema = Buffer.from('<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>');
const instance = Buffer.from("<xbrl><name>Nestlé</name></xbrl>");

test("the files of a filing make a package that gives them back [FCE-07]", async () => {
  const files = new Map([
    ["one-20241231.xsd", schema],
    ["one-20241231.xml", instance],
  ]);
  const read = await readPackageZip(await packageZip(files));
  expect([...read.keys()]).toEqual(["one-20241231.xml", "one-20241231.xsd"]);
  expect(read.get("one-20241231.xml")).toEqual(instance);
  expect(read.get("one-20241231.xsd")).toEqual(schema);
});

test("the same files give the same bytes in any order, on any day and machine", async () => {
  const one = await packageZip(
    new Map([
      ["b.xml", instance],
      ["a.xsd", schema],
    ]),
  );
  const other = await packageZip(
    new Map([
      ["a.xsd", schema],
      ["b.xml", instance],
    ]),
  );
  expect(other).toEqual(one);
  expect(createHash("sha256").update(one).digest("hex")).toBe(
    "ae583135c824b7deb8027e50ed4089a5402d615ce7883de9e700415a7c94f246",
  );
});
