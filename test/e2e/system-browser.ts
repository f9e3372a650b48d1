import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type Socket, createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openedAddress } from '../fixtures/opened-address.ts';

/** What a console opens in the system's browser. */
export interface SystemBrowser {
  /** The next address that is opened. */
  opened(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Stands in the place of the system's default browser, of which test machines have none: both hosts start `xdg-open` on
 * Linux, and this one tells the test the address instead of a desktop. It holds for consoles that are launched afterwards.
 */
export async function standForSystemBrowser(): Promise<SystemBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'keyops-browser-'));
  const socket = join(folder, 'opened');
  const server = createServer();
  server.listen(socket);
  await once(server, 'listening');
  const script = `#!${process.execPath}\nrequire('node:net').connect(${JSON.stringify(socket)}).end(process.argv[2]);\n`;
  await writeFile(join(folder, 'xdg-open'), script, { mode: 0o700 });
  const path = process.env['PATH'] ?? '';
  process.env['PATH'] = `${folder}${delimiter}${path}`;
  return {
    opened: async () => {
      const [connection] = (await once(server, 'connection')) as [Socket];
      return openedAddress(await text(connection));
    },
    close: async () => {
      process.env['PATH'] = path;
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}
