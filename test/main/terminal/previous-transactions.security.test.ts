// Previous transactions on their way in a request file, from `keyops prepare` to the card of the offline console.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Warning } from '#chains/model/decoded.ts';
import { type OfflineRequest, readOfflineFile, writeOfflineFile } from '#protocol/offline/offline-files.ts';
import { fundingOf, OTHER, OWN, psbtHex, scriptOf } from '#test/chains/bitcoin/unsigned.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { type OfflinePair, offlinePair } from '../../fixtures/offline-pair.ts';

let service: LocalService;
let pair: OfflinePair;
let files: string;
beforeAll(async () => {
  service = await LocalService.start();
  service.now = Date.now();
  pair = await offlinePair(service);
  files = mkdtempSync(join(tmpdir(), 'keyops-previous-'));
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
const fundings = [0, 1].map((salt) => fundingOf(scriptOf(OWN.p2wpkh), 1_000_000n, salt));
const hexFile = (at: number): string => put(`${at}.hex`, `${fundings[at]?.toHex() ?? ''}\n`);
const CLAIMED = psbtHex({
  inputs: [{ kind: 'p2wpkh' }, { kind: 'p2wpkh' }],
  outputs: [{ to: scriptOf(OTHER.p2wpkh), amount: 1_990_000n }],
});
const prepare = async (name: string, ...more: string[]) => {
  service.now = Date.now();
  const parameters = {
    signWith: OWN.p2wpkh.address,
    unsignedTransaction: CLAIMED,
    type: 'TRANSACTION_TYPE_BITCOIN',
  };
  const out = join(files, name);
  const ran = await pair.online.run([
    ...['prepare', 'sign_transaction', '--body', put('parameters.json', JSON.stringify(parameters))],
    ...['--key', pair.publicKey, '--alone', '--out', out, '--json', ...more],
  ]);
  return { ran, out };
};
const withPrevious = (name: string, ...paths: string[]) =>
  prepare(name, ...paths.flatMap((path) => ['--previous-transaction', path]));
const cardOf = async (file: string) => {
  const { json, exit } = await pair.offline.run(['inspect', file, '--json']);
  expect(exit).toBe(0);
  const card = json['card'] as { warnings: Warning[] };
  return { codes: card.warnings.map(({ code }) => code), text: JSON.stringify(card) };
};
const request = (file: string): OfflineRequest => readOfflineFile('keyops-request', readFileSync(file));

describe('previous transactions in a request file', () => {
  it('go along in version 3, without witnesses, and prove the amounts', async () => {
    const bare = await prepare('bare.keyops-request');
    const helped = await withPrevious('helped.keyops-request', hexFile(0), hexFile(1), hexFile(1));
    expect([bare.ran.exit, helped.ran.exit]).toEqual([0, 0]);
    expect([request(bare.out).version, request(helped.out).version]).toEqual([1, 3]);
    expect(request(helped.out).untrusted.previousTransactions).toHaveLength(2);
    const [alone, shown] = [await cardOf(bare.out), await cardOf(helped.out)];
    expect(alone.codes).toContain('AMOUNTS_CLAIMED');
    expect(shown.codes).not.toContain('AMOUNTS_CLAIMED');
    expect(shown.text).toContain('2, named by the inputs');
  });

  it('attack: one of the two is swapped on the way for one with the same amount', async () => {
    const { out } = await withPrevious('honest.keyops-request', hexFile(0), hexFile(1));
    const honest = request(out);
    const forged = Uint8Array.from(fundingOf(scriptOf(OWN.p2wpkh), 1_000_000n, 77).toBuffer());
    const [kept = forged] = honest.untrusted.previousTransactions ?? [];
    const previousTransactions = [kept, forged].sort((one, other) => Buffer.compare(one, other));
    const file = { ...honest, untrusted: { ...honest.untrusted, previousTransactions } };
    const { codes, text } = await cardOf(put('swapped.keyops-request', writeOfflineFile(file)));
    expect(codes).toContain('AMOUNTS_CLAIMED');
    expect(text).toContain('1 of 2 named by the inputs');
  });

  it('attack: a PSBT, garbage and a key are no transactions: no file is made', async () => {
    for (const content of [CLAIMED, 'garbage', '3f'.repeat(32)]) {
      const { ran } = await withPrevious('never.keyops-request', put('garbage.hex', content));
      expect([ran.exit, ran.json['code']]).toEqual([3, 'PREVIOUS_TRANSACTION_INVALID']);
    }
  });

  it('are made again with the request', async () => {
    const { out } = await withPrevious('old.keyops-request', hexFile(0));
    const again = join(files, 'again.keyops-request');
    const ran = await pair.online.run(['prepare', '--again', out, '--alone', '--out', again, '--json']);
    expect(ran.exit).toBe(0);
    expect(request(again)).toMatchObject({ version: 3 });
    expect(request(again).untrusted).toEqual(request(out).untrusted);
  });
});
