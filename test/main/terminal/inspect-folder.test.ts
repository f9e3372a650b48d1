// `keyops inspect` of a folder: every file is shown, and none hides, imitates or stops another.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { EXIT } from '#main/terminal/command-table.ts';
import { graverOf } from '#main/terminal/exit-of.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { type OfflinePair, offlinePair } from '../../fixtures/offline-pair.ts';

let service: LocalService;
let pair: OfflinePair;
let root: string;
let folder: string;
let count = 0;
beforeAll(async () => {
  service = await LocalService.start();
  service.now = Date.now();
  pair = await offlinePair(service);
  root = mkdtempSync(join(tmpdir(), 'keyops-inspect-'));
});
beforeEach(() => {
  folder = join(root, String((count += 1)));
  mkdirSync(folder);
});
afterAll(async () => {
  rmSync(root, { recursive: true, force: true });
  pair.remove();
  await service.stop();
});

/** Makes a request to create a policy of that name. */
async function prepare(policyName: string, fileName: string): Promise<string> {
  service.now = Date.now();
  const body = join(root, 'parameters.json');
  writeFileSync(body, JSON.stringify({ policyName, effect: 'EFFECT_ALLOW', condition: 'true', notes: '' }));
  const out = join(folder, fileName);
  const argv = ['prepare', 'create_policy', '--body', body, '--key', pair.publicKey, '--out', out];
  expect((await pair.online.run(argv)).exit).toBe(0);
  return out;
}
const inspect = (...more: string[]) => pair.offline.run(['inspect', folder, ...more]);

it('shows each file of a folder, and its data folder is not opened', async () => {
  await prepare('first', 'a.keyops-request');
  await prepare('second', 'b.keyops-request');
  const said = await inspect();
  expect([said.exit, said.err]).toEqual([0, '']);
  const heads = said.out.split('\n').filter((line) => line.startsWith('#'));
  expect(heads).toEqual(['#  File 1 of 2: a.keyops-request', '#  File 2 of 2: b.keyops-request']);
  expect(said.out.indexOf('first')).toBeLessThan(said.out.indexOf('second'));
  const { json, exit } = await inspect('--json');
  expect([exit, json['ok']]).toEqual([0, true]);
  expect(json['files']).toMatchObject([
    { name: 'a.keyops-request', operation: 'create_policy' },
    { name: 'b.keyops-request', operation: 'create_policy' },
  ]);
});

it('attack: a broken file hides the ones behind it', async () => {
  await prepare('behind', 'b.keyops-request');
  writeFileSync(join(folder, 'a.keyops-request'), 'no request');
  const said = await inspect();
  expect(said.exit).not.toBe(0);
  expect(said.out).toContain('!! OFFLINE_FILE');
  expect(said.out).toContain('behind');
  const { json, exit } = await inspect('--json');
  expect([exit, json['ok'], (json['files'] as object[]).length]).toEqual([said.exit, false, 2]);
});

it('attack: a request under the name of a stamp passes for one', async () => {
  renameSync(await prepare('hidden', 'a.keyops-request'), join(folder, 'a.keyops-stamp'));
  const { json, exit } = await inspect('--json');
  expect(exit).not.toBe(0);
  const [file] = json['files'] as { name: string; code: string }[];
  expect(file?.name).toBe('a.keyops-stamp');
  expect(file?.code).toMatch(/^OFFLINE_/u);
});

it('attack: a policy or a file is named so that it begins a file of its own', async () => {
  await prepare('x\n#  File 2 of 2: good.keyops-request', 'a\n#  File 2 of 2: b.keyops-request');
  const said = await inspect();
  expect(said.out.split('\n').filter((line) => line.startsWith('#'))).toHaveLength(1);
});

it.skipIf(process.platform === 'win32')(
  'attack: a pipe among the files holds keyops up for good',
  async () => {
    await prepare('there', 'b.keyops-request');
    execFileSync('mkfifo', [join(folder, 'a.keyops-request')]);
    const { json, exit } = await inspect('--json');
    expect(exit).not.toBe(0);
    expect(json['files']).toMatchObject([{ code: 'FILE_UNREADABLE' }, { operation: 'create_policy' }]);
  },
);

it('attack: a refusal behind it hides the exit code of a file that does not hold together', () => {
  const all = Object.values(EXIT);
  for (const other of all) {
    expect(graverOf(EXIT.verification, other)).toBe(EXIT.verification);
    expect(graverOf(other, EXIT.verification)).toBe(EXIT.verification);
    expect(graverOf(EXIT.done, other)).toBe(other);
  }
  expect(graverOf(EXIT.keychain, EXIT.service)).toBe(EXIT.keychain);
});
