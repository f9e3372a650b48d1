import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { getHeapSnapshot, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sha256 } from '@noble/hashes/sha2.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBundle } from '#main/features/key-export/open-bundle.ts';
import { recordOfWallet } from '#main/features/key-export/service-record.ts';
import { writePlaintext } from '#main/features/key-export/write-plaintext.ts';
import { deriveSubject, firstChoice } from '#main/features/key-import/key-import-store.ts';
import { readSource } from '#main/features/key-import/read-source.ts';
import { sealKey } from '#main/features/key-import/key-requests.ts';
import { makeTargetKey } from '#main/features/key-export/key-export-store.ts';
import { listWalletAccounts, getWallet } from '#protocol/catalogue/wallets.ts';
import { toHex } from '#protocol/encoding.ts';
import { WORD_LISTS } from '#protocol/keys/derivation/mnemonic.ts';
import { Secret } from '#protocol/secret.ts';
import { LocalService, resultOf } from '../fixtures/local-service.ts';
import { ethereumAccount } from '../fixtures/wallet-accounts.ts';

const LIST = WORD_LISTS.MNEMONIC_LANGUAGE_ENGLISH;
const MEMORY = '/proc/self/mem';
/** Read at a time; a phrase that lies across two parts is found in the overlap. */
const PART = 1 << 20;
const OVERLAP = 256;
/** Freeing memory writes over its first bytes and no more: the rest of a phrase is looked for. */
const OVERWRITTEN = 16;
/** The longest array that V8 keeps on its own heap, and copies there. */
const LONGEST_ON_HEAP = 64;

/** The places of a phrase's words in the list, and no string of it: this test must leave no copy of its own. */
function drawPlaces(): readonly number[] {
  const entropy = randomBytes(16);
  const all = [...entropy, sha256(new Uint8Array(entropy))[0] ?? 0];
  const bits = all.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: 12 }, (_, n) => Number.parseInt(bits.slice(n * 11, n * 11 + 11), 2));
}

/** As {@link drawPlaces}, until the phrase is short enough. */
function drawShort(): readonly number[] {
  for (;;) {
    const places = drawPlaces();
    if (lengthOf(places) <= LONGEST_ON_HEAP) return places;
  }
}

/** How many bytes the phrase has. */
const lengthOf = (places: readonly number[]): number =>
  places.reduce((sum, place) => sum + wordAt(place).length + 1, -1);

const wordAt = (place: number): string => LIST[place] ?? '';

/** The phrase as bytes, written word by word. */
function phraseOf(places: readonly number[]): Uint8Array {
  const phrase = new Uint8Array(new ArrayBuffer(lengthOf(places))).fill(0x20);
  let end = 0;
  for (const place of places) {
    end += new TextEncoder().encodeInto(wordAt(place), phrase.subarray(end)).written + 1;
  }
  return phrase;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** How many strings of the heap have three words of the phrase in a row, after a collection. */
async function stringsWith(places: readonly number[]): Promise<number> {
  collectGarbage();
  const chunks: Buffer[] = [];
  for await (const chunk of getHeapSnapshot()) chunks.push(Buffer.from(chunk as Uint8Array));
  const { strings } = JSON.parse(Buffer.concat(chunks).toString()) as { strings: string[] };
  const runs = places.slice(2).map((_, n) =>
    places
      .slice(n, n + 3)
      .map(wordAt)
      .join(' '),
  );
  return strings.filter((text) => runs.some((run) => text.includes(run))).length;
}

/** How often the phrase lies in this process's writable memory, in use or not. */
function copiesOf(places: readonly number[]): number {
  // Turned around, so that what is looked for is no copy itself.
  const reversed = phraseOf(places).reverse().subarray(0, -OVERWRITTEN);
  const part = Buffer.alloc(PART + OVERLAP);
  const file = openSync(MEMORY, 'r');
  let copies = 0;
  for (const line of readFileSync('/proc/self/maps', 'latin1').split('\n')) {
    const [from = 0, to = 0] = line
      .slice(0, line.indexOf(' '))
      .split('-')
      .map((end) => Number.parseInt(end, 16));
    if (!line.includes(' rw') || (line.endsWith(']') && !line.endsWith('[heap]'))) continue;
    for (let at = from; at < to; at += PART) copies += copiesIn(part, file, { at, to }, reversed);
  }
  closeSync(file);
  return copies;
}

function copiesIn(
  part: Buffer,
  file: number,
  { at, to }: { readonly at: number; readonly to: number },
  reversed: Uint8Array,
): number {
  let length: number;
  try {
    length = readSync(file, part, 0, Math.min(part.length, to - at), at);
  } catch {
    // A page that nobody may read.
    return 0;
  }
  const last = reversed.at(-1) ?? 0;
  let copies = 0;
  for (let first = part.indexOf(last); first !== -1 && first < Math.min(length, PART);) {
    if (reversed.every((byte, n) => part[first + reversed.length - 1 - n] === byte)) copies += 1;
    first = part.indexOf(last, first + 1);
  }
  part.fill(0);
  return copies;
}

describe('the words of a wallet, after an import and an export and the lock', () => {
  let service: LocalService;
  beforeEach(async () => {
    service = await LocalService.start();
  });
  afterEach(() => service.stop());

  /** The way of both: a file is read, sealed, imported, exported, opened and checked; then everything is wiped. */
  async function bringInAndTakeOut(typed: Uint8Array, isShown: boolean): Promise<void> {
    const { rootUserId: userId, organizationId, keys } = service.ready;
    const quorumPublicKey = keys.enclaveQuorum;
    const source = await readSource('wallet', new Secret(typed), {});
    deriveSubject(source, firstChoice(source));
    const { importBundle } = resultOf(await service.submit('init_import_wallet', { userId }));
    const expected = { organizationId, userId, quorumPublicKey };
    const { encryptedBundle } = await sealKey(source.plaintext, importBundle as string, expected);
    const accounts = [ethereumAccount(0)];
    const wallet = { userId, walletName: 'Words', encryptedBundle, accounts };
    const { walletId } = resultOf(await service.submit('import_wallet', wallet));
    const target = makeTargetKey();
    const targetPublicKey = toHex(target.publicKey);
    const { exportBundle } = resultOf(await service.submit('export_wallet', { walletId, targetPublicKey }));
    const shown = getWallet.output.parse((await service.query('get_wallet', { walletId })).json);
    const listed = await service.query('list_wallet_accounts', { walletId });
    const record = recordOfWallet(
      shown.wallet.walletName,
      listWalletAccounts.output.parse(listed.json).accounts,
    );
    const opened = await openBundle(exportBundle as string, {
      ...{ organizationId, quorumPublicKey, record, key: undefined },
      targetPrivateKey: target.privateKey,
    });
    if (!opened.ok) throw new Error('The export did not open.');
    expect(opened.checks.map(({ passed }) => passed)).not.toContain(false);
    if (isShown) expect(writePlaintext(opened.plaintext, 'MNEMONIC')).toHaveLength(opened.plaintext.length);
    opened.plaintext.wipe();
    target.privateKey.wipe();
    await service.stop();
  }

  test('are in no string of a heap snapshot, shown or not', async () => {
    const places = drawPlaces();
    await bringInAndTakeOut(phraseOf(places), true);
    expect(await stringsWith(places)).toBe(0);
  });

  test.runIf(existsSync(MEMORY)).each([
    ['of any length', drawPlaces],
    ['64 bytes or less', drawShort],
  ])('are nowhere in the memory, in use or not, where they were not shown: %s', async (_, draw) => {
    const places = draw();
    const control = phraseOf(places);
    // More than one where the part that is read into lies in what is read.
    expect(copiesOf(places)).toBeGreaterThan(0);
    control.fill(0);
    await bringInAndTakeOut(phraseOf(places), false);
    expect(copiesOf(places)).toBe(0);
  });
});
