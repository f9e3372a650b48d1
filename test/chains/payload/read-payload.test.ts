import { Wallet } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HashFunction, PayloadEncoding } from '#protocol/catalogue/signing.ts';
import { sentenceText } from '#chains/model/decoded.ts';
import { toHex, toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { readPayload, type PayloadSigner } from '#chains/payload/read-payload.ts';
import solanaVectors from '../../vectors/solana/web3js.json' with { type: 'json' };
import { permit } from '../ethereum/typed-data/samples.ts';
import { OTHER, STRANGE, unsigned } from '../ethereum/unsigned.ts';
import { tempoHex } from '../tempo/unsigned.ts';
import { OWNER, RECEIVER, tronRaw } from '../tron/unsigned.ts';

const wallet = new Wallet(`0x${'46'.repeat(32)}`);
const KEY: PayloadSigner = {
  curve: 'CURVE_SECP256K1',
  publicKey: wallet.signingKey.compressedPublicKey.slice(2),
  addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: wallet.address }],
  name: 'Treasury',
};
const SOLANA_KEY: PayloadSigner = { curve: 'CURVE_ED25519', publicKey: '11'.repeat(32), addresses: [] };

const read = (
  payload: string,
  encoding: 'HEXADECIMAL' | 'TEXT_UTF8' | 'EIP712' | 'EIP7702_AUTHORIZATION',
  hashFunction: 'NO_OP' | 'SHA256' | 'KECCAK256' | 'NOT_APPLICABLE',
  signer = KEY,
) =>
  readPayload(
    {
      payload,
      encoding: `PAYLOAD_ENCODING_${encoding}`,
      hashFunction: `HASH_FUNCTION_${hashFunction}`,
    },
    signer,
  );
type Read = ReturnType<typeof read>;
const said = ({ sentence }: Read) => sentenceText(sentence);
const codes = ({ warnings }: Read) => warnings.map(({ code, severity }) => `${severity} ${code}`);
const value = ({ facts }: Read, label: string) => facts.find((fact) => fact.label === label)?.value;
const personal = (text: string): string =>
  toHex(toUtf8(`\x19Ethereum Signed Message:\n${toUtf8(text).length}${text}`));

describe('messages', () => {
  it('reads a personal message behind its prefix, also one that starts with digits', () => {
    for (const text of ['Hello', '42 is the answer, and 7', '1'.repeat(99), '']) {
      const reading = read(personal(text), 'HEXADECIMAL', 'KECCAK256');
      expect(value(reading, 'Text')).toBe(text === '' ? 'empty' : text);
      expect(codes(reading)).toEqual([]);
      expect([value(reading, 'Form'), value(reading, 'Signed by')]).toEqual([
        'personal message (EIP-191)',
        wallet.address,
      ]);
    }
  });

  it('takes a prefix with another length for what it is: text without one', () => {
    const wrong = personal('Hello').replace(toHex(toUtf8('\n5')), toHex(toUtf8('\n6')));
    expect(codes(read(wrong, 'HEXADECIMAL', 'KECCAK256'))).toEqual(['danger BLIND_SIGNING']);
  });

  it('warns of text that is not marked as a message, where an Ethereum key signs', () => {
    expect(codes(read('Hello', 'TEXT_UTF8', 'KECCAK256'))).toEqual(['caution NO_PREFIX']);
    expect(codes(read('Hello', 'TEXT_UTF8', 'SHA256'))).toEqual([]);
    expect(codes(read('Hello', 'TEXT_UTF8', 'NOT_APPLICABLE', SOLANA_KEY))).toEqual([]);
  });

  it('shows each line, and reads a sign-in with its site and account', () => {
    const text = `example.com wants you to sign in with your Ethereum account:\n${wallet.address}\n\nURI: https://example.com`;
    const reading = read(personal(text), 'HEXADECIMAL', 'KECCAK256');
    expect(said(reading)).toBe(`Sign in to example.com as ${wallet.address}`);
    expect(codes(reading)).toEqual(['caution SIGN_IN']);
    expect(value(reading, 'Line 4')).toBe('URI: https://example.com');
    const other = read(personal(text.replace(wallet.address, OTHER)), 'HEXADECIMAL', 'KECCAK256');
    expect(codes(other)).toEqual(['danger NOT_THE_SIGNER', 'caution SIGN_IN']);
  });

  it('attack: marks that turn the writing, and letters of another script, are written out and warned of', () => {
    const reading = read(personal('Log in to p\u0430ypal\u202E moc.live'), 'HEXADECIMAL', 'KECCAK256');
    expect(codes(reading)).toEqual(['danger UNSEEN_CHARACTERS', 'caution MIXED_SCRIPTS']);
    expect(value(reading, 'Text')).toContain('[U+202E]');
    expect(said(reading)).toContain('[U+202E]');
  });

  it('attack: an all-Cyrillic site in a sign-in, and letters of other scripts in a message', () => {
    const signIn = `аррӏе.com wants you to sign in with your Ethereum account:\n${wallet.address}\n\nURI: https://example.com`;
    const reading = read(personal(signIn), 'HEXADECIMAL', 'KECCAK256');
    expect(codes(reading)).toContain('danger LOOK_ALIKE_TEXT');
    expect(reading.warnings[0]?.text).toBe(
      'The site has “аррӏе.com”, which looks like “appie.com” and is not: its letters are of another kind.',
    );
    for (const text of ['Log in to ᏢᎪᎩᏢᎪᏞ', 'ｐａｙｐａｌ.com', '𝐏𝐚𝐲 me'])
      expect(codes(read(personal(text), 'HEXADECIMAL', 'KECCAK256'))).toEqual(['danger LOOK_ALIKE_TEXT']);
  });

  it('says blind signing of a hash, and of bytes that are no text', () => {
    const hash = '11'.repeat(32);
    for (const [payload, hashFunction] of [
      [hash, 'NO_OP'],
      ['00ff', 'SHA256'],
      [toHex(toUtf8('\x19Ethereum Signed Message:\n32')) + hash, 'KECCAK256'],
    ] as const) {
      const reading = read(payload, 'HEXADECIMAL', hashFunction);
      expect(codes(reading)).toEqual(['danger BLIND_SIGNING']);
      expect(reading.warnings[0]?.title).toBe('Blind signing');
    }
  });
});

describe('attack: a transaction by the side door', () => {
  const solana = solanaVectors[0]?.transaction ?? '';
  // One signature of 64 bytes stands before the message.
  const message = solana.slice(2 + 128 * Number.parseInt(solana.slice(0, 2), 16));
  it.each([
    ['an Ethereum', unsigned({ to: OTHER, value: 10n ** 18n }).slice(2), 'KECCAK256', KEY],
    ['a Tempo', tempoHex().replace(/^0x/, ''), 'KECCAK256', KEY],
    [
      'a Tron',
      tronRaw('TransferContract', { owner_address: OWNER.hex, to_address: RECEIVER.hex, amount: 1 }),
      'SHA256',
      KEY,
    ],
    ['a Solana', message, 'NOT_APPLICABLE', SOLANA_KEY],
  ] as const)('reads the %s transaction and asks to stop', (chain, payload, hashFunction, signer) => {
    const reading = read(payload, 'HEXADECIMAL', hashFunction, signer);
    expect(said(reading)).toMatch(new RegExp(`^Sign ${chain} transaction as if it were plain bytes: `));
    expect(codes(reading)).toContain('danger TRANSACTION_AS_PAYLOAD');
    expect(reading.reading?.raw.length).toBeGreaterThan(0);
  });

  it('reads an authorization as the handing over that it is', () => {
    const of = (chainId: number) =>
      read(JSON.stringify({ address: STRANGE, chainId, nonce: 7 }), 'EIP7702_AUTHORIZATION', 'NO_OP');
    expect(said(of(1))).toBe(`Let the code at ${STRANGE} act for this account`);
    expect(codes(of(1))).toEqual(['danger DELEGATION']);
    expect(codes(of(0))).toEqual(['danger DELEGATION', 'danger DELEGATION_ANY_CHAIN']);
  });
});

it('attack: tells a window no more than it draws of a megabyte of Cosmos messages or screens', () => {
  const amino = (count: number) => `{"chain_id":"hub","fee":{},"msgs":[${Array(count).fill(0).join()}]}`;
  const screens = (count: number) =>
    `a1019a${count.toString(16).padStart(8, '0')}${'a1026161'.repeat(count)}`;
  for (const [payload, encoding] of [
    [amino(100_000), 'TEXT_UTF8'],
    [screens(100_000), 'HEXADECIMAL'],
  ] as const) {
    const reading = read(payload, encoding, 'SHA256');
    expect(codes(reading)).toEqual(
      expect.arrayContaining(['danger BLIND_SIGNING', 'danger FIELDS_NOT_SHOWN']),
    );
    expect(reading.facts.length).toBeLessThan(210);
    expect(value(reading, 'Not shown')).toBe('99800 more');
    expect(said(reading).length).toBeLessThan(3_000);
  }
  const whole = read(amino(200), 'TEXT_UTF8', 'SHA256');
  expect(value(whole, 'Not shown')).toBeUndefined();
  expect(codes(whole)).not.toContain('danger FIELDS_NOT_SHOWN');
});

it('reads typed data with the account of the key', () => {
  const reading = read(JSON.stringify(permit({ owner: OTHER })), 'EIP712', 'NO_OP');
  expect(value(reading, 'From')).toBe(wallet.address);
  expect(codes(reading)).toContain('caution NOT_THE_SIGNER');
});

it('throws nothing but its own errors, whatever the payload', () => {
  const encodings = ['HEXADECIMAL', 'TEXT_UTF8', 'EIP712', 'EIP7702_AUTHORIZATION'] as const;
  const hashes = ['NO_OP', 'SHA256', 'KECCAK256', 'NOT_APPLICABLE'] as const;
  const bytes = fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each).toString('hex'));
  fc.assert(
    fc.property(
      fc.oneof(bytes, fc.string(), fc.json()),
      fc.constantFrom(...encodings),
      fc.constantFrom(...hashes),
      fc.constantFrom(KEY, SOLANA_KEY),
      (payload, encoding, hashFunction, signer) => {
        try {
          const request: { payload: string; encoding: PayloadEncoding; hashFunction: HashFunction } = {
            payload,
            encoding: `PAYLOAD_ENCODING_${encoding}`,
            hashFunction: `HASH_FUNCTION_${hashFunction}`,
          };
          expect(readPayload(request, signer).sentence.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      },
    ),
    { numRuns: 1000 },
  );
});
