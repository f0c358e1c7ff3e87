import { expect, test } from "vitest";
import { readPackageZip } from "#ingest/bulk/package-zip.ts";
import { ZipError } from "#ingest/bulk/zip.ts";
import { makeZip, type ZipEntry } from "../../helpers/companies/make-zip.ts";

const good: ZipEntry[] = [
  { name: "one-20241231.xsd", body: "<schema/>" },
  { name: "one-20241231.htm", body: "<html/>", isStored: true },
];

test("a package gives its XBRL files and pages, without pictures [FCE-07]", async () => {
  const picture = { name: "one_g1.jpg", body: "picture", crc: 1 };
  const files = await readPackageZip(makeZip([...good, picture]));

  expect([...files].map(([name, body]) => [name, body.toString()])).toEqual([
    ["one-20241231.xsd", "<schema/>"],
    ["one-20241231.htm", "<html/>"],
  ]);
});

test("a package that ends with the zeros of a submission's last line is whole, with other bytes it is not [FCE-07]", async () => {
  const whole = makeZip(good);
  const padded = Buffer.concat([whole, Buffer.alloc(42)]);

  expect([...(await readPackageZip(padded)).keys()]).toEqual(good.map(({ name }) => name));
  await expect(readPackageZip(Buffer.concat([whole, Buffer.from("more")]))).rejects.toThrow(
    ZipError,
  );
});

test("a package that is damaged or out of all bounds is refused with one reason [FCE-07]", async () => {
  const many = Array.from({ length: 2_001 }, (_, i) => ({ name: `${i}.txt` }));
  const cases: [ZipEntry[] | Buffer, string][] = [
    [Buffer.from("no zip"), "is not a whole zip archive"],
    [makeZip(good).subarray(0, -10), "is not a whole zip archive"],
    [[...good, { name: "../../etc/one.xml" }], "is a name outside of the package"],
    [[...good, { name: "/one.xml" }], "is a name outside of the package"],
    [[...good, { name: "..\\one.xml" }], "is a name outside of the package"],
    [[...good, { name: "inner/one.xml" }], "is a name outside of the package"],
    [[...good, { name: "one.xml", mode: 0o120777 }], '"one.xml" is a link or a device'],
    [[...good, { name: "one.xml", isEncrypted: true }], '"one.xml" is encrypted'],
    [[...good, ...good], '"one-20241231.xsd" is there twice'],
    [[...good, { name: "one.xml", body: "x", crc: 1 }], '"one.xml" does not have its CRC'],
    [[{ name: "one.xml", body: "x".repeat(5_000), bytes: 20 }], "does not unpack to the 20 bytes"],
    [[{ name: "one.xml", bytes: 200 * 2 ** 20 }], "more than the 134217728 that such a file may"],
    [
      ["a", "b", "c"].map((name) => ({ name: `${name}.xml`, bytes: 100 * 2 ** 20 })),
      "unpacks to more than the 268435456 bytes that a package may",
    ],
    [many, "holds more than 2000 files"],
  ];

  for (const [entries, reason] of cases) {
    const work = () => readPackageZip(Buffer.isBuffer(entries) ? entries : makeZip(entries));
    await expect(work()).rejects.toThrow(ZipError);
    await expect(work()).rejects.toThrow(reason);
  }
});
