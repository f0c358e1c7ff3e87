import { describe, expect, test } from "vitest";
import { nameInMail } from "#api/mails/letter.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";

let at = new Date("2026-03-04T12:00:00Z");
const app = await testApp({ now: () => at });
const post = (url: string, who: Person, payload: object) =>
  app.send({ method: "POST", url, headers: who.headers, payload });
const mailsTo = (address: string) => app.mails.filter(({ to }) => to === address);
async function membersOf(who: Person, name: string): Promise<string> {
  const made = await post("/api/v1/organizations", who, { name });
  return `/api/v1/organizations/${made.json().data.id}/members`;
}

describe("invitations by mail", () => {
  test("sixty of one sender to one address, each to another place, are three mails a day", async () => {
    const ann = await makePerson(app);
    for (let n = 0; n < 60; n += 1) {
      await post(await membersOf(ann, `Place ${n}`), ann, { email: "one@target.example" });
    }
    expect(mailsTo("one@target.example").length).toBe(3);

    at = new Date(at.getTime() + 86_400_000);
    const again = await makePerson(app, "again@example.com");
    await post(await membersOf(again, "Next day"), again, { email: "one@target.example" });
    expect(mailsTo("one@target.example").length).toBe(4);
  });

  test("of twenty senders to one address are ten mails a day", async () => {
    for (let n = 0; n < 20; n += 1) {
      const sender = await makePerson(app);
      const members = await membersOf(sender, "Place");
      const answer = await post(members, sender, { email: "two@target.example" });
      expect(answer.statusCode).toBe(201);
    }
    expect(mailsTo("two@target.example").length).toBe(10);
  });

  test("of one sender are fifty a day; the next is 429 and changes nothing", async () => {
    const bob = await makePerson(app);
    const members = await membersOf(bob, "Place");
    const statuses = [];
    for (let n = 0; n < 51; n += 1) {
      statuses.push((await post(members, bob, { email: `n${n}@many.example` })).statusCode);
    }
    expect(statuses).toEqual([...Array(50).fill(201), 429]);
    expect(mailsTo("n50@many.example")).toEqual([]);
    const listed = await app.get(members, bob.headers);
    expect(listed.json().meta.total).toBe(51);
  });

  test("have one subject, and of the sender's words only a plain name", async () => {
    const carl = await makePerson(app);
    const name = "Your account is locked! Visit https://evil.example/login now";
    await post(await membersOf(carl, name), carl, { email: "three@target.example" });
    const [mail] = mailsTo("three@target.example");

    expect(mail?.subject).toBe("You are invited to join a team");
    expect(mail?.text).toContain('"Your account is locked Visit https evil example login now"');
    expect(mail?.text).not.toContain("evil.example");
  });
});

test.each([
  ["Blue Sky, Inc. (UK)", '"Blue Sky, Inc (UK)"'],
  ["a\r\nBcc: x@y.example", '"a Bcc x y example"'],
  ["\u202ewww.evil.example\u200b", '"www evil example"'],
  ["東京 株式会社", '"東京 株式会社"'],
  ["a".repeat(200), `"${"a".repeat(60)}"`],
  ['" <b>', '"b"'],
])("the name %j is shown as %j in a mail", (name, shown) => {
  expect(nameInMail(name)).toBe(shown);
});
