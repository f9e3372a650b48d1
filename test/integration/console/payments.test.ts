// Payments by form on a real console with a real service: built by the privileged side, previewed, signed and verified.
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContactList } from '#preload/contract/contacts.ts';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import type { PaymentDraft } from '#preload/contract/transfers.ts';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { fundingOf } from '../../chains/bitcoin/unsigned.ts';
import { decideNext } from '../../fixtures/approvals.ts';
import {
  type RunningConsole,
  keychainMissing,
  ownPlace,
  runConsole,
} from '../../fixtures/running-console.ts';
import { payments } from 'bitcoinjs-lib';

const missing = await keychainMissing();
const PAID = '0x4B7Ea169aBA959124014D317E12e393a65C93d5e';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SOLANA_TO = '3pMtAw9a5ukU6Eyk5UjRkZsbRfRwREFkeFwXRc1zhny4';

/** What a signed transaction is given as, beside its hex. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  ETHEREUM: ['With 0x, as eth_sendRawTransaction takes it'],
  TEMPO: ['With 0x, as eth_sendRawTransaction takes it'],
  TRON: [],
  SOLANA: ['Base64, as sendTransaction takes it'],
  BITCOIN: ['Raw transaction', 'PSBT in base64'],
};

interface Key {
  readonly privateKeyId: string;
  readonly addresses: { readonly format: string; readonly address: string }[];
}
type Built =
  | { readonly ok: true; readonly unsignedTransaction: string }
  | { readonly ok: false; readonly problems: { readonly field: string; readonly code: string }[] };

describe.skipIf(missing !== null)(`payments by form (${missing ?? 'real keychain, real service'})`, () => {
  const place = missing === null ? ownPlace() : undefined;
  let running: RunningConsole;
  let keys: Key[];

  beforeAll(async () => {
    if (place === undefined) return;
    running = await runConsole(place);
    await running.call('credentials.create', { label: 'Laptop', curve: 'API_KEY_CURVE_P256' });
    await running.untilReady();
    const keyOf = (privateKeyName: string, curve: string, addressFormats: string[]) => ({
      ...{ privateKeyName, curve, addressFormats },
      privateKeyTags: [],
    });
    const creation = await running.prepare('create_private_keys', {
      privateKeys: [
        keyOf('evm', 'CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_TRON']),
        keyOf('solana', 'CURVE_ED25519', ['ADDRESS_FORMAT_SOLANA']),
        keyOf('segwit', 'CURVE_SECP256K1', ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH']),
        keyOf('taproot', 'CURVE_SECP256K1', ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR']),
      ],
    });
    const created = (await running.review(creation, 'approve')) as Extract<Outcome, { state: 'completed' }>;
    keys = (created.result as unknown as { privateKeys: Key[] }).privateKeys;
  });
  afterAll(async () => {
    await running.console.close();
    await place?.remove();
  });

  const idOf = (at: number): string => keys[at]?.privateKeyId ?? '';
  const addressOf = (at: number): string => keys[at]?.addresses[0]?.address ?? '';
  const draftOf = async (
    chain: string,
    { values = {}, ...rest }: Partial<PaymentDraft>,
  ): Promise<PaymentDraft> => {
    const type = `TRANSACTION_TYPE_${chain}` as TransactionType;
    const { networks, fields } = await running.call<{
      networks: { id: string }[];
      fields: { name: string; initial: string }[];
    }>('transfers.form', { type });
    const network = networks[0]?.id ?? '';
    const [asset] = await running.call<{ id: string }[]>('transfers.assets', { type, network });
    return {
      ...{
        type,
        signWith: idOf(0),
        network,
        to: PAID,
        contact: null,
        asset: asset?.id ?? '',
        amount: '0.01',
      },
      ...rest,
      values: { ...Object.fromEntries(fields.map(({ name, initial }) => [name, initial])), ...values },
    };
  };
  const build = async (chain: string, given: Partial<PaymentDraft>): Promise<Built> =>
    running.call<Built>('transfers.build', await draftOf(chain, given));
  const preview = async (chain: string, given: Partial<PaymentDraft>): Promise<Preview> => {
    const draft = await draftOf(chain, given);
    const built = await running.call<Built>('transfers.build', draft);
    if (!built.ok) throw new Error(JSON.stringify(built.problems));
    const { signWith, type } = draft;
    return running.prepare('sign_transaction', {
      signWith,
      unsignedTransaction: built.unsignedTransaction,
      type,
    });
  };
  const codes = (built: Built): string[] =>
    built.ok ? [] : built.problems.map(({ field, code }) => `${field}: ${code}`);
  const lastNonce = () =>
    running.call('transfers.lastNonce', {
      type: 'TRANSACTION_TYPE_ETHEREUM',
      signWith: idOf(0),
      network: '1',
    });
  const save = async (id: string | null, name: string, address: string): Promise<ContactList> => {
    const asked = running.call<ContactList>('contacts.save', {
      ...{ id, name, note: '' },
      addresses: [{ chain: 'TRANSACTION_TYPE_ETHEREUM', address }],
    });
    await decideNext(running, 'approve');
    return asked;
  };
  const coinOf = (at: number, output: Uint8Array) => {
    const funding = fundingOf(output, 2_000_000n, at);
    return { coin: `${funding.getId()}:0 0.02`, previous: funding.toHex() };
  };

  it('are signed on each chain as they were previewed', async () => {
    const segwit = [1, 2].map((at) =>
      coinOf(at, payments.p2wpkh({ address: addressOf(2) }).output ?? new Uint8Array()),
    );
    const taproot = coinOf(3, payments.p2tr({ address: addressOf(3) }).output ?? new Uint8Array());
    const given: readonly (readonly [string, Partial<PaymentDraft>])[] = [
      ['ETHEREUM', { values: { nonce: '0' } }],
      ['TEMPO', { values: { nonce: '4' } }],
      ['TRON', { values: { block: 'ab'.repeat(32) } }],
      ['SOLANA', { signWith: idOf(1), to: SOLANA_TO, values: { blockhash: SOLANA_TO } }],
      [
        'SOLANA',
        {
          ...{ signWith: idOf(1), to: addressOf(1), values: { blockhash: SOLANA_TO } },
          asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        },
      ],
      [
        'BITCOIN',
        {
          ...{ signWith: idOf(2), to: addressOf(3) },
          values: {
            coins: segwit.map(({ coin }) => coin).join('\n'),
            previous: segwit.map((each) => each.previous).join('\n'),
            rate: '5',
          },
        },
      ],
      ['BITCOIN', { signWith: idOf(3), to: addressOf(2), values: { coins: taproot.coin, rate: '5' } }],
    ];
    for (const [chain, draft] of given) {
      const to = chain === 'TRON' ? { to: keys[0]?.addresses[1]?.address ?? '' } : {};
      const prepared = await preview(chain, { ...draft, ...to });
      expect(prepared.reading?.blind).toBe(false);
      const outcome = await running.review(prepared, 'approve');
      if (outcome.state !== 'completed') throw new Error(`${chain}: ${JSON.stringify(outcome)}`);
      expect(outcome.verifications.filter(({ passed }) => !passed)).toEqual([]);
      expect(outcome.transaction?.forms?.map(({ name }) => name)).toEqual(FORMS[chain]);
    }
  });

  it('remember the highest nonce that was signed, and not that of a payment nobody approved', async () => {
    expect(await lastNonce()).toMatchObject({ nonce: '0', from: 'here' });
    await running.review(await preview('ETHEREUM', { values: { nonce: '9' } }), 'deny');
    expect(await lastNonce()).toMatchObject({ nonce: '0', from: 'here' });
    // A gap is said nowhere as a fact: the next one is counted from what was signed last.
    await running.review(await preview('ETHEREUM', { values: { nonce: '12' } }), 'approve');
    // A payment that replaces another one takes its nonce again.
    await running.review(await preview('ETHEREUM', { values: { nonce: '11' } }), 'approve');
    expect(await lastNonce()).toMatchObject({ nonce: '12', from: 'here' });
  });

  it('attack: a contact whose address changed since it was chosen is not paid under its name', async () => {
    const { contacts } = await save(null, 'Brightline', PAID);
    const chosen = { contact: 'Brightline', values: { nonce: '13' } };
    expect(codes(await build('ETHEREUM', chosen))).toEqual([]);
    await save(contacts[0]?.id ?? null, 'Brightline', OTHER);
    expect(codes(await build('ETHEREUM', chosen))).toEqual(['to: CONTACT_ADDRESS_GONE']);
    expect(codes(await build('ETHEREUM', { ...chosen, to: OTHER }))).toEqual([]);
  });

  it('attack: a contact whose address changes between preview and approval takes the preview with it', async () => {
    const prepared = await preview('ETHEREUM', { to: OTHER, values: { nonce: '13' } });
    expect(JSON.stringify(prepared.facts)).toContain('contact “Brightline”');
    const { contacts } = await running.call<ContactList>('contacts.list');
    await save(contacts[0]?.id ?? null, 'Brightline', PAID);
    await expect(running.call('requests.review', { previewId: prepared.id })).rejects.toMatchObject({
      code: 'PREVIEW_UNKNOWN',
    });
  });

  it('attack: change to an address that isn’t ours can’t be asked for', async () => {
    const one = coinOf(4, payments.p2tr({ address: addressOf(3) }).output ?? new Uint8Array());
    const theirs = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    const prepared = await preview('BITCOIN', {
      ...{ signWith: idOf(3), to: addressOf(2) },
      values: { coins: one.coin, rate: '5', change: theirs, changeAddress: theirs },
    });
    expect(JSON.stringify(prepared)).not.toContain(theirs);
  });

  it('attack: a writer of the database suggests no nonce', async () => {
    if (place === undefined) return;
    await running.console.close();
    const database = new DatabaseSync(join(place.dataFolder, 'console.db'));
    database.exec("UPDATE signed_nonce SET nonce = '40'");
    // In a process of its own this would be the last to close it, and leave no log.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    running = await runConsole(place);
    await running.untilReady();
    // What the service has of the organization is said to be that.
    expect(await lastNonce()).toMatchObject({ nonce: '12', from: 'organization' });
  });
});
