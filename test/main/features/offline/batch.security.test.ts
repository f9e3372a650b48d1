// Many requests by file under one approval, and attacks on them: the folder is whoever's who carries it.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentenceText } from '#chains/model/decoded.ts';
import type { OfflineState } from '#preload/contract/offline.ts';
import type { BatchPage } from '#preload/contract/requests.ts';
import { sha256Hex } from '#protocol/encoding.ts';
import {
  type OfflineRequest,
  fileStemOf,
  readOfflineFile,
  writeOfflineFile,
} from '#protocol/offline/offline-files.ts';
import { unsignedTransfer } from '#test/fixtures/batch-files.ts';
import { decideNext } from '#test/fixtures/approvals.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { LocalService } from '#test/fixtures/local-service.ts';

type World = Awaited<ReturnType<typeof runOnWorld>>;
interface Refused {
  readonly name: string;
  readonly code: string;
}

let service: LocalService;
let vault: World;
let desk: World;
let root: string;
let count = 0;
let address = '';

beforeAll(async () => {
  service = await LocalService.start();
  vault = await runOnWorld(service);
  desk = await runOnWorld(service);
  root = mkdtempSync(join(tmpdir(), 'keyops-folder-'));
  ({ address } = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']));
});
afterAll(async () => {
  await vault.stop();
  await desk.stop();
  await service.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Some ETH to an address, nonce 1. */
const payment = (to: string, ether: number): string =>
  unsignedTransfer({ to, wei: BigInt(ether) * 10n ** 18n, nonce: 1 });
const recipient = (digit: string): string => `0x${digit.repeat(40)}`;

async function savedRequest(operation: string, parameters: object): Promise<OfflineRequest> {
  service.now = Date.now();
  const { id } = await desk.running.call<{ id: string }>('offline.prepare', {
    ...{ operation, parameters, publicKey: vault.publicKey, curve: null },
  });
  await desk.running.call('offline.save', { id, kind: 'request' });
  await desk.running.call('offline.discard', { id });
  return readOfflineFile('keyops-request', desk.running.host.savedBytes.at(-1) ?? new Uint8Array());
}
const paying = (to: string, ether: number): Promise<OfflineRequest> =>
  savedRequest('sign_transaction', {
    ...{ signWith: address, type: 'TRANSACTION_TYPE_ETHEREUM' },
    unsignedTransaction: payment(to, ether),
  });
const policy = (): Promise<OfflineRequest> =>
  savedRequest('create_policy', {
    ...{ policyName: `Batch ${(count += 1)}`, effect: 'EFFECT_ALLOW', condition: 'true', notes: '' },
    consensus: 'approvers.count() >= 2',
  });
function folderOf(requests: readonly OfflineRequest[]): string {
  const folder = mkdtempSync(join(root, 'stick-'));
  for (const request of requests)
    writeFileSync(join(folder, `${fileStemOf(request.body)}.keyops-request`), writeOfflineFile(request));
  return folder;
}
async function openedFrom(folder: string): Promise<string[]> {
  const { opened, refused } = await vault.running.call<{ opened: string[]; refused: Refused[] }>(
    'offline.take',
    { path: folder },
  );
  expect(refused).toEqual([]);
  return opened;
}
const closeAll = async (): Promise<void> => {
  const { items } = await vault.running.call<OfflineState>('offline.state');
  for (const { id } of items) await vault.running.call('offline.discard', { id });
};
async function reviewAll(
  ids: readonly string[],
  decision: 'approve' | 'deny' = 'approve',
  before?: () => void,
) {
  const decided = vault.running.call<{ decision: string; saved: number; refused: Refused[] }>(
    'offline.reviewAll',
    { ids },
  );
  decided.catch(() => undefined);
  await Promise.race([vault.running.host.until(() => vault.running.host.approvalShown), decided]);
  before?.();
  const view = await decideNext(vault.running, decision);
  return { view, ended: await decided };
}
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { code?: unknown }).code,
  );

describe('a folder of requests under one approval', () => {
  it('shows totals and recipients, stamps each, and saves the stamps beside them', async () => {
    const requests = [
      await paying(recipient('a'), 1),
      await paying(recipient('b'), 2),
      await paying(recipient('b'), 4),
    ];
    const folder = folderOf(requests);
    const ids = await openedFrom(folder);
    const { view, ended } = await reviewAll(ids);
    expect(view.preview.facts).toContainEqual(expect.objectContaining({ label: 'Requests', value: '3' }));
    expect(view.preview.batch?.recipients.total).toBe(2);
    expect(sentenceText(view.preview.sentence)).toBe('Stamp 3 requests: 3 payments of 7 ETH to 2 addresses.');
    expect(view.preview.facts.filter(({ label }) => label.startsWith('Line '))).toHaveLength(3);
    expect(ended).toEqual({ decision: 'approve', saved: 3, refused: [] });
    const stamps = readdirSync(folder).filter((name) => name.endsWith('.keyops-stamp'));
    expect(stamps).toHaveLength(3);
    for (const request of requests) {
      const file = join(folder, `${fileStemOf(request.body)}.keyops-stamp`);
      const stamp = readOfflineFile('keyops-stamp', readFileSync(file));
      expect(Buffer.from(stamp.body).toString('hex')).toBe(sha256Hex(request.body));
    }
    // The other console takes the folder as it is, and the service every stamp.
    const taken = await desk.running.call<{ opened: string[] }>('offline.take', { path: folder });
    for (const id of taken.opened) {
      service.now = Date.now();
      await desk.running.call('offline.send', { id });
    }
    const { items } = await desk.running.call<OfflineState>('offline.state');
    expect(items.map(({ answer }) => answer?.status)).toEqual([200, 200, 200]);
    await closeAll();
  });

  it('no stamp after a cancel, for none of them', async () => {
    const folder = folderOf([await policy(), await policy()]);
    const { ended } = await reviewAll(await openedFrom(folder), 'deny');
    expect(ended).toEqual({ decision: 'deny', saved: 0, refused: [] });
    expect(readdirSync(folder).filter((name) => name.endsWith('.keyops-stamp'))).toEqual([]);
    await closeAll();
  });

  it('script in the window asks by itself: without a press nothing is put on the surface', async () => {
    const ids = await openedFrom(folderOf([await policy(), await policy()]));
    expect(await vault.running.console.dispatch('console', 'offline.reviewAll', { ids })).toMatchObject({
      ok: false,
      code: 'REVIEW_UNASKED',
    });
    await closeAll();
  });

  it('one request twice in the folder, with other words around it: refused, and nothing is stamped', async () => {
    const request = await policy();
    const names = [{ of: 'Batch', name: 'harmless' }];
    const folder = folderOf([request]);
    const twin = { ...request, untrusted: { ...request.untrusted, names } };
    writeFileSync(join(folder, 'twin.keyops-request'), writeOfflineFile(twin));
    const ids = await openedFrom(folder);
    expect(ids).toHaveLength(2);
    expect(await codeOf(vault.running.call('offline.reviewAll', { ids }))).toBe('OFFLINE_BATCH');
    expect(await codeOf(vault.running.call('offline.reviewAll', { ids: ids.slice(0, 1) }))).toBe(
      'OFFLINE_BATCH',
    );
    await closeAll();
  });

  it('the very same file twice is one request', async () => {
    const request = await policy();
    const folder = folderOf([request, await policy()]);
    writeFileSync(join(folder, 'copy.keyops-request'), writeOfflineFile(request));
    expect(await openedFrom(folder)).toHaveLength(2);
    await closeAll();
  });

  it('a request that names the recipient of another one as its signer makes nobody known', async () => {
    const thief = recipient('c');
    const harmless = await paying(recipient('a'), 1);
    const bait = await savedRequest('sign_transaction', {
      ...{ signWith: thief, type: 'TRANSACTION_TYPE_ETHEREUM' },
      unsignedTransaction: payment(recipient('a'), 1),
    });
    const ids = await openedFrom(folderOf([harmless, bait, await paying(thief, 90)]));
    const decided = vault.running.call('offline.reviewAll', { ids });
    decided.catch(() => undefined);
    await vault.running.host.until(() => vault.running.host.approvalShown);
    const current = await vault.running.console.dispatch('approval', 'approval.current', undefined);
    const { preview } = (current as { value: { preview: { id: string } } }).value;
    const page = await vault.running.console.dispatch('approval', 'approval.page', {
      ...{ previewId: preview.id, list: 'recipients', page: 0 },
    });
    const { recipients } = (
      page as { value: BatchPage & { recipients: { address: string; name: unknown }[] } }
    ).value;
    expect(recipients.map(({ address: each, name }) => [each.toLowerCase(), name])).toContainEqual([
      thief,
      null,
    ]);
    await vault.running.console.dispatch('approval', 'approval.decide', {
      ...{ previewId: preview.id, decision: 'deny' },
    });
    await decided;
    await closeAll();
  });

  it('folder swapped between review and save: no stamp is written there, and all of them are open', async () => {
    const folder = folderOf([await policy(), await policy()]);
    const ids = await openedFrom(folder);
    const { ended } = await reviewAll(ids, 'approve', () => {
      renameSync(folder, `${folder}-away`);
      mkdirSync(folder);
    });
    expect(ended).toMatchObject({ decision: 'approve', saved: 0 });
    expect(ended.refused.map(({ code }) => code)).toEqual(['OFFLINE_FOLDER', 'OFFLINE_FOLDER']);
    expect(readdirSync(folder)).toEqual([]);
    const { items } = await vault.running.call<OfflineState>('offline.state');
    expect(items.every(({ stamp }) => stamp?.savedTo === null)).toBe(true);
    await closeAll();
  });

  it('folder swapped for a link to another one: nothing is written behind it', async () => {
    const folder = folderOf([await policy(), await policy()]);
    const elsewhere = mkdtempSync(join(root, 'elsewhere-'));
    const ids = await openedFrom(folder);
    const { ended } = await reviewAll(ids, 'approve', () => {
      renameSync(folder, `${folder}-away`);
      symlinkSync(elsewhere, folder);
    });
    expect(ended.saved).toBe(0);
    expect(readdirSync(elsewhere)).toEqual([]);
    await closeAll();
  });

  it('link in place of a stamp: what it leads to is not written to', async () => {
    const [one, other] = [await policy(), await policy()];
    const folder = folderOf([one, other]);
    const victim = join(root, 'victim');
    writeFileSync(victim, 'precious');
    const name = `${fileStemOf(one.body)}.keyops-stamp`;
    const ids = await openedFrom(folder);
    const { ended } = await reviewAll(ids, 'approve', () => symlinkSync(victim, join(folder, name)));
    expect(ended.saved).toBe(2);
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(readOfflineFile('keyops-stamp', readFileSync(join(folder, name))).format).toBe('keyops-stamp');
    await closeAll();
  });

  it('files changed on the disk after they were opened: what was opened is stamped', async () => {
    const requests = [await policy(), await policy()];
    const folder = folderOf(requests);
    const ids = await openedFrom(folder);
    const other = await paying(recipient('d'), 50);
    await reviewAll(ids, 'approve', () => {
      for (const name of readdirSync(folder)) writeFileSync(join(folder, name), writeOfflineFile(other));
    });
    const digests = readdirSync(folder)
      .filter((name) => name.endsWith('.keyops-stamp'))
      .map((name) => readOfflineFile('keyops-stamp', readFileSync(join(folder, name))).body)
      .map((body) => Buffer.from(body).toString('hex'));
    expect(digests.sort()).toEqual(requests.map(({ body }) => sha256Hex(body)).sort());
    await closeAll();
  });

  it.skipIf(process.platform === 'win32')(
    'pipe in the folder: it is refused, and nothing waits for it',
    async () => {
      const folder = folderOf([await policy()]);
      expect(spawnSync('mkfifo', [join(folder, 'pipe.keyops-request')]).status).toBe(0);
      const { opened, refused } = await vault.running.call<{ opened: string[]; refused: Refused[] }>(
        'offline.take',
        { path: folder },
      );
      expect(opened).toHaveLength(1);
      expect(refused).toMatchObject([{ name: 'pipe.keyops-request', code: 'FILE_UNREADABLE' }]);
      await closeAll();
    },
  );

  it('lock between approval and stamps: none is made, and none is written', async () => {
    const folder = folderOf([await policy(), await policy()]);
    const ids = await openedFrom(folder);
    const decided = vault.running.call('offline.reviewAll', { ids });
    decided.catch(() => undefined);
    await vault.running.host.until(() => vault.running.host.approvalShown);
    await decideNext(vault.running, 'approve');
    await vault.running.call('app.lock');
    expect(await codeOf(decided)).toBe('CONSOLE_LOCKED');
    await vault.running.call('app.unlock');
    expect(readdirSync(folder).filter((name) => name.endsWith('.keyops-stamp'))).toEqual([]);
    expect(existsSync(folder)).toBe(true);
  });
});
