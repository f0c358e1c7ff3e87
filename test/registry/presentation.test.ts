import { expect, test } from "vitest";
import { comparePlaces, readPresentation } from "#jobs/registry/presentation.ts";
import { loadRelease } from "#registry/releases.ts";

const released = loadRelease("1.0.0");

/** A presentation linkbase with one link: a heading and what stands under it. */
function linkbase(heading: string, ...tags: string[]): Buffer {
  const all = [heading, ...tags];
  const locators = all.map(
    (tag) =>
      `<link:loc xlink:type="locator" xlink:label="l_${tag}" xlink:href="https://xbrl.fasb.org/us-gaap-2023.xsd#us-gaap_${tag}"/>`,
  );
  const arcs = tags.map(
    (tag, i) =>
      `<link:presentationArc order="${i}" xlink:type="arc" xlink:from="l_${heading}" xlink:to="l_${tag}"/>`,
  );
  return Buffer.from(
    `<?xml version="1.0"?><link:linkbase xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink">
     <link:presentationLink xlink:type="extended" xlink:role="http://example.org/role/Balance">${locators.join("")}${arcs.join("")}</link:presentationLink>
     </link:linkbase>`,
  );
}

test("a linkbase is read as headings with the tags directly under each, links kept apart", () => {
  expect(
    readPresentation(linkbase("AssetsCurrentAbstract", "InventoryNet", "AssetsCurrent")),
  ).toEqual([
    {
      parent: "us-gaap:AssetsCurrentAbstract",
      children: ["us-gaap:InventoryNet", "us-gaap:AssetsCurrent"],
    },
  ]);
  expect(() => readPresentation(Buffer.from("<cut"))).toThrow("XML is cut or not well formed");
});

test("a tag under a heading where others list the line may be it; beside the line's own tag it is another line", () => {
  const headings = [
    linkbase("AssetsCurrentAbstract", "InventoryNet", "AssetsCurrent"),
    linkbase("AssetsCurrentAbstract", "InventorySpecial", "AssetsCurrent"),
    linkbase("InventoryDisclosureAbstract", "InventorySpecial"),
  ].flatMap(readPresentation);
  const placeOf = comparePlaces(released, headings);

  expect(placeOf("us-gaap:InventorySpecial", "inventory")).toEqual({
    place: 1,
    elsewhere: 1,
    beside: 0,
  });
  expect(placeOf("us-gaap:InventorySpecial", "current_assets")).toEqual({
    place: 0,
    elsewhere: 1,
    beside: 1,
  });
  expect(placeOf("us-gaap:Unseen", "inventory")).toEqual({ place: 0, elsewhere: 0, beside: 0 });
});
