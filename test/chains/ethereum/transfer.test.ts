import fc from 'fast-check';
import { decodeFunctionData, erc20Abi, getAddress, parseEther, parseTransaction, parseUnits } from 'viem';
import { describe, expect, it } from 'vitest';
import { readEthereum } from '#chains/ethereum/read-ethereum.ts';
import { ethereumTransfer } from '#chains/ethereum/transfer.ts';
import { recipientsOf } from '#chains/model/recipients.ts';
import { problemsOf, requestOf } from '../transfer-request.ts';

const SENDER = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

const request = (changes: Parameters<typeof requestOf>[2] = {}) =>
  requestOf(ethereumTransfer, SENDER, { to: TO, ...changes, values: { nonce: '7', ...changes.values } });
const build = (changes?: Parameters<typeof requestOf>[2]) => ethereumTransfer.build(request(changes));
const problems = (changes?: Parameters<typeof requestOf>[2]) =>
  problemsOf(ethereumTransfer, request(changes));
const asViem = (hex: string) => parseTransaction(`0x${hex}`);

/** A decimal number as people write it, with as many places at most. */
const decimal = (places: number) =>
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.stringMatching(new RegExp(`^[0-9]{0,${places}}$`)))
    .map(([whole, part]) => (part === '' ? whole.toString() : `${whole}.${part}`))
    .filter((text) => /[1-9]/.test(text));
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`))
  .filter((each) => !/^0x0+$/.test(each));

describe('payments on Ethereum', () => {
  it('pay the coin to whom, and as much as, viem reads', () => {
    fc.assert(
      fc.property(address, decimal(18), fc.nat(), (to, amount, nonce) => {
        const read = asViem(build({ to, amount, values: { nonce: String(nonce) } }));
        expect(read).toMatchObject({
          type: 'eip1559',
          chainId: 1,
          gas: 21_000n,
          maxFeePerGas: 30_000_000_000n,
        });
        expect(read.nonce ?? 0).toBe(nonce);
        expect(getAddress(read.to ?? '0x')).toBe(to);
        expect(read.value).toBe(parseEther(amount));
        expect(read.data).toBeUndefined();
      }),
    );
  });

  it('pay tokens by a call that viem reads as a transfer, and the preview as one to that recipient', () => {
    fc.assert(
      fc.property(address, decimal(6), (to, amount) => {
        const hex = build({ to, amount, asset: USDC });
        const read = asViem(hex);
        expect(getAddress(read.to ?? '0x')).toBe(USDC);
        expect(read.value ?? 0n).toBe(0n);
        const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: read.data ?? '0x' });
        expect([functionName, args]).toEqual(['transfer', [to, parseUnits(amount, 6)]]);
        expect(recipientsOf(readEthereum(hex, { address: SENDER }))).toEqual(to === USDC ? [] : [to]);
      }),
    );
  });

  it('know the nonce that a transaction uses up', () => {
    expect(ethereumTransfer.nonceOf(build({ network: '8453' }))).toEqual({ network: '8453', nonce: 7n });
  });

  it('ask for the nonce, which is never a guess', () => {
    expect(problems({ values: { nonce: '' } })).toEqual(['nonce: TRANSFER_FIELD_MISSING']);
    expect(problems({ values: { nonce: String(2n ** 64n - 1n) } })).toEqual([
      'nonce: TRANSFER_NUMBER_INVALID',
    ]);
  });

  it('say everything that is wrong at once', () => {
    expect(problems({ to: '', amount: '', values: { nonce: 'x', tip: '31' } })).toEqual([
      'to: TRANSFER_FIELD_MISSING',
      'amount: TRANSFER_FIELD_MISSING',
      'nonce: TRANSFER_NUMBER_INVALID',
    ]);
    expect(problems({ values: { tip: '31' } })).toEqual(['tip: TRANSFER_FEE_INVALID']);
  });

  it.each([
    '-1',
    '+1',
    '1e3',
    '1,000',
    '1.000.000',
    '1 000',
    '1_000',
    '.5',
    '5.',
    '0x10',
    'NaN',
    'Infinity',
    '١٢',
    '１２',
    '1,5',
    '',
    '0',
    '0.000000000000000000',
  ])('attack: the amount “%s” is no number of ours', (amount) => {
    expect(problems({ amount })).toEqual([expect.stringMatching(/^amount: TRANSFER_/)]);
  });

  it('attack: an amount with 19 decimals, or beyond a word, is neither cut off nor wrapped', () => {
    expect(problems({ amount: '0.0000000000000000001' })).toEqual(['amount: TRANSFER_NUMBER_INVALID']);
    expect(problems({ amount: '1.0000001', asset: USDC })).toEqual(['amount: TRANSFER_NUMBER_INVALID']);
    expect(problems({ amount: (2n ** 256n).toString() })).toEqual(['amount: TRANSFER_NUMBER_INVALID']);
    expect(problems({ amount: '9'.repeat(2_000) })).toEqual(['amount: TRANSFER_NUMBER_INVALID']);
  });

  it('attack: characters that can’t be seen are refused in every field, and not taken out', () => {
    for (const hidden of ['\u202e', '\u200b', '\ufeff', '\u2066', '\u00a0']) {
      expect(problems({ to: `${TO}${hidden}` })).toEqual(['to: TRANSFER_TEXT_INVISIBLE']);
      expect(problems({ amount: `1${hidden}0` })).toEqual(['amount: TRANSFER_TEXT_INVISIBLE']);
      expect(problems({ values: { nonce: `7${hidden}` } })).toEqual(['nonce: TRANSFER_TEXT_INVISIBLE']);
    }
  });

  it('attack: an address with one letter in the wrong case is refused', () => {
    const at = TO.search(/[a-f]/);
    const wrong = `${TO.slice(0, at)}${TO.charAt(at).toUpperCase()}${TO.slice(at + 1)}`;
    expect(problems({ to: wrong })).toEqual(['to: ADDRESS_CHECKSUM_INVALID']);
  });

  it('attack: an address of another chain is refused', () => {
    for (const to of [
      'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'So11111111111111111111111111111111111111112',
    ])
      expect(problems({ to })).toEqual(['to: ADDRESS_INVALID']);
  });

  it('attack: a token of the same symbol with another contract is none of the list', () => {
    const fake = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB49';
    expect(problems({ asset: fake })).toEqual(['asset: TRANSFER_ASSET_UNKNOWN']);
    // That of another network is another contract as well.
    expect(problems({ network: '8453', asset: USDC })).toEqual(['asset: TRANSFER_ASSET_UNKNOWN']);
    // Symbols that two contracts have are told apart by the address.
    for (const { id } of ethereumTransfer.networks) {
      const symbols = ethereumTransfer.assets(id).map(({ symbol }) => symbol.toUpperCase());
      expect(new Set(symbols).size).toBe(symbols.length);
    }
  });

  it('attack: tokens to their own contract, and anything to the zero address, are refused', () => {
    expect(problems({ to: USDC, asset: USDC })).toEqual(['to: TRANSFER_RECIPIENT_INVALID']);
    expect(problems({ to: `0x${'0'.repeat(40)}` })).toEqual(['to: TRANSFER_RECIPIENT_INVALID']);
  });

  it('attack: a network that isn’t listed has no assets', () => {
    expect(problems({ network: '4217' })).toEqual(['asset: TRANSFER_ASSET_UNKNOWN']);
    expect(problems({ network: '1e3' })).toEqual(['asset: TRANSFER_ASSET_UNKNOWN']);
  });
});
