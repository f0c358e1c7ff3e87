import { createServer } from "node:net";
import { expect, test } from "vitest";
import { readServingConfig } from "#schemas/config/serving-config.ts";

test("port 0 becomes a port that the service's own address names and that can be listened on", async () => {
  const config = await readServingConfig({ PORT: "0" });
  expect(config.port).toBeGreaterThan(0);
  expect(config.publicUrl).toBe(`http://127.0.0.1:${config.port}`);
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(config.port, config.host, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
});

test("PUBLIC_URL and a given port stay as they are", async () => {
  const behindProxy = await readServingConfig({ PORT: "0", PUBLIC_URL: "https://tenk.example" });
  expect(behindProxy.publicUrl).toBe("https://tenk.example");
  expect(await readServingConfig({ PORT: "3123" })).toMatchObject({
    port: 3123,
    publicUrl: "http://127.0.0.1:3123",
  });
});

test("a host that this machine does not have ends with the system's fault", async () => {
  const foreign = readServingConfig({ PORT: "0", HOST: "192.0.2.1" });
  await expect(foreign).rejects.toMatchObject({ code: "EADDRNOTAVAIL", address: "192.0.2.1" });
});
