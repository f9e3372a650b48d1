// A folder of requests in keyops: one approval bound to all of it, stamps and answers beside the requests, and who would cheat.
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transaction } from 'ethers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, unsignedTransfer } from '../../fixtures/batch-files.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { type OfflinePair, type Ran, offlinePair } from '../../fixtures/offline-pair.ts';

let service: LocalService;
let pair: OfflinePair;
let root: string;
let folder: string;
let address: string;
let count = 0;

beforeAll(async () => {
  service = await LocalService.start();
  service.now = Date.now();
  pair = await offlinePair(service);
  root = mkdtempSync(join(tmpdir(), 'keyops-folder-'));
  ({ address } = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']));
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

/** Makes a request file in the folder, or elsewhere. */
async function prepare(operation: string, parameters: object, into = folder): Promise<string> {
  service.now = Date.now();
  const body = join(root, 'parameters.json');
  writeFileSync(body, JSON.stringify(parameters));
  const file = join(into, `${(count += 1)}.keyops-request`);
  const argv = ['prepare', operation, '--body', body, '--key', pair.publicKey, '--out', file, '--json'];
  const ran = await pair.online.run(argv);
  expect([ran.exit, ran.err]).toEqual([0, '']);
  return file;
}
const payment = (nonce: number, into?: string): Promise<string> =>
  prepare(
    'sign_transaction',
    {
      ...{ signWith: address, type: 'TRANSACTION_TYPE_ETHEREUM' },
      unsignedTransaction: unsignedTransfer({
        nonce,
        to: addressOf(nonce),
        wei: BigInt(nonce + 1) * 10n ** 17n,
      }),
    },
    into,
  );
const three = async (): Promise<string[]> => [await payment(1), await payment(2), await payment(3)];
const approve = async (): Promise<string> =>
  String((await pair.offline.run(['approve', folder, '--json'])).json['previewDigest']);
const stampAs = (digest: string): Promise<Ran> =>
  pair.offline.run(['stamp', folder, '--preview-digest', digest, '--json']);
const codeOf = ({ json, err }: Ran): unknown => json['code'] ?? err;
const stampsThere = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.keyops-stamp'));

describe('a folder of requests', () => {
  it('is approved at once, stamped, sent, and its answers are opened', async () => {
    await three();
    const shown = await pair.offline.run(['approve', folder]);
    expect(shown.exit).toBe(0);
    expect(shown.out).toContain('0.9 ETH');
    for (const nonce of [1, 2, 3]) expect(shown.out.toLowerCase()).toContain(addressOf(nonce).slice(2));
    const ran = await stampAs(await approve());
    expect([ran.exit, stampsThere().length]).toEqual([0, 3]);
    service.now = Date.now();
    const sent = await pair.online.run(['send', folder, '--json']);
    expect([sent.exit, sent.json]).toMatchObject([0, { ok: true, files: [{ status: 200 }, {}, {}] }]);
    const opened = await pair.offline.run(['open', folder, '--json']);
    expect([opened.exit, opened.json]).toMatchObject([
      0,
      { files: [{ outcome: 'completed' }, { outcome: 'completed' }, { outcome: 'completed' }] },
    ]);
  });

  it('is stamped after the question on the terminal, and not after another answer', async () => {
    await three();
    const refused = await pair.offline.run(['stamp', folder, '--json'], { approves: false });
    expect([refused.exit, stampsThere()]).toEqual([1, []]);
    const ran = await pair.offline.run(['stamp', folder]);
    expect([ran.exit, stampsThere().length]).toEqual([0, 3]);
    expect(ran.out).toContain('3 stamped.');
  });

  it('sends what has a stamp, and says how many have none', async () => {
    await three();
    await stampAs(await approve());
    await payment(9);
    service.now = Date.now();
    const sent = await pair.online.run(['send', folder]);
    expect([sent.exit, sent.out]).toEqual([0, expect.stringContaining('1 have no stamp here.')]);
  });

  it.each([
    ['approve', '--secret-fd', '7'],
    ['stamp', '--out', 'x'],
    ['send', '--out', 'x'],
    ['open', '--out-fd', '7'],
  ])('takes no option of one file: %s %s', async (command, option, value) => {
    await payment(1);
    const ran = await pair.offline.run([command, folder, option, value, '--json']);
    expect([ran.exit, codeOf(ran)]).toEqual([2, 'ARGUMENTS_WRONG']);
  });
});

describe('whoever writes into the folder', () => {
  it('attack: a file swapped for another payment after the approval', async () => {
    const [first = ''] = await three();
    const digest = await approve();
    renameSync(await payment(8, root), first);
    const ran = await stampAs(digest);
    expect([ran.exit, codeOf(ran), stampsThere()]).toEqual([6, 'OFFLINE_PREVIEW_CHANGED', []]);
  });

  it.each(['added', 'removed'])('attack: a file %s after the approval', async (how) => {
    const [first = ''] = await three();
    const digest = await approve();
    if (how === 'added') await payment(8);
    else rmSync(first);
    const ran = await stampAs(digest);
    expect([ran.exit, codeOf(ran), stampsThere()]).toEqual([6, 'OFFLINE_PREVIEW_CHANGED', []]);
  });

  it('attack: a link among the files, or in place of the folder', async () => {
    await three();
    symlinkSync(await payment(8, root), join(folder, 'link.keyops-request'));
    const ran = await pair.offline.run(['approve', folder, '--json']);
    expect([ran.exit, codeOf(ran)]).toEqual([3, 'FILE_UNREADABLE']);
    const link = join(root, `link-${count}`);
    symlinkSync(folder, link);
    expect(codeOf(await pair.offline.run(['approve', link, '--json']))).toBe('FILE_UNREADABLE');
  });

  it('attack: the same request twice, to be counted twice', async () => {
    const [first = ''] = await three();
    copyFileSync(first, join(folder, 'again.keyops-request'));
    const ran = await pair.offline.run(['approve', folder, '--json']);
    expect([ran.exit, codeOf(ran)]).toEqual([3, 'OFFLINE_BATCH']);
  });

  it('attack: an allowance among payments is said first, and asked about with another word', async () => {
    await three();
    const spender = addressOf(77).slice(2);
    const approveAll = `095ea7b3${spender.padStart(64, '0')}${'f'.repeat(64)}`;
    const unsignedTransaction = Transaction.from({
      ...{ type: 2, to: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', value: 0n, nonce: 4, chainId: 1 },
      ...{ gasLimit: 90_000, maxFeePerGas: 30_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
      data: `0x${approveAll}`,
    }).unsignedSerialized;
    await prepare('sign_transaction', {
      ...{ signWith: address, type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction },
    });
    const asked: string[] = [];
    const ran = await pair.offline.run(['approve', folder], { onAsk: (question) => asked.push(question) });
    expect(asked).toEqual(['Read the warnings. Stamping it does all of that.']);
    expect(ran.out.split('\n')[0]).toMatch(/^!! DANGER/);
    expect(ran.out.toLowerCase()).toContain(spender);
  });

  it('attack: a stamp of another request under the name of this one', async () => {
    await three();
    await stampAs(await approve());
    const [one = '', other = ''] = stampsThere();
    writeFileSync(join(folder, one), readFileSync(join(folder, other)));
    service.now = Date.now();
    const sent = await pair.online.run(['send', folder]);
    // What it is for is in the stamp, not in its name: one request has none now, and nothing was sent for it.
    expect([sent.exit, sent.out]).toEqual([0, expect.stringContaining('1 have no stamp here.')]);
  });

  it('attack: garbage beside the requests', async () => {
    await three();
    writeFileSync(join(folder, 'x.keyops-request'), Buffer.alloc(64, 0xff));
    const ran = await pair.offline.run(['stamp', folder, '--json']);
    expect([ran.exit, stampsThere()]).toEqual([3, []]);
  });
});
