import { VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import type { KnownContacts } from '#main/context/console-context.ts';
import type { PreviewContext } from '#main/features/previews/preview-maker.ts';
import { spelled } from '#main/features/previews/module.ts';
import { signRawPayloadPreview, signTransactionPreview } from '#main/features/previews/signing-views.ts';
import { OTHER, SIGNER, STRANGE, USDC, encode, unsigned } from '#test/chains/ethereum/unsigned.ts';
import { permit } from '#test/chains/ethereum/typed-data/samples.ts';
import {
  PAYER,
  accountOf,
  keyOf,
  makeAccount,
  sendChecked,
  unsignedOf,
} from '#test/chains/solana/token-payments.ts';
import { VECTORS } from '#test/chains/solana/vectors.ts';

const NAMED = 'Brightline “Logistics”';
const contacts = (addresses: readonly string[], more: Partial<KnownContacts> = {}): KnownContacts => ({
  addresses,
  nameOf: (address) => (addresses.some((each) => spelled(each) === spelled(address)) ? NAMED : undefined),
  contactsOnly: true,
  fault: null,
  ...more,
});
const reads = (known: KnownContacts | undefined, paid: readonly string[] = []): PreviewContext =>
  ({
    listPrivateKeys: () => Promise.resolve([]),
    listAccounts: () =>
      Promise.resolve([
        { address: SIGNER, addressFormat: 'ADDRESS_FORMAT_ETHEREUM', curve: 'CURVE_SECP256K1', name: 'hot' },
      ]),
    earlierRecipients: () => Promise.resolve(paid),
    ...(known === undefined ? {} : { contacts: () => Promise.resolve(known) }),
  }) as unknown as PreviewContext;
const sign = (
  fields: Parameters<typeof unsigned>[0],
  known: KnownContacts | undefined,
  paid?: readonly string[],
) =>
  signTransactionPreview(
    {
      signWith: SIGNER,
      unsignedTransaction: unsigned(fields),
      type: 'TRANSACTION_TYPE_ETHEREUM',
    },
    reads(known, paid),
  );
const codes = ({ warnings }: { warnings: readonly { code: string }[] }): string[] =>
  warnings.map(({ code }) => code);

describe('contacts in the preview of a transaction', () => {
  it('names a contact, and says that it was never paid', async () => {
    const first = await sign({ to: OTHER, value: 1n }, contacts([OTHER.toLowerCase()]));
    expect(codes(first)).toEqual([]);
    expect(first.facts.find(({ value }) => value === OTHER)?.note).toBe(
      `contact “${NAMED}”, not paid before`,
    );
    const later = await sign({ to: OTHER, value: 1n }, contacts([OTHER]), [OTHER]);
    expect(later.facts.find(({ value }) => value === OTHER)?.note).toBe(`contact “${NAMED}”`);
  });

  it('attack: an address with the ends of a contact that was never paid', async () => {
    const poisoned = `${OTHER.slice(0, 10)}${'1'.repeat(24)}${OTHER.slice(-8)}`.toLowerCase();
    const { warnings } = await sign({ to: poisoned, value: 1n }, contacts([OTHER], { contactsOnly: false }));
    expect(warnings[0]).toMatchObject({ code: 'LOOK_ALIKE_ADDRESS', severity: 'danger' });
    expect(warnings[0]?.text).toContain(OTHER);
  });

  it.each<[string, Parameters<typeof unsigned>[0], string]>([
    ['a payment', { to: STRANGE, value: 1n }, STRANGE],
    ['a token', { to: USDC, data: encode('transfer(address,uint256)', STRANGE, 1n) }, STRANGE],
    ['an allowance', { to: USDC, data: encode('approve(address,uint256)', STRANGE, 1n) }, STRANGE],
  ])(
    'is a danger where %s goes to nobody of them, and the profile pays contacts only',
    async (_, fields, who) => {
      const { warnings, reading } = await sign(fields, contacts([OTHER, USDC]), [STRANGE]);
      const found = warnings.filter(({ code }) => code === 'NOT_A_CONTACT');
      expect(found).toMatchObject([{ severity: 'danger' }]);
      expect(found[0]?.text).toContain(who);
      // What the approval surface shows is the reading's.
      expect(reading?.warnings.map(({ code }) => code)).toContain('NOT_A_CONTACT');
      expect(codes(await sign(fields, contacts([OTHER, USDC], { contactsOnly: false })))).not.toContain(
        'NOT_A_CONTACT',
      );
    },
  );

  it('lets the organization pay itself', async () => {
    expect(codes(await sign({ to: SIGNER, value: 1n }, contacts([OTHER])))).not.toContain('NOT_A_CONTACT');
  });

  it('attack: a call that cannot be read says nobody, and is a danger', async () => {
    const parts = await sign({ to: STRANGE, data: '0xdeadbeef', value: 0n }, contacts([STRANGE]));
    expect(codes(parts)).toContain('CONTACTS_UNCHECKED');
  });

  it('attack: a list that was changed outside the console is no reason to say nothing', async () => {
    const parts = await sign(
      { to: OTHER, value: 1n },
      contacts([], { contactsOnly: false, fault: 'The contact list was changed.' }),
    );
    expect(parts.warnings).toMatchObject([
      { code: 'CONTACTS_UNKNOWN', severity: 'danger', text: 'The contact list was changed.' },
    ]);
  });
});

it('attack: a permit names a spender who is no contact', async () => {
  const data = permit();
  const preview = (known: KnownContacts) =>
    signRawPayloadPreview(
      {
        signWith: SIGNER,
        payload: JSON.stringify(data),
        encoding: 'PAYLOAD_ENCODING_EIP712',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      },
      reads(known),
    );
  const stranger = await preview(contacts([STRANGE]));
  expect(stranger.warnings.filter(({ code }) => code === 'NOT_A_CONTACT')).toHaveLength(1);
  expect(stranger.reading?.warnings.map(({ code }) => code)).toContain('NOT_A_CONTACT');
});

describe('a transaction that is signed as plain bytes', () => {
  /** The same reads as for a transaction, and which chains they are asked about. */
  const signBytes = async (to: string, known: KnownContacts, paid: readonly string[] = []) => {
    const asked: string[] = [];
    const sought = reads(known);
    const preview = await signRawPayloadPreview(
      {
        signWith: SIGNER,
        payload: unsigned({ to, value: 1n }),
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_KECCAK256',
      },
      {
        ...sought,
        earlierRecipients: ({ type }) => {
          asked.push(type);
          return Promise.resolve(paid);
        },
      },
    );
    return { preview, asked };
  };
  const poisoned = `${OTHER.slice(0, 10)}${'1'.repeat(24)}${OTHER.slice(-8)}`.toLowerCase();

  it.each([
    ['a contact', contacts([OTHER], { contactsOnly: false }), []],
    ['somebody who was paid before', contacts([], { contactsOnly: false }), [OTHER]],
  ])('attack: an address with the ends of %s', async (_of, known, paid) => {
    const { preview, asked } = await signBytes(poisoned, known, paid);
    expect(codes(preview)).toEqual(expect.arrayContaining(['TRANSACTION_AS_PAYLOAD', 'LOOK_ALIKE_ADDRESS']));
    expect(preview.warnings.find(({ code }) => code === 'LOOK_ALIKE_ADDRESS')?.text).toContain(OTHER);
    expect(asked).toEqual(['TRANSACTION_TYPE_ETHEREUM']);
  });

  it('says that somebody was never paid, and who was', async () => {
    const none = contacts([], { contactsOnly: false });
    const noteOf = async (paid: readonly string[]): Promise<string | undefined> => {
      const { preview } = await signBytes(OTHER, none, paid);
      return preview.facts.find(({ value }) => value === OTHER)?.note;
    };
    expect(await noteOf([])).toBe('new: not yours, and not paid before');
    expect(await noteOf([OTHER])).toBe('paid before');
  });

  it('reads one of Solana where the organization has keys on other chains too', async () => {
    const paid = VECTORS.filter(({ instructions: [only, ...more] }) =>
      more.length === 0 ? only?.id === 'token.transferChecked' : false,
    );
    expect(paid).not.toHaveLength(0);
    for (const { transaction, feePayer } of paid) {
      const { message } = VersionedTransaction.deserialize(Buffer.from(transaction, 'hex'));
      const sought = reads(contacts([], { contactsOnly: false }));
      const others = await sought.listAccounts();
      const solana = { address: feePayer, addressFormat: 'ADDRESS_FORMAT_SOLANA', curve: 'CURVE_ED25519' };
      const accounts = [...others, { ...others[0], ...solana }] as typeof others;
      const preview = await signRawPayloadPreview(
        {
          signWith: feePayer,
          payload: Buffer.from(message.serialize()).toString('hex'),
          encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
          hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
        },
        { ...sought, listAccounts: () => Promise.resolve(accounts) },
      );
      expect(codes(preview)).toContain('TRANSACTION_AS_PAYLOAD');
    }
  });
});

describe('a payment of tokens on Solana', () => {
  const owner = keyOf(2);
  const known = contacts([owner.toBase58()]);
  const send = (unsignedTransaction: string, paid: readonly string[] = []) => {
    const sought = reads(known, paid);
    const solana = {
      address: PAYER.toBase58(),
      addressFormat: 'ADDRESS_FORMAT_SOLANA',
      curve: 'CURVE_ED25519',
    };
    return signTransactionPreview(
      { signWith: PAYER.toBase58(), unsignedTransaction, type: 'TRANSACTION_TYPE_SOLANA' },
      { ...sought, listAccounts: () => Promise.resolve([solana] as never) },
    );
  };
  const noteOf = ({ reading }: Awaited<ReturnType<typeof send>>): string | undefined =>
    reading?.actions.flatMap(({ facts }) => facts).find(({ label }) => label === 'To')?.note;
  const toTheirs = sendChecked(accountOf(owner));

  it.each([
    ['that is there', unsignedOf(toTheirs)],
    ['that the payment makes, as the form does', unsignedOf(makeAccount(accountOf(owner), owner), toTheirs)],
  ])('to a contact’s token account %s names the contact, and keeps the rule', async (_, transaction) => {
    const first = await send(transaction);
    expect(noteOf(first)).toBe(`contact “${NAMED}”, not paid before, owns the token account`);
    expect(codes(first)).not.toContain('NOT_A_CONTACT');
    expect(noteOf(await send(transaction, [owner.toBase58()]))).toBe(
      `contact “${NAMED}”, owns the token account`,
    );
  });

  it.each([
    ['a stranger’s token account', [sendChecked(accountOf(keyOf(3)))], accountOf(keyOf(3))],
    [
      'an account that the bytes call the contact’s',
      [makeAccount(keyOf(4), owner), sendChecked(keyOf(4))],
      keyOf(4),
    ],
  ])('attack: %s has no contact’s name, and breaks the rule', async (_, instructions, account) => {
    const parts = await send(unsignedOf(...instructions));
    expect(parts.warnings.filter(({ code }) => code === 'NOT_A_CONTACT')).toMatchObject([
      { severity: 'danger', text: expect.stringContaining(account.toBase58()) as string },
    ]);
    expect(noteOf(parts)).toBeUndefined();
  });
});
