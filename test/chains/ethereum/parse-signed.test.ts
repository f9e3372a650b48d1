import { describe, expect, it } from 'vitest';
import { toHex } from '#protocol/encoding.ts';
import { parseSigned, splitSigned } from '#chains/ethereum/parse-signed.ts';
import { WELL_FORMED } from './malformed.ts';

/** The first transaction on Ethereum's main network (block 46,147), from before EIP-155. */
const FIRST =
  'f86780862d79883d2000825208945df9b87991262f6ba471f09758cde1c0fc1de734827a69801c' +
  'a088ff6cf0fefd94db46111149ae4bfc179e9b94721fffd821d38d16464b3f71d0' +
  'a045e0aff800961cfce805daef7016b9b675c137a6a41a548f7b60a3484c06a33a';

/** The example of EIP-155, with its `v` in the place of the asterisks. */
const example = (v: string) =>
  'f8**098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080'.replace(
    '**',
    (0x6b + v.length / 2).toString(16),
  ) +
  v +
  'a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276' +
  'a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83';

const codeIs = (code: string) => expect.objectContaining({ code }) as Error;

describe('parseSigned', () => {
  it('recovers who sent the first transaction of the main network, and its hash', () => {
    const { from, hash, unsigned, lowS } = parseSigned(FIRST);
    expect(splitSigned(FIRST)).toMatchObject({ hash, unsigned });
    expect([from, hash]).toEqual([
      '0xA1E4380A3B1f749673E270229993eE55F35663b4',
      '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
    ]);
    expect(unsigned).toMatchObject({ type: 'legacy', chainId: null, value: 31_337n, nonce: 0n });
    expect(lowS).toBe(true);
  });

  it('takes the example of EIP-155 apart', () => {
    const { from, unsigned } = parseSigned(example('25'));
    expect(from).toBe('0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F');
    expect(toHex(unsigned.bytes)).toBe(
      'ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080',
    );
  });

  it.each([
    ['a v that no signature has', example('1d'), 'TRANSACTION_NOT_SIGNED'],
    ['a v of zero', example('80'), 'TRANSACTION_NOT_SIGNED'],
    ['a v with a leading zero', example('820025'), 'TRANSACTION_FIELD_INVALID'],
    ['a v whose chain id is larger than any', example(`89ff${'00'.repeat(8)}`), 'TRANSACTION_FIELD_INVALID'],
    ['one byte behind it', `${FIRST}00`, 'RLP_TRAILING_BYTES'],
    ['an unsigned legacy transaction', WELL_FORMED.legacy, 'TRANSACTION_NOT_SIGNED'],
    ['an unsigned transaction of six fields', WELL_FORMED.sixFields, 'TRANSACTION_NOT_SIGNED'],
    ['an unsigned EIP-1559 transaction', WELL_FORMED.eip1559, 'TRANSACTION_NOT_SIGNED'],
    ['an unsigned EIP-7702 transaction', WELL_FORMED.eip7702, 'TRANSACTION_NOT_SIGNED'],
    ['nothing', '', 'HEX_INVALID'],
  ])('refuses %s', (_what, hex, code) => {
    expect(() => parseSigned(hex)).toThrow(codeIs(code));
  });

  it.each(['02', '81ff'])('refuses a parity of %s in a typed transaction', (parity) => {
    const list = `0180010282520894${'35'.repeat(20)}0380c0${parity}0101`;
    const hex = `02${(0xc0 + list.length / 2).toString(16)}${list}`;
    expect(() => parseSigned(hex)).toThrow(codeIs('TRANSACTION_SIGNATURE_INVALID'));
  });
});
