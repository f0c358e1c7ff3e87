import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";

test("a client that leaves in the middle of its body is no error of ours", async () => {
  const { app, logged } = await testApp();
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(
    "POST /auth/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
  );
  await once(app.server, "request");
  socket.resetAndDestroy();

  const left = () => logged.filter(({ msg }) => String(msg).startsWith("the client left"));
  await expect.poll(() => left().length).toBe(1);
  expect(logged.filter(({ level }) => Number(level) >= 40)).toEqual([]);
});
