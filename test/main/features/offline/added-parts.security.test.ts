// What is added to a request in the window: tables that nobody vouches for, transactions that prove themselves.
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Preview } from '#preload/contract/requests.ts';
import { sha256Hex, toHex } from '#protocol/encoding.ts';
import { digestOfFile, readOfflineFile } from '#protocol/offline/offline-files.ts';
import { fundingOf, OTHER, OWN, psbtHex, scriptOf } from '#test/chains/bitcoin/unsigned.ts';
import { keyOf, paidByTable, table, thief, us } from '#test/chains/solana/lookups.ts';
import { decideNext } from '#test/fixtures/approvals.ts';
import type { LocalService } from '#test/fixtures/local-service.ts';
import {
  codeOf,
  itemOf,
  opened,
  review,
  savedBytes,
  TwoDesks,
  type World,
} from '#test/fixtures/two-desks.ts';

let desks: TwoDesks;
let service: LocalService;
let vault: World;
let desk: World;

beforeAll(async () => {
  desks = await TwoDesks.start();
  ({ service, vault, desk } = desks);
});
afterAll(() => desks.stop());

const made: TwoDesks['made'] = (...given) => desks.made(...given);
const put: TwoDesks['put'] = (...given) => desks.put(...given);
const write: TwoDesks['write'] = (...given) => desks.write(...given);
const path = (name: string): string => desks.path(name);

describe('a previous transaction that is added in the window', () => {
  const fundings = [0, 1].map((salt) => fundingOf(scriptOf(OWN.p2wpkh), 1_000_000n, salt));
  const ids = fundings.map((each) => each.getId());
  const CLAIMED = psbtHex({
    inputs: [{ kind: 'p2wpkh' }, { kind: 'p2wpkh' }],
    outputs: [{ to: scriptOf(OTHER.p2wpkh), amount: 1_990_000n }],
  });
  const paid = (unsignedTransaction = CLAIMED) =>
    made('sign_transaction', {
      ...{ signWith: OWN.p2wpkh.address ?? '', type: 'TRANSACTION_TYPE_BITCOIN' },
      unsignedTransaction,
    });
  const add = ({ running }: World, id: string, content: string | Uint8Array) => {
    const file = path(`${desks.next()}.tx`);
    writeFileSync(file, content);
    return running.call('offline.addPrevious', { id, path: file });
  };
  const codesOf = async ({ running }: World, id: string): Promise<string[]> => {
    const { warnings }: Preview = await running.call('offline.preview', { id });
    return warnings.map(({ code }) => code);
  };
  const states = async (world: World, id: string) =>
    (await itemOf(world, id)).previousTransactions.map(({ from }) => from);

  it('proves its input’s amount, in the preview and in the approval; the stamp fits the file that was sent', async () => {
    const { id: atDesk, file, request } = await paid();
    const id = await opened(vault, file);
    const { digest, previousTransactions } = await itemOf(vault, id);
    expect(previousTransactions).toEqual(ids.map((each) => ({ id: each, from: null })));
    expect(await codesOf(vault, id)).toContain('AMOUNTS_CLAIMED');
    await add(vault, id, fundings[0]?.toHex() ?? '');
    expect(await states(vault, id)).toEqual(['added', null]);
    expect(await codesOf(vault, id)).toContain('AMOUNTS_CLAIMED');
    await add(vault, id, Uint8Array.from(fundings[1]?.toBuffer() ?? []));
    expect(await states(vault, id)).toEqual(['added', 'added']);
    expect(await codesOf(vault, id)).not.toContain('AMOUNTS_CLAIMED');
    expect((await itemOf(vault, id)).digest).toBe(digest);
    const { view, decided } = await review(vault, id);
    expect(view.preview.facts).toContainEqual(
      expect.objectContaining({ label: 'Previous transactions', value: '2, named by the inputs' }),
    );
    expect(view.preview.warnings.map(({ code }) => code)).not.toContain('AMOUNTS_CLAIMED');
    await decided;
    const stamp = await savedBytes(vault, id, 'stamp');
    expect(readOfflineFile('keyops-stamp', stamp).request).toEqual(digestOfFile(request));
    expect(await opened(desk, put(stamp, 'stamp'))).toBe(atDesk);
    expect(await codeOf(add(vault, id, fundings[0]?.toHex() ?? ''))).toBe('OFFLINE_TABLE_LATE');
  });

  it('attack: a PSBT that claims less than its input holds is found out, and can’t be read then', async () => {
    const small = fundingOf(scriptOf(OWN.p2wpkh), 10_000n, 0);
    const lie = psbtHex({
      inputs: [{ kind: 'p2wpkh', amount: 10_000n }],
      outputs: [{ to: scriptOf(OTHER.p2wpkh), amount: 9_000n }],
    }).replace(toHex(small.getHash()), toHex(fundings[0]?.getHash() ?? new Uint8Array()));
    const id = await opened(vault, (await paid(lie)).file);
    expect(await codesOf(vault, id)).toContain('AMOUNTS_CLAIMED');
    await add(vault, id, fundings[0]?.toHex() ?? '');
    const { reading, warnings }: Preview = await vault.running.call('offline.preview', { id });
    expect(reading).toBeNull();
    expect(warnings).toContainEqual(
      expect.objectContaining({
        ...{ code: 'OFFLINE_UNREADABLE', severity: 'danger' },
        text: expect.stringContaining('is not the output of the transaction that it spends from') as string,
      }),
    );
  });

  it('attack: another transaction, garbage, a PSBT: refused, and nothing is another', async () => {
    const id = await opened(vault, (await paid()).file);
    const before = await itemOf(vault, id);
    const foreign = fundingOf(scriptOf(OWN.p2wpkh), 1_000_000n, 9).toHex();
    expect(await codeOf(add(vault, id, foreign))).toBe('OFFLINE_PREVIOUS_FOREIGN');
    expect(await codeOf(add(vault, id, CLAIMED))).toBe('PREVIOUS_TRANSACTION_INVALID');
    expect(await codeOf(add(vault, id, 'no transaction'))).toBe('PREVIOUS_TRANSACTION_INVALID');
    expect(await itemOf(vault, id)).toEqual(before);
    const plain = await opened(vault, (await made()).file);
    expect(await codeOf(add(vault, plain, foreign))).toBe('OFFLINE_PREVIOUS_FOREIGN');
  });

  it('on the console that makes the request: the file carries it, around the very same body', async () => {
    const { id, request } = await paid();
    for (const funding of fundings) await add(desk, id, funding.toHex());
    expect(await states(desk, id)).toEqual(['request', 'request']);
    const carried = readOfflineFile('keyops-request', await savedBytes(desk, id, 'request'));
    expect(carried).toMatchObject({ version: 3, body: request.body, untrusted: { lookupTables: [] } });
    expect(carried.untrusted.previousTransactions).toHaveLength(2);
    const brought = await opened(vault, write(carried, 'request'));
    expect(await states(vault, brought)).toEqual(['request', 'request']);
    expect(await codesOf(vault, brought)).not.toContain('AMOUNTS_CLAIMED');
  });
});

it('several payloads in one request name their tables together', async () => {
  const payloads = [paidByTable(), paidByTable(1)];
  const { id: signWith } = await service.createPrivateKey('CURVE_ED25519', ['ADDRESS_FORMAT_SOLANA']);
  const { file } = await made('sign_raw_payloads', {
    ...{ signWith, payloads, encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' },
    hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
  });
  const id = await opened(vault, file);
  expect((await itemOf(vault, id)).lookupTables).toEqual([{ address: table.toBase58(), from: null }]);
  const one = path(`${desks.next()}.json`);
  const friend = keyOf(7).toBase58();
  writeFileSync(one, JSON.stringify({ lookupTableAddress: table.toBase58(), addresses: [friend, friend] }));
  await vault.running.call('offline.addTable', { id, path: one });
  expect((await itemOf(vault, id)).lookupTables).toEqual([{ address: table.toBase58(), from: 'added' }]);
  const preview: Preview = await vault.running.call('offline.preview', { id });
  const said = preview.facts.filter(({ value }) => value === friend).map(({ label }) => label);
  expect(said).toEqual(['1 · To, as the added file says', '2 · To, as the added file says']);
  expect(preview.warnings.map(({ code }) => code)).toContain('OFFLINE_TABLE_ADDED');
});

describe('a lookup table that is added in the window', () => {
  const friend = keyOf(7).toBase58();
  const SAYS = 'To, as the added file says';
  const tableFile = (addresses: readonly string[], of = table.toBase58()): string => {
    const file = path(`${desks.next()}.json`);
    writeFileSync(file, JSON.stringify({ lookupTableAddress: of, addresses }));
    return file;
  };
  const paid = (entries = 0) =>
    made('sign_transaction', {
      ...{ signWith: us.toBase58(), type: 'TRANSACTION_TYPE_SOLANA' },
      unsignedTransaction: paidByTable(entries),
    });
  const add = ({ running }: World, id: string, file: string) =>
    running.call('offline.addTable', { id, path: file });
  const shown = ({ running }: World, id: string): Promise<Preview> => running.call('offline.preview', { id });
  const codes = ({ warnings }: Preview): string[] => warnings.map(({ code }) => code);
  const said = ({ facts }: Preview, label = SAYS) => facts.filter((each) => each.label === label);

  it('names its address as the file’s word, in the preview and in the approval; the stamp fits the file that was sent', async () => {
    const { id: atDesk, file, request } = await paid();
    const id = await opened(vault, file);
    const bare = await shown(vault, id);
    const item = await itemOf(vault, id);
    expect(item.lookupTables).toEqual([{ address: table.toBase58(), from: null }]);
    await add(vault, id, tableFile([friend]));
    const preview = await shown(vault, id);
    expect(said(preview)).toEqual([
      expect.objectContaining({
        value: friend,
        note: `The added file’s word for entry 0 of ${table.toBase58()}. From the file, not verified`,
      }),
    ]);
    expect(codes(preview)).toEqual(expect.arrayContaining([...codes(bare), 'OFFLINE_TABLE_ADDED']));
    expect(codes(preview)).toContain('BLIND_SIGNING');
    expect(preview.sentence).toEqual(bare.sentence);
    expect(await itemOf(vault, id)).toMatchObject({
      ...{ digest: item.digest, hasUnverified: true },
      lookupTables: [{ address: table.toBase58(), from: 'added' }],
    });
    expect((await itemOf(vault, id)).previewId).not.toBe(item.previewId);
    // Opened again it keeps what was added.
    expect(await opened(vault, file)).toBe(id);
    const { view, decided } = await review(vault, id);
    expect(said(view.preview)).toHaveLength(1);
    expect(view.preview.digest).toBe(sha256Hex(request.body));
    await decided;
    const stamp = await savedBytes(vault, id, 'stamp');
    expect(readOfflineFile('keyops-stamp', stamp).request).toEqual(digestOfFile(request));
    expect(await opened(desk, put(stamp, 'stamp'))).toBe(atDesk);
  });

  it('a table of another address is refused, and one for a request without tables', async () => {
    const id = await opened(vault, (await paid()).file);
    const before = await itemOf(vault, id);
    expect(await codeOf(add(vault, id, tableFile([friend], keyOf(30).toBase58())))).toBe(
      'OFFLINE_TABLE_FOREIGN',
    );
    expect(await itemOf(vault, id)).toEqual(before);
    const plain = await opened(vault, (await made()).file);
    expect(await codeOf(add(vault, plain, tableFile([friend])))).toBe('OFFLINE_TABLE_FOREIGN');
  });

  it('a table too short for the index is shown as unknown, and warned of', async () => {
    const id = await opened(vault, (await paid(3)).file);
    await add(vault, id, tableFile([friend, friend, friend]));
    const preview = await shown(vault, id);
    expect(said(preview)).toEqual([expect.objectContaining({ value: 'Its table has no such entry' })]);
    expect(JSON.stringify(preview)).not.toContain(friend);
    expect(codes(preview)).toContain('LOOKUP_ENTRY_MISSING');
  });

  it('a table that replaces the request’s: shown unverified, the disagreement said, and no byte of the file is another', async () => {
    const { request } = await paid();
    const lookupTables = [{ table: table.toBytes(), addresses: thief.toBytes() }];
    const carried = { ...request, version: 2, untrusted: { ...request.untrusted, lookupTables } } as const;
    const id = await opened(vault, write(carried, 'request'));
    const before = await vault.running.call('offline.bytes', { id, kind: 'request' });
    expect(await itemOf(vault, id)).toMatchObject({ lookupTables: [{ from: 'request' }] });
    await add(vault, id, tableFile([friend]));
    const preview = await shown(vault, id);
    expect(said(preview, 'To, as the request file says')).toEqual([]);
    expect(said(preview).map(({ value }) => value)).toEqual([friend]);
    expect(codes(preview)).toEqual(
      expect.arrayContaining(['OFFLINE_UNVERIFIED', 'OFFLINE_TABLE_ADDED', 'OFFLINE_TABLES_DIFFER']),
    );
    expect(await vault.running.call('offline.bytes', { id, kind: 'request' })).toEqual(before);
    // The same addresses are no disagreement, and the last one that was added counts.
    await add(vault, id, tableFile([thief.toBase58()]));
    expect(codes(await shown(vault, id))).not.toContain('OFFLINE_TABLES_DIFFER');
  });

  it('garbage, too many entries, too large, a link, a handle that nobody gave: refused, and nothing is another', async () => {
    const id = await opened(vault, (await paid()).file);
    const before = await itemOf(vault, id);
    const garbage = path('garbage.json');
    writeFileSync(garbage, '{"lookupTableAddress":');
    expect(await codeOf(add(vault, id, garbage))).toBe('JSON_INVALID');
    const many = Array.from({ length: 257 }, () => friend);
    expect(await codeOf(add(vault, id, tableFile(many)))).toBe('LOOKUP_TABLE_INVALID');
    expect(await codeOf(add(vault, id, tableFile([`${friend}1`])))).toBe('LOOKUP_TABLE_INVALID');
    const large = path('large.json');
    writeFileSync(large, '');
    truncateSync(large, 3 * 1024 ** 3);
    expect(await codeOf(add(vault, id, large))).toBe('FILE_TOO_LARGE');
    const link = path('link.json');
    symlinkSync(tableFile([friend]), link);
    expect(await codeOf(add(vault, id, link))).toBe('FILE_UNREADABLE');
    const file = '0b9f0c1e-6f0a-4a52-9f56-0d1f6a2b7c01';
    expect(await codeOf(vault.running.call('offline.addTable', { id, file }))).toBe('FILE_NOT_GIVEN');
    expect(await itemOf(vault, id)).toEqual(before);
  });

  it('while an approval is shown, after the stamp, or while locked: the approved words stay as they are', async () => {
    const id = await opened(vault, (await paid()).file);
    const file = tableFile([friend]);
    await add(vault, id, file);
    const decided = vault.running.call('offline.review', { id });
    await expect.poll(() => codeOf(add(vault, id, file))).toBe('OFFLINE_TABLE_LATE');
    await decideNext(vault.running, 'approve');
    await decided;
    expect(await codeOf(add(vault, id, file))).toBe('OFFLINE_TABLE_LATE');
    await vault.running.call('app.lock');
    expect(await codeOf(add(vault, id, file))).toBe('CONSOLE_LOCKED');
    await vault.running.call('app.unlock');
  });

  it('attack: a table whose file names us, the fee payer or a contact takes no warning and no total away', async () => {
    const id = await opened(vault, (await paid()).file);
    const bare = await shown(vault, id);
    for (const address of [us.toBase58(), thief.toBase58(), table.toBase58()]) {
      await add(vault, id, tableFile([address, address, address]));
      const { reading, sentence, effect, warnings } = await shown(vault, id);
      expect([sentence, effect, reading?.totals, reading?.blind]).toEqual([
        ...[bare.sentence, bare.effect, bare.reading?.totals, bare.reading?.blind],
      ]);
      expect(warnings).toEqual(expect.arrayContaining(bare.warnings));
    }
    // Nor does it reach a request beside it.
    const other = await opened(vault, (await paid(1)).file);
    expect(said(await shown(vault, other))).toEqual([]);
  });

  it('on the console that makes the request: the file carries it, around the very same body', async () => {
    const { id, request } = await paid();
    await add(desk, id, tableFile([friend]));
    expect(await itemOf(desk, id)).toMatchObject({
      ...{ isMadeHere: true, request: { savedTo: null } },
      lookupTables: [{ address: table.toBase58(), from: 'request' }],
    });
    const carried = readOfflineFile('keyops-request', await savedBytes(desk, id, 'request'));
    expect(carried).toEqual({
      ...request,
      version: 2,
      untrusted: {
        ...request.untrusted,
        lookupTables: [
          { table: Uint8Array.from(table.toBytes()), addresses: Uint8Array.from(keyOf(7).toBytes()) },
        ],
      },
    });
    // What was added beside a request goes into the one that is made anew.
    const brought = await opened(vault, (await paid()).file);
    await add(vault, brought, tableFile([friend]));
    await vault.running.call('offline.again', { id: brought });
    const again = readOfflineFile('keyops-request', await savedBytes(vault, brought, 'request'));
    expect(again.untrusted.lookupTables).toHaveLength(1);
  });
});
