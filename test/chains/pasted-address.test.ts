import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressInCode, pastedAddress } from '#chains/pasted-address.ts';

describe('an address that is pasted', () => {
  it.each([
    ['0x4B7Ea169aBA959124014D317E12e393a65C93d5e', 'ETHEREUM', undefined],
    [
      ' 0x4b7ea169aba959124014d317e12e393a65c93d5e\n',
      'ETHEREUM',
      '0x4B7Ea169aBA959124014D317E12e393a65C93d5e',
    ],
    ['TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', 'TRON', undefined],
    // BIP-173 and BIP-350, their own vectors.
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'BITCOIN', undefined],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'BITCOIN', undefined],
    ['1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH', 'BITCOIN', undefined],
    ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'SOLANA', undefined],
  ])('%s is one of %s', (text, chain, address = text.trim()) => {
    expect(pastedAddress(text)).toEqual({ chain: `TRANSACTION_TYPE_${chain}`, address });
  });

  it.each([
    ['an EIP-55 checksum that is wrong', '0x4B7Ea169aBA959124014D317E12e393a65C93d5E'],
    ['a letter of Tron’s changed', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSF'],
    ['a witness address with a letter changed', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['40 digits without 0x, which may be anything', '4b7ea169aba959124014d317e12e393a65c93d5e'],
    ['32 bytes of hex', '0x' + 'ab'.repeat(32)],
    ['a signature of Solana’s', '5'.repeat(88)],
    ['two addresses', '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH 1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH'],
    ['nothing', ''],
  ])('is none: %s', (_, text) => {
    expect(pastedAddress(text)).toBeNull();
  });

  it('throws for no text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => void pastedAddress(text)));
    fc.assert(fc.property(fc.base64String(), (text) => void pastedAddress(text)));
  });
});

describe('an address in a code that a wallet shows', () => {
  const ETHEREUM = '0x4B7Ea169aBA959124014D317E12e393a65C93d5e';
  const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  it.each([
    ['alone', ETHEREUM, ETHEREUM, false],
    ['of ERC-681', `ethereum:${ETHEREUM}`, ETHEREUM, false],
    ['of ERC-681 with its prefix, chain and amount', `ethereum:pay-${ETHEREUM}@1?value=2e18`, ETHEREUM, true],
    ['of BIP-21 with an amount', `bitcoin:${BITCOIN}?amount=0.1&label=Shop`, BITCOIN, true],
    ['of BIP-21 all in capitals', `BITCOIN:${BITCOIN.toUpperCase()}?AMOUNT=0.1`, BITCOIN, true],
    ['of BIP-21 in capitals', `bitcoin:${BITCOIN.toUpperCase()}`, BITCOIN, false],
    [
      'of Solana Pay with a token',
      'solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN?amount=1&spl-token=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN',
      true,
    ],
  ])('%s', (_what, text, address, isMore) => {
    expect(addressInCode(text)).toMatchObject({ kind: 'address', found: { address }, isMore });
  });

  it('attack: the contract of a call is nobody who is paid', () => {
    const call = `ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48@1/transfer?address=${ETHEREUM}&uint256=1`;
    expect(addressInCode(call)).toEqual({ kind: 'call' });
    // Without a function in the path, too: ERC-67, raw data, an argument by its type.
    for (const members of [
      `function=transfer(address ${ETHEREUM}, uint 1)`,
      'value=1&data=0xa9059cbb',
      `address=${ETHEREUM}&uint256=1`,
      `%61ddress=${ETHEREUM}`,
      'UINT256=5',
      'bytes32[]=1',
    ])
      expect(addressInCode(`ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48?${members}`)).toEqual({
        kind: 'call',
      });
  });

  it.each([
    ['a wrong checksum', `ethereum:${ETHEREUM.replace('4B7Ea', '4B7ea')}`],
    ['another chain’s scheme', `bitcoin:${ETHEREUM}`],
    ['a web address', `https://pay.example/${ETHEREUM}`],
    ['a required member that is not known', `bitcoin:${BITCOIN}?amount=1&req-somethingyoudontunderstand=50`],
    ['the same, hidden by its spelling', `bitcoin:${BITCOIN}?REQ%2Dx=50`],
    ['something behind the address', `ethereum:${ETHEREUM}#x`],
    ['a link to a transaction of Solana Pay', 'solana:https%3A%2F%2Fexample.com%2Fpay'],
  ])('attack: none with %s', (_what, text) => {
    expect(addressInCode(text)).toEqual({ kind: 'none' });
  });

  it('of anything at all is an answer', () => {
    fc.assert(fc.property(fc.string(), (text) => void addressInCode(text)));
    fc.assert(fc.property(fc.string(), (text) => void addressInCode(`ethereum:${ETHEREUM}${text}`)));
  });
});
