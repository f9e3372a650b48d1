import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Ready } from '#service/boot/start.ts';
import { runAsChild, type ParentPort } from '#service/boot/run.ts';
import { layOutEarlierFolder } from '../../fixtures/earlier-folder.ts';
import { freshSigner, send, stampHeader } from '../../fixtures/local-service.ts';

let folder: string;
/** What the service logs; shown for a test that fails. */
let lines: string[];
const logger = pino({ base: null }, { write: (line) => void lines.push(line) });
beforeEach(({ onTestFailed }) => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-child-'));
  lines = [];
  onTestFailed(() => void process.stderr.write(lines.join('')));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** The other end of the line to the starter: there is no Electron in this test to give a real one. */
function starter() {
  const answers: ((message: unknown) => void)[] = [];
  let hear: (event: { readonly data: unknown }) => void = () => undefined;
  const port: ParentPort = {
    on: (_event, listener) => (hear = listener),
    postMessage: (message) => answers.shift()?.(message),
  };
  return {
    port,
    tell: (data: unknown) => hear({ data }),
    ask: (data: unknown) =>
      new Promise((resolve) => {
        answers.push(resolve);
        hear({ data });
      }),
  };
}

const isUpgrade = (message: unknown): boolean => JSON.stringify(message) === '{"upgrading":true}';

const root = freshSigner();
const argv = () => [
  '--data',
  folder,
  '--port',
  '0',
  '--auth-proxy-port',
  '0',
  '--root-public-key',
  root.publicKey,
];

/** The code that the process ends with; the real exit would end the test's own. */
const exit = (): Promise<unknown> =>
  new Promise((resolve) => {
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      resolve(code);
      return undefined as never;
    });
  });

test('the first message starts it, ready comes back, stop ends the process', async () => {
  const line = starter();
  const exited = exit();
  runAsChild(line.port, logger);
  const { ready } = (await line.ask({ argv: argv(), storageKey: new Uint8Array(randomBytes(32)) })) as {
    ready: Ready;
  };
  const body = JSON.stringify({ organizationId: ready.organizationId });
  const sent = await send(`${ready.url}/public/v1/query/whoami`, body, stampHeader(body, root));
  expect(sent.status).toBe(200);
  line.tell({ stop: true });
  expect(await exited).toBe(0);
  await expect(send(`${ready.url}/public/v1/query/whoami`, body)).rejects.toThrow('ECONNREFUSED');
});

test('says that a database of an earlier version is brought up to date, before it is ready', async () => {
  const { root: earlierRoot, storageKey } = layOutEarlierFolder(folder);
  const said: unknown[] = [];
  const line = starter();
  const exited = exit();
  const ended = new Promise<void>((resolve) => {
    const postMessage = (message: unknown): void => {
      said.push(message);
      if (!isUpgrade(message)) resolve();
    };
    runAsChild({ ...line.port, postMessage }, logger);
  });
  const given = [...argv().slice(0, -1), earlierRoot.publicKey];
  line.tell({ argv: given, storageKey: Uint8Array.from(storageKey) });
  await ended;
  expect(said).toEqual([{ upgrading: true }, { ready: expect.anything() as unknown }]);
  line.tell({ stop: true });
  expect(await exited).toBe(0);
});

test.each([
  ['a file', (data: string) => writeFileSync(data, 'x'), ''],
  ['a file above it', (data: string) => writeFileSync(data, 'x'), 'below'],
  [
    'a folder in the place of its lock',
    (data: string) => mkdirSync(join(data, 'lock'), { recursive: true }),
    '',
  ],
  ['a link that leads back to itself', (data: string) => symlinkSync(data, data), ''],
])('says which path can’t be used where the data folder is, or has, %s', async (_what, layOut, below) => {
  const data = join(folder, 'data');
  layOut(data);
  const line = starter();
  runAsChild(line.port, logger);
  const given = argv().map((each) => (each === folder ? join(data, below) : each));
  const answer = await line.ask({ argv: given, storageKey: new Uint8Array(randomBytes(32)) });
  const message = expect.stringContaining(`${data}${below && `/${below}`}`) as string;
  expect(answer).toMatchObject({ failed: { code: 'PATH_UNUSABLE', message } });
});

test('attack: its database is moved away: the stop says so, and the process ends', async () => {
  const line = starter();
  const exited = exit();
  runAsChild(line.port, logger);
  expect(await line.ask({ argv: argv(), storageKey: new Uint8Array(randomBytes(32)) })).toHaveProperty(
    'ready',
  );
  renameSync(join(folder, 'service.sqlite'), join(folder, 'elsewhere.sqlite'));
  line.tell({ stop: true });
  expect(await exited).toBe(1);
  const said = lines.map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(said).toContainEqual(
    expect.objectContaining({
      ...{ level: 60, code: 'DATABASE_MOVED' },
      remedy: expect.stringContaining('put the file back') as string,
    }),
  );
});

test.each([
  ['no key', () => ({ argv: argv() })],
  ['no arguments', () => ({ storageKey: new Uint8Array(32) })],
  ['arguments that cannot be understood', () => ({ argv: ['--colour'], storageKey: new Uint8Array(32) })],
  ['a key of the wrong length', () => ({ argv: argv(), storageKey: new Uint8Array(31) })],
])('a start with %s is answered with a failure', async (_, message) => {
  const line = starter();
  runAsChild(line.port, logger);
  const answer = (await line.ask(message())) as { failed: { code: string; message: string } };
  expect(answer.failed.code).toMatch(/^[A-Z_]+$/);
  expect(answer.failed.message).not.toBe('');
});
