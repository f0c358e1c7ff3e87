import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";

const { get } = await testApp();
const browser = { accept: "text/html", "accept-encoding": "gzip, br" };

test.each(["/", "/screen", "/compare", "/screen?where=nonsense", "/companies/nobody"])(
  "%s is compressed for a client that accepts gzip, and plain for others",
  async (url) => {
    const packed = await get(url, browser);
    const plain = await get(url, { accept: "text/html" });
    expect(packed.headers).toMatchObject({
      "content-encoding": "gzip",
      "content-type": "text/html; charset=utf-8",
      vary: "Accept-Encoding",
    });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const withoutId = (body: string) => body.replace(/Request [\w-]+/, "");
    expect(withoutId(gunzipSync(packed.rawPayload).toString())).toBe(withoutId(plain.body));
  },
);

test("a page with the token of a form is never compressed: its length would reveal the token", async () => {
  const { headers, body } = await get("/auth/sign-in?return_to=/screen", browser);
  expect(body).toContain('name="form_token"');
  expect(headers["content-encoding"]).toBeUndefined();
});
