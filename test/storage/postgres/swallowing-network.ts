import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** A network between a client and a server that can swallow everything, and ends no connection. */
export interface SwallowingNetwork {
  /** The server's address, through it. */
  readonly url: string;
  /** Whether anything comes through. */
  isOpen: boolean;
  /** Closes it with the first statement that has this in its text, which doesn't come through either. */
  closesAt: string | undefined;
  readonly stop: () => Promise<void>;
}

/** @param url of a server on this machine */
export async function swallowingNetwork(url: string): Promise<SwallowingNetwork> {
  const sockets: Socket[] = [];
  const proxy = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    sockets.push(near, far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (data: Buffer) => {
        if (network.closesAt !== undefined && from === near && data.includes(network.closesAt))
          network.isOpen = false;
        if (network.isOpen) to.write(data);
      });
      // Nor is a goodbye answered.
      from.on('end', () => network.isOpen && to.end());
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const through = new URL(url);
  through.port = String((proxy.address() as AddressInfo).port);
  const network: SwallowingNetwork = {
    url: through.href,
    isOpen: true,
    closesAt: undefined,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
  return network;
}
