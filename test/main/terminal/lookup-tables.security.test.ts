// Lookup tables on their way in a request file, from `keyops prepare` to the card of the offline console.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Warning } from '#chains/model/decoded.ts';
import { type OfflineRequest, readOfflineFile, writeOfflineFile } from '#protocol/offline/offline-files.ts';
import { keyOf, paidByTable, table, thief, us } from '#test/chains/solana/lookups.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { type OfflinePair, offlinePair } from '../../fixtures/offline-pair.ts';

let service: LocalService;
let pair: OfflinePair;
let files: string;
beforeAll(async () => {
  service = await LocalService.start();
  service.now = Date.now();
  pair = await offlinePair(service);
  files = mkdtempSync(join(tmpdir(), 'keyops-tables-'));
});
afterAll(async () => {
  rmSync(files, { recursive: true, force: true });
  pair.remove();
  await service.stop();
});

const put = (name: string, content: string | Uint8Array): string => {
  const file = join(files, name);
  writeFileSync(file, content);
  return file;
};
const tableFile = (name: string, addresses: readonly string[]): string =>
  put(name, JSON.stringify({ lookupTableAddress: table.toBase58(), authority: null, addresses }));
const prepare = async (name: string, ...more: string[]) => {
  service.now = Date.now();
  const parameters = {
    signWith: us.toBase58(),
    unsignedTransaction: paidByTable(),
    type: 'TRANSACTION_TYPE_SOLANA',
  };
  const out = join(files, name);
  const ran = await pair.online.run([
    ...['prepare', 'sign_transaction', '--body', put('parameters.json', JSON.stringify(parameters))],
    ...['--key', pair.publicKey, '--alone', '--out', out, '--json', ...more],
  ]);
  return { ran, out };
};
const cardOf = async (file: string) => {
  const { json, exit } = await pair.offline.run(['inspect', file, '--json']);
  expect(exit).toBe(0);
  const card = json['card'] as { warnings: Warning[] };
  return { codes: card.warnings.map(({ code }) => code), text: JSON.stringify(card) };
};
const request = (file: string): OfflineRequest => readOfflineFile('keyops-request', readFileSync(file));

describe('a lookup table in a request file', () => {
  it('goes along in version 2, is shown as the file’s word, and takes no warning away', async () => {
    const bare = await prepare('bare.keyops-request');
    const friend = keyOf(7).toBase58();
    const helped = await prepare('helped.keyops-request', '--lookup-table', tableFile('t.json', [friend]));
    expect([bare.ran.exit, helped.ran.exit]).toEqual([0, 0]);
    expect([request(bare.out).version, request(helped.out).version]).toEqual([1, 2]);
    const [alone, shown] = [await cardOf(bare.out), await cardOf(helped.out)];
    expect(alone.text).not.toContain(friend);
    expect(shown.text).toContain('To, as the request file says');
    expect(shown.text).toContain(friend);
    expect(shown.text).toContain('From the file, not verified');
    expect(shown.text).toContain('1 lookup table');
    expect(shown.codes).toEqual(expect.arrayContaining([...alone.codes, 'OFFLINE_UNVERIFIED']));
    expect(alone.codes).toContain('BLIND_SIGNING');
  });

  it('attack: a table that is swapped on the way is another file, and an approval of the first stamps nothing', async () => {
    const { out } = await prepare(
      'honest.keyops-request',
      '--lookup-table',
      tableFile('h.json', [thief.toBase58()]),
    );
    const { json } = await pair.offline.run(['approve', out, '--json']);
    const honest = request(out);
    const [first] = honest.untrusted.lookupTables ?? [];
    const lookupTables = first === undefined ? [] : [{ ...first, addresses: keyOf(7).toBytes() }];
    put(
      'honest.keyops-request',
      writeOfflineFile({ ...honest, untrusted: { ...honest.untrusted, lookupTables } }),
    );
    const ran = await pair.offline.run([
      'stamp',
      out,
      '--preview-digest',
      String(json['previewDigest']),
      '--json',
    ]);
    expect([ran.exit, ran.json['code']]).toEqual([6, 'OFFLINE_PREVIEW_CHANGED']);
  });

  it('attack: one table twice, or one of 10,000 entries, makes no file', async () => {
    const one = tableFile('one.json', [thief.toBase58()]);
    const other = tableFile('other.json', [keyOf(7).toBase58()]);
    const twice = await prepare('twice.keyops-request', '--lookup-table', one, '--lookup-table', other);
    expect([twice.ran.exit, twice.ran.json['code']]).toEqual([3, 'OFFLINE_FILE_MALFORMED']);
    const many = tableFile(
      'many.json',
      Array.from({ length: 10_000 }, () => thief.toBase58()),
    );
    const large = await prepare('large.keyops-request', '--lookup-table', many);
    expect([large.ran.exit, large.ran.json['code']]).toEqual([3, 'LOOKUP_TABLE_INVALID']);
  });

  it('is made again with its tables', async () => {
    const { out } = await prepare(
      'old.keyops-request',
      '--lookup-table',
      tableFile('o.json', [thief.toBase58()]),
    );
    const again = join(files, 'again.keyops-request');
    const ran = await pair.online.run(['prepare', '--again', out, '--alone', '--out', again, '--json']);
    expect(ran.exit).toBe(0);
    expect(request(again).untrusted.lookupTables).toEqual(request(out).untrusted.lookupTables);
  });
});
