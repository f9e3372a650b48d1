import { type AddressInfo, type Server, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sourceAddress } from '#main/service-client/source-address.ts';

const seen: (string | undefined)[] = [];
let server: Server;
let port = 0;
beforeAll(async () => {
  server = createServer((socket) => {
    seen.push(socket.remoteAddress);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('is the address that a service on this machine sees', async () => {
  const source = await sourceAddress(`http://127.0.0.1:${port}`);
  expect(source).toBe('127.0.0.1');
  await expect.poll(() => seen).toEqual([source]);
});

it('is not known where nothing answers', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port: free } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  expect(await sourceAddress(`http://127.0.0.1:${free}`)).toBeUndefined();
});
