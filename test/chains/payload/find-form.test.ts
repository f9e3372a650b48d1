import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { encodeRlp, hashAuthorization, Transaction, Wallet, type TransactionLike } from 'ethers';
import { KeyAuthorization } from 'ox/tempo';
import { describe, expect, it } from 'vitest';
import type { HashFunction, PayloadEncoding } from '#protocol/catalogue/signing.ts';
import { sentenceText } from '#chains/model/decoded.ts';
import { fromHex, fromUtf8, toHex, toUtf8 } from '#protocol/encoding.ts';
import { readPayload, type PayloadSigner } from '#chains/payload/read-payload.ts';
import bitcoinVectors from '../../vectors/bitcoin/published.json' with { type: 'json' };
import solanaVectors from '../../vectors/solana/web3js.json' with { type: 'json' };
import { fundingOf, OTHER as BITCOIN_OTHER, scriptOf } from '../bitcoin/unsigned.ts';
import { OTHER, STRANGE, unsigned } from '../ethereum/unsigned.ts';
import { NEW_KEY, tempoHex } from '../tempo/unsigned.ts';
import { OWNER, RECEIVER, tronRaw } from '../tron/unsigned.ts';

const wallet = new Wallet(`0x${'46'.repeat(32)}`);
const KEY: PayloadSigner = {
  curve: 'CURVE_SECP256K1',
  publicKey: wallet.signingKey.compressedPublicKey.slice(2),
  addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: wallet.address }],
};
const ED25519: PayloadSigner = { curve: 'CURVE_ED25519', publicKey: '11'.repeat(32), addresses: [] };

type Short = 'KECCAK256' | 'SHA256' | 'NOT_APPLICABLE';
const HASHES: readonly Short[] = ['KECCAK256', 'SHA256', 'NOT_APPLICABLE'];

function read(payload: string, encoding: 'HEXADECIMAL' | 'TEXT_UTF8', hash: Short) {
  const names: { encoding: PayloadEncoding; hashFunction: HashFunction } = {
    encoding: `PAYLOAD_ENCODING_${encoding}`,
    hashFunction: `HASH_FUNCTION_${hash}`,
  };
  return readPayload({ payload, ...names }, hash === 'NOT_APPLICABLE' ? ED25519 : KEY);
}
type Read = ReturnType<typeof read>;
const said = ({ sentence }: Read) => sentenceText(sentence);
const codes = ({ warnings }: Read) => warnings.map(({ code, severity }) => `${severity} ${code}`);
const value = ({ facts }: Read, label: string) => facts.find((fact) => fact.label === label)?.value;

/** A field of protobuf: its tag, its length, its bytes. */
const field = (number: number, content: Uint8Array): Uint8Array =>
  concatBytes(Uint8Array.of(number * 8 + 2, ...varint(content.length)), content);
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
const words = (number: number, content: string): Uint8Array => field(number, toUtf8(content));

const coins = (number: number, amount: string) =>
  field(number, concatBytes(words(1, 'uatom'), words(2, amount)));
const send = concatBytes(words(1, 'cosmos1ours'), words(2, 'cosmos1theirs'), coins(3, '7000000'));
const body = concatBytes(
  field(1, concatBytes(words(1, '/cosmos.bank.v1beta1.MsgSend'), field(2, send))),
  words(2, 'Please confirm login!'),
);
const signDoc = concatBytes(
  field(1, body),
  field(2, field(2, coins(1, '500'))),
  words(3, 'cosmoshub-4'),
  Uint8Array.of(4 * 8, 9),
);
/** The same with another body, or another fee. */
const otherDoc = (
  given: Uint8Array,
  { fee = field(2, coins(1, '500')), chain = 'cosmoshub-4' } = {},
): Uint8Array => concatBytes(field(1, given), field(2, fee), words(3, chain), Uint8Array.of(4 * 8, 9));
const message = field(1, concatBytes(words(1, '/cosmos.bank.v1beta1.MsgSend'), field(2, send)));
const amino = toUtf8(
  JSON.stringify({
    account_number: '9',
    chain_id: 'cosmoshub-4',
    fee: { amount: [{ amount: '500', denom: 'uatom' }], gas: '200000' },
    memo: 'Please confirm login!',
    msgs: [{ type: 'cosmos-sdk/MsgSend', value: { amount: [], from_address: 'a', to_address: 'b' } }],
    sequence: '1',
  }),
);
const cborText = (text: string) => concatBytes(Uint8Array.of(0x78, text.length), toUtf8(text));
const screens = concatBytes(
  Uint8Array.of(0xa1, 1, 0x82),
  ...['cosmoshub-4', 'Send 7 ATOM'].map((content) =>
    concatBytes(
      Uint8Array.of(0xa3, 1),
      cborText('Chain id'),
      Uint8Array.of(2),
      cborText(content),
      Uint8Array.of(4, 0xf5),
    ),
  ),
);
// BIP-143's example of a native P2WPKH input: what is hashed twice for its signature.
const BIP143 =
  '0100000096b827c8483d4e9b96712b6713a7b68d6e8003a781feba36c31143470b4efd3752b0a642eea2fb7ae638c36f6252b6750293dbe574a806984b8e4d8548339a3bef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a010000001976a9141d0f172a0ecb48aee1be1f2687d2963ae33f71a188ac0046c32300000000ffffffff863ef3e1a92afbfdb97f31ad0fc7683ee943e9abcf2501590ff8f6551f47e5e51100000001000000';
const authorization = (chainId: string) => `05${encodeRlp([chainId, STRANGE, '0x07']).slice(2)}`;
const solana = solanaVectors[0]?.transaction ?? '';
const keyGrant = KeyAuthorization.getSignPayload;

const plain = (fields: TransactionLike): string =>
  Transaction.from({ gasLimit: 21_000n, nonce: 7, ...fields }).unsignedSerialized.slice(2);

const FORMS: Readonly<Record<string, readonly [payload: string, name: string, hashedWith: Short | null]>> = {
  'an EIP-7702 authorization': [authorization('0x01'), 'an authorization (EIP-7702)', 'KECCAK256'],
  'EIP-191 version 0': [
    `1900${STRANGE.slice(2)}cafe`,
    'data for a validator (EIP-191, version 0)',
    'KECCAK256',
  ],
  'EIP-191 version 1': [
    `1901${'11'.repeat(64)}`,
    'typed data (EIP-712) of which only the hashes are given',
    'KECCAK256',
  ],
  'a legacy Ethereum transaction': [
    plain({ type: 0, chainId: 1, gasPrice: 1n, to: OTHER, value: 1n }),
    'an Ethereum transaction',
    'KECCAK256',
  ],
  'an EIP-2930 transaction': [
    plain({ type: 1, chainId: 1, gasPrice: 1n, to: OTHER, value: 1n }),
    'an Ethereum transaction',
    'KECCAK256',
  ],
  'an EIP-1559 transaction': [
    unsigned({ to: OTHER, value: 1n }).slice(2),
    'an Ethereum transaction',
    'KECCAK256',
  ],
  'a Solana message': [
    solana.slice(2 + 128 * Number.parseInt(solana.slice(0, 2), 16)),
    'a Solana transaction',
    'NOT_APPLICABLE',
  ],
  'a whole Solana transaction': [solana, 'a Solana transaction with its signatures', null],
  'a Tron transaction': [
    tronRaw('TransferContract', { owner_address: OWNER.hex, to_address: RECEIVER.hex, amount: 1 }),
    'a Tron transaction',
    'SHA256',
  ],
  'a PSBT': [bitcoinVectors[0]?.hex ?? '', 'a Bitcoin transaction (PSBT)', null],
  'a PSBT that cannot be read': ['70736274ff01', 'a Bitcoin transaction (PSBT)', null],
  'a raw Bitcoin transaction': [
    fundingOf(scriptOf(BITCOIN_OTHER.p2wpkh), 5000n, 1).toHex(),
    'a Bitcoin transaction',
    null,
  ],
  'what a legacy Bitcoin input signs': [
    `${fundingOf(scriptOf(BITCOIN_OTHER.p2wpkh), 5000n, 1).toHex()}01000000`,
    'a Bitcoin transaction, as an input signs it',
    null,
  ],
  'what a segwit Bitcoin input signs': [BIP143, 'a Bitcoin transaction, as an input signs it', null],
  'a Tempo transaction': [tempoHex(), 'a Tempo transaction', 'KECCAK256'],
  'what a Tempo fee payer signs': [
    tempoHex().replace(/^76/, '78'),
    'a Tempo transaction for its fee payer',
    'KECCAK256',
  ],
  'a Cosmos SignDoc': [toHex(signDoc), 'a Cosmos transaction (SignDoc)', 'SHA256'],
  'a Cosmos SignDoc whose memo stands before its messages': [
    toHex(otherDoc(concatBytes(words(2, 'hello'), message))),
    'a Cosmos transaction (SignDoc)',
    'SHA256',
  ],
  'a Cosmos SignDoc with an empty memo written out': [
    toHex(otherDoc(concatBytes(message, Uint8Array.of(2 * 8 + 2, 0)))),
    'a Cosmos transaction (SignDoc)',
    'SHA256',
  ],
  'a Cosmos SignDoc whose fee stands in another order': [
    toHex(otherDoc(message, { fee: concatBytes(field(2, coins(1, '5')), field(1, new Uint8Array(1))) })),
    'a Cosmos transaction (SignDoc)',
    'SHA256',
  ],
  'a Cosmos StdSignDoc': [toHex(amino), 'a Cosmos transaction (amino JSON)', 'SHA256'],
  'Cosmos screens': [toHex(screens), 'a Cosmos transaction (screens)', 'SHA256'],
};

describe('attack: something that moves funds, given as plain bytes', () => {
  it.each(Object.entries(FORMS))(
    '%s is named, whatever the hash function',
    (_, [payload, name, hashedWith]) => {
      for (const hash of HASHES) {
        const reading = read(payload, 'HEXADECIMAL', hash);
        expect(said(reading)).toMatch(/^Sign /);
        expect(said(reading).startsWith(`Sign ${name} as if it were plain bytes: `)).toBe(true);
        const [first] = reading.warnings.filter(({ code }) => code.endsWith('_AS_PAYLOAD'));
        expect(first?.severity).toBe('danger');
        if (hash === hashedWith) expect(first?.text).toContain('these bytes are valid as');
      }
    },
  );

  it('those that are UTF-8 are named as well when they are given as text', () => {
    const asText = Object.entries(FORMS).flatMap(([title, [payload, name]]) => {
      try {
        return [{ title, name, text: fromUtf8(fromHex(payload)) }];
      } catch {
        return [];
      }
    });
    expect(asText.length).toBeGreaterThanOrEqual(3);
    for (const { title, name, text } of asText) {
      expect(said(read(text, 'TEXT_UTF8', 'KECCAK256')), title).toContain(`Sign ${name} as if`);
    }
  });

  it('an authorization whose address reads “Please confirm login”', () => {
    const reading = read('\u0005\u0601\u0114Please confirm login!', 'TEXT_UTF8', 'KECCAK256');
    expect(codes(reading)).toEqual(['danger FORM_AS_PAYLOAD', 'danger DELEGATION']);
    expect(value(reading, 'Delegates to')?.toLowerCase()).toBe(`0x${toHex(toUtf8('Please confirm login'))}`);
    expect([value(reading, 'Chain'), value(reading, 'Nonce')]).toEqual(['Chain 196', '33']);
  });
});

describe('what is found is decoded', () => {
  it('an authorization, as the network hashes it', () => {
    const bytes = authorization('0x01');
    expect(toHex(keccak_256(fromHex(bytes)))).toBe(
      hashAuthorization({ address: STRANGE, chainId: 1, nonce: 7 }).slice(2),
    );
    const reading = read(bytes, 'HEXADECIMAL', 'KECCAK256');
    expect(said(reading)).toContain(`let the code at ${STRANGE} act for this account`);
    expect(codes(read(authorization('0x'), 'HEXADECIMAL', 'KECCAK256'))).toContain(
      'danger DELEGATION_ANY_CHAIN',
    );
  });

  it('what a segwit input signs, by the example of BIP-143', () => {
    expect(toHex(sha256(sha256(fromHex(BIP143))))).toBe(
      'c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670',
    );
    const reading = read(BIP143, 'HEXADECIMAL', 'SHA256');
    expect(value(reading, 'Amount')).toBe('6 BTC');
    expect(codes(reading)).toEqual(['danger TRANSACTION_AS_PAYLOAD', 'danger BLIND_SIGNING']);
  });

  it('a key authorization of Tempo', () => {
    const grant = { address: NEW_KEY, chainId: 4217n, type: 'secp256k1' } as const;
    const hash = keyGrant(KeyAuthorization.from(grant));
    const bytes = encodeRlp(['0x1079', '0x', NEW_KEY]).slice(2);
    expect(toHex(keccak_256(fromHex(bytes)))).toBe(hash.slice(2));
    const reading = read(bytes, 'HEXADECIMAL', 'KECCAK256');
    expect(said(reading)).toContain(`let the key ${NEW_KEY} sign for this account`);
    expect(codes(reading)).toEqual(['danger FORM_AS_PAYLOAD', 'danger KEY_ACCESS']);
  });

  it('a Cosmos transfer, with its recipient, amount, fee and memo', () => {
    const reading = read(toHex(signDoc), 'HEXADECIMAL', 'SHA256');
    expect(said(reading)).toContain('do /cosmos.bank.v1beta1.MsgSend on cosmoshub-4');
    expect(['From', 'To', 'Amount', 'Fee', 'Memo'].map((label) => value(reading, label))).toEqual([
      'cosmos1ours',
      'cosmos1theirs',
      '7000000 uatom',
      '500 uatom',
      'Please confirm login!',
    ]);
    const shown = read(toHex(screens), 'HEXADECIMAL', 'SHA256');
    expect(shown.facts.filter(({ label }) => label === 'Chain id').map((fact) => fact.value)).toEqual([
      'cosmoshub-4',
      'Send 7 ATOM',
    ]);
  });

  it('attack: a payment hides behind more messages than the window draws', () => {
    const isTold = (count: number): boolean => {
      const many = otherDoc(concatBytes(...Array.from({ length: count }, () => message)));
      return !codes(read(toHex(many), 'HEXADECIMAL', 'SHA256')).includes('danger FIELDS_NOT_SHOWN');
    };
    expect([66, 67].map(isTold)).toEqual([true, false]);
  });
});

describe('attack: controls in a text', () => {
  it.each([
    ['an unfinished line', 'Pay 1 ETH\rPay 9 ETH'],
    ['a backspace', 'Pay 9\b1 ETH'],
    ['C1', 'Pay\u0085nothing'],
    ['a null', 'Pay\u0000'],
    ['delete', 'Pay\u007f'],
  ])('%s makes it data', (_, text) => {
    const reading = read(text, 'TEXT_UTF8', 'SHA256');
    expect(said(reading)).toMatch(/^Sign \d+ bytes that are no text$/);
    expect(value(reading, 'Data')).toBe(`0x${toHex(toUtf8(text))}`);
    expect(codes(reading)).toEqual(['danger BLIND_SIGNING']);
  });

  it('leaves tabs and line breaks in it', () => {
    const reading = read('a\tb\r\nc\nd', 'TEXT_UTF8', 'SHA256');
    expect(value(reading, 'Line 3')).toBe('d');
  });

  it('says that a personal message is hashed as none is', () => {
    const personal = `\x19Ethereum Signed Message:\n5Hello`;
    expect(codes(read(personal, 'TEXT_UTF8', 'SHA256'))).toEqual(['caution PERSONAL_MESSAGE_HASH']);
    expect(codes(read(personal, 'TEXT_UTF8', 'KECCAK256'))).toEqual([]);
  });
});

it('does not take ordinary payloads for anything else', () => {
  const texts = [
    'Hello',
    '{"chain_id":"x"}',
    '{"order":1}',
    '1'.repeat(150),
    'x',
    '\u4e2d\u6587',
    'psbt',
    'v',
  ];
  for (const text of texts)
    for (const hash of HASHES) expect(said(read(text, 'TEXT_UTF8', hash))).toMatch(/^Sign the text/);
});
