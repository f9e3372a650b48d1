import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createPaidRecipients,
  earlierRecipients,
  oursOf,
  withPaid,
} from '#main/features/previews/paid-recipients.ts';
import { signTransactionPreview } from '#main/features/previews/signing-views.ts';
import type { PreviewContext, PreviewReads } from '#main/features/previews/preview-maker.ts';
import { chainOf } from '#chains/chains.ts';
import { type ConsoleStorage, openStorage } from '#main/storage/open-storage.ts';
import { createRequestSeal } from '#main/vault/row-seals.ts';
import type { Outcome } from '#preload/contract/requests.ts';
import { submitBody } from '#protocol/catalogue/operation.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';
import {
  OTHER as BITCOIN_OTHER,
  OWN,
  PUBLIC_KEY,
  SHARED,
  psbtHex,
  scriptOf,
} from '#test/chains/bitcoin/unsigned.ts';
import { DISPERSE, encode, OTHER, SIGNER, STRANGE, unsigned, USDC } from '#test/chains/ethereum/unsigned.ts';

const ETHEREUM = 'TRANSACTION_TYPE_ETHEREUM';
const done: Outcome = {
  state: 'completed',
  activityId: 'a',
  fingerprint: 'f',
  result: {},
  transaction: null,
  verifications: [],
};
const parametersOf = (unsignedTransaction: string, type: string = ETHEREUM) =>
  signTransaction.parameters.parse({ signWith: SIGNER, unsignedTransaction, type });
const sentRequestOf = (
  parameters: ReturnType<typeof parametersOf>,
  address = SIGNER,
  publicKey?: string,
) => ({
  operation: signTransaction,
  profileId: 'local',
  body: toUtf8(submitBody(signTransaction, '00000000-0000-4000-8000-000000000000', 1, parameters)),
  expectation: { kind: 'signedBy' as const, address, ...(publicKey === undefined ? {} : { publicKey }) },
});
const transfer = (to: string, amount: bigint) => encode('transfer(address to, uint256 amount)', to, amount);
const paying = (to: string) => sentRequestOf(parametersOf(unsigned({ to, value: 1n })));

let folder: string;
let storage: ConsoleStorage;
const keychain = memoryKeychain();
const paidOf = () =>
  createPaidRecipients({
    store: storage.earlierRecipients,
    seal: createRequestSeal(keychain),
    clock: fakeClock(),
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paid-'));
  storage = await openStorage(folder);
});
afterEach(() => storage.close());

describe('whom this console paid', () => {
  it('keeps the recipients of what was completed and checked, for its profile and chain', async () => {
    const paid = paidOf();
    await paid.record(paying(OTHER), done);
    await paid.record(paying(STRANGE), { state: 'denied' });
    const failed = { ...done, verifications: [{ name: 'x', passed: false, detail: '' }] };
    await paid.record(paying(STRANGE), failed);
    expect(await paidOf().list('local', ETHEREUM)).toEqual([OTHER]);
    expect(await paid.list('other', ETHEREUM)).toEqual([]);
    expect(await paid.list('local', 'TRANSACTION_TYPE_TEMPO')).toEqual([]);
  });

  it('keeps no change as a recipient', async () => {
    const outputs = [
      { to: scriptOf(BITCOIN_OTHER.p2wpkh), amount: 500_000n },
      { to: scriptOf(OWN.p2tr), amount: 499_000n },
    ];
    const parameters = parametersOf(psbtHex({ outputs }), 'TRANSACTION_TYPE_BITCOIN');
    const paid = paidOf();
    await paid.record(sentRequestOf(parameters, OWN.p2wpkh.address, PUBLIC_KEY), done);
    expect(await paid.list('local', 'TRANSACTION_TYPE_BITCOIN')).toEqual([BITCOIN_OTHER.p2wpkh.address]);
  });

  it.each([
    ['nothing', unsigned({ to: OTHER, value: 0n })],
    ['no tokens', unsigned({ to: USDC, data: transfer(OTHER, 0n) })],
    ['a token that anybody made', unsigned({ to: STRANGE, data: transfer(OTHER, 5n) })],
    ['coins of a test network', unsigned({ to: OTHER, value: 1n, chainId: 11_155_111n })],
    ['coins of a network that anybody made', unsigned({ to: OTHER, value: 1n, chainId: 987_654n })],
    [
      'nothing, among others who are paid',
      unsigned({
        to: DISPERSE,
        value: 1n,
        data: encode('disperseEther(address[] to, uint256[] values)', [STRANGE, OTHER], [1n, 0n]),
      }),
    ],
  ])('attack: whoever was paid %s passes for somebody who was paid before', async (_what, transaction) => {
    const paid = paidOf();
    await paid.record(sentRequestOf(parametersOf(transaction)), done);
    expect(await paid.list('local', ETHEREUM)).not.toContain(OTHER);
    const activity = { intent: { [signTransaction.intent]: parametersOf(transaction) } };
    const ask = (() => Promise.resolve({ activities: [activity] })) as unknown as PreviewReads['ask'];
    expect(await earlierRecipients(ask, chainOf(ETHEREUM))).not.toContain(OTHER);
  });

  it('attack: a row that somebody wrote into the database makes nobody known', async () => {
    const paid = paidOf();
    await paid.record(paying(OTHER), done);
    await storage.close();
    const database = new DatabaseSync(join(folder, 'console.db'));
    database.exec(
      `INSERT INTO earlier_recipient SELECT profile_id, chain, '${STRANGE}', paid_at, mac FROM earlier_recipient`,
    );
    // In a process of its own this would be the last to close it, and leave no log.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    storage = await openStorage(folder);
    expect(await paidOf().list('local', ETHEREUM)).toEqual([OTHER]);
  });

  it('is beside what the service lists, and missing while the keychain is', async () => {
    expect(await withPaid(() => Promise.resolve([OTHER]), Promise.resolve([OTHER, STRANGE]))).toEqual([
      OTHER,
      STRANGE,
    ]);
    const locked = () => Promise.reject(new AppError('KEYCHAIN_LOCKED', '', ''));
    expect(await withPaid(locked, Promise.resolve([STRANGE]))).toEqual([STRANGE]);
  });
});

describe('a recipient in a preview', () => {
  const preview = async (to: string, known?: readonly string[]) => {
    const reads = {
      listPrivateKeys: () => Promise.resolve([]),
      listAccounts: () =>
        Promise.resolve([
          {
            address: SIGNER,
            addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
            curve: 'CURVE_SECP256K1',
            name: 'hot',
          },
        ]),
      ...(known === undefined ? {} : { earlierRecipients: () => Promise.resolve(known) }),
    } as unknown as PreviewContext;
    const { facts } = await signTransactionPreview(parametersOf(unsigned({ to, value: 1n })), reads);
    return facts.find(({ label }) => label === 'To')?.note;
  };

  it('is new where it is neither ours nor was paid before', async () => {
    expect(await preview(STRANGE, [OTHER])).toBe('new: not yours, and not paid before');
    expect(await preview(OTHER, [OTHER])).toBe('paid before');
    expect(await preview(SIGNER, [OTHER])).toBe('hot');
    expect(await preview(STRANGE)).toBeUndefined();
  });
});

describe('whom the organization’s transactions paid', () => {
  const ethereum = chainOf('TRANSACTION_TYPE_ETHEREUM');
  const intentOf = (unsignedTransaction: string, type = 'TRANSACTION_TYPE_ETHEREUM') => ({
    intent: { signTransactionIntentV2: { signWith: SIGNER, unsignedTransaction, type } },
  });
  const asking = (...activities: unknown[]): PreviewReads['ask'] =>
    (() => Promise.resolve({ activities })) as unknown as PreviewReads['ask'];

  it('names whom the last transactions paid, and leaves out what it cannot read', async () => {
    const ask = asking(
      intentOf(unsigned({ to: OTHER, value: 1n })),
      intentOf(unsigned({ to: OTHER, value: 2n })),
      intentOf('c0ffee'),
      intentOf('00', 'TRANSACTION_TYPE_SOLANA'),
      { intent: {} },
    );
    expect(await earlierRecipients(ask, ethereum)).toEqual([OTHER]);
    const silent = (() => Promise.reject(new AppError('X', 'x', 'x'))) as PreviewReads['ask'];
    expect(await earlierRecipients(silent, ethereum)).toEqual([]);
  });

  describe('of a colleague', () => {
    const bitcoin = chainOf('TRANSACTION_TYPE_BITCOIN');
    const paid = { to: scriptOf(BITCOIN_OTHER.p2wpkh), amount: 500_000n };
    const change = (script: Uint8Array) => ({
      intent: {
        signTransactionIntentV2: {
          ...{ signWith: OWN.p2wpkh.address, type: 'TRANSACTION_TYPE_BITCOIN' },
          unsignedTransaction: psbtHex({ outputs: [paid, { to: script, amount: 400_000n }] }),
        },
      },
    });
    const listing = (...addresses: readonly (string | undefined)[]) =>
      oursOf({
        listPrivateKeys: () => Promise.resolve([]),
        listAccounts: () =>
          Promise.resolve(
            addresses.map((address) => ({
              ...{ address, addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', walletId: 'w' },
              ...(address === OWN.p2wpkh.address ? { publicKey: PUBLIC_KEY } : {}),
            })),
          ),
      } as unknown as PreviewContext);

    it('leaves out change, in a form that isn’t listed as well, and payments to an own address', async () => {
      const one = await listing(OWN.p2wpkh.address);
      const both = await listing(OWN.p2wpkh.address, BITCOIN_OTHER.p2tr.address);
      const back = asking(change(scriptOf(OWN.p2wpkh)), change(scriptOf(OWN.p2tr)));
      const further = asking(change(scriptOf(BITCOIN_OTHER.p2tr)));
      const recipient = BITCOIN_OTHER.p2wpkh.address;
      expect(await earlierRecipients(back, bitcoin, [], one)).toEqual([recipient]);
      expect(await earlierRecipients(further, bitcoin, [], both)).toEqual([recipient]);
    });

    it('leaves out nobody whose address isn’t the organization’s, or while its keys can’t be listed', async () => {
      const one = await listing(OWN.p2wpkh.address);
      const [recipient, stranger] = [BITCOIN_OTHER.p2wpkh.address, BITCOIN_OTHER.p2tr.address];
      const further = asking(change(scriptOf(BITCOIN_OTHER.p2tr)));
      expect(await earlierRecipients(further, bitcoin, [], one)).toEqual([recipient, stranger]);
      const failing = () => Promise.reject(new AppError('X', 'x', 'x'));
      const none = await oursOf({ listPrivateKeys: failing, listAccounts: failing });
      expect(none).toBeUndefined();
      expect(await earlierRecipients(asking(change(scriptOf(OWN.p2wpkh))), bitcoin, [], none)).toEqual([
        recipient,
        OWN.p2wpkh.address,
      ]);
    });

    it('attack: change that the PSBT only claims stays a payment', async () => {
      const one = await listing(OWN.p2wpkh.address);
      const shared = asking(change(scriptOf(SHARED)));
      expect(await earlierRecipients(shared, bitcoin, [], one)).toEqual(
        await earlierRecipients(shared, bitcoin),
      );
    });
  });

  it('attack: a recipient with the ends of one that was paid before', async () => {
    const poisoned = `${OTHER.slice(0, 10)}${'1'.repeat(24)}${OTHER.slice(-8)}`.toLowerCase();
    const reads = {
      listPrivateKeys: () => Promise.resolve([]),
      listAccounts: () =>
        Promise.resolve([
          { address: SIGNER, addressFormat: 'ADDRESS_FORMAT_ETHEREUM', curve: 'CURVE_SECP256K1' },
        ]),
      earlierRecipients: () => Promise.resolve([OTHER]),
    } as unknown as PreviewContext;
    const parameters = (to: string) => ({
      signWith: SIGNER,
      unsignedTransaction: unsigned({ to, value: 1n }),
      type: 'TRANSACTION_TYPE_ETHEREUM' as const,
    });
    const { warnings } = await signTransactionPreview(parameters(poisoned), reads);
    expect(warnings[0]).toMatchObject({ code: 'LOOK_ALIKE_ADDRESS', severity: 'danger' });
    expect(warnings[0]?.text).toContain(OTHER);
    expect((await signTransactionPreview(parameters(OTHER), reads)).warnings).toEqual([]);
  });
});
