import { Interface, Transaction } from 'ethers';
import { describe, expect, it } from 'vitest';
import { chainOf } from '#chains/chains.ts';
import { sentenceText } from '#chains/model/decoded.ts';
import { recipientsOf, withNewRecipients, withOwnNames } from '#chains/model/recipients.ts';
import { addressOf, unsignedTransfer } from '../../fixtures/batch-files.ts';
import { OTHER, OWN, psbtOf, PUBLIC_KEY, scriptOf } from '../bitcoin/unsigned.ts';
import { encode, MESSENGER, MULTICALL3, SIGNER, unsigned } from '../ethereum/unsigned.ts';
import { OWNER, RECEIVER, tronRaw } from '../tron/unsigned.ts';

const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const token = new Interface([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
]);
const ethereum = (unsigned: string): string[] =>
  recipientsOf(chainOf('TRANSACTION_TYPE_ETHEREUM').read(unsigned));
const call = (data: string): string =>
  Transaction.from({
    type: 2,
    to: TOKEN,
    data,
    chainId: 1,
    nonce: 0,
    gasLimit: 90_000,
    maxFeePerGas: 10n,
    maxPriorityFeePerGas: 1n,
  }).unsignedSerialized;

describe('who gets something from a transaction', () => {
  it('is the recipient of coins', () => {
    expect(ethereum(unsignedTransfer({}))).toEqual([addressOf(0)]);
  });

  it('is the recipient of tokens, not their contract', () => {
    expect(ethereum(call(token.encodeFunctionData('transfer', [addressOf(1), 5n])))).toEqual([addressOf(1)]);
  });

  it('is nobody where something is only allowed', () => {
    expect(ethereum(call(token.encodeFunctionData('approve', [addressOf(1), 5n])))).toEqual([]);
  });

  it.each([
    [5, '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi'],
    [8, `0x${'01'.repeat(32)}`],
  ])('attack: a batch sends USDC to a stranger on the network of domain %i', (domain, to) => {
    const burn = encode(
      'depositForBurn(uint256,uint32,bytes32,address)',
      ...[5_000_000n, domain, `0x${'01'.repeat(32)}`, TOKEN],
    );
    const data = encode('aggregate3((address,bool,bytes)[])', [
      [TOKEN, false, encode('approve(address,uint256)', MESSENGER, 5_000_000n)],
      [MESSENGER, false, burn],
    ]);
    const reading = chainOf('TRANSACTION_TYPE_ETHEREUM').read(unsigned({ to: MULTICALL3, data }), {
      address: SIGNER,
    });
    expect(sentenceText(reading.sentence)).toContain(`, in favor of ${MESSENGER} and ${to}`);
    expect(recipientsOf(reading)).toEqual([to]);
    const sent = withNewRecipients(reading, () => false).actions[0]?.actions[1];
    expect(sent?.facts.find(({ label }) => label === 'To')?.note).toBe('new: not yours, and not paid before');
  });

  it('is the account of a Tron transfer', () => {
    const value = { owner_address: OWNER.hex, to_address: RECEIVER.hex, amount: 1_500_000 };
    const reading = chainOf('TRANSACTION_TYPE_TRON').read(tronRaw('TransferContract', value));
    expect(recipientsOf(reading)).toEqual([RECEIVER.text]);
  });

  it('is everybody whom Bitcoin outputs pay, without the key’s own change', () => {
    const psbt = psbtOf({
      outputs: [
        { to: scriptOf(OTHER.p2wpkh), amount: 300_000n },
        { to: scriptOf(OTHER.p2tr), amount: 100_000n },
        { to: scriptOf(OWN.p2wpkh), amount: 550_000n },
      ],
    });
    const signer = { address: OWN.p2wpkh.address ?? '', publicKey: PUBLIC_KEY };
    const reading = chainOf('TRANSACTION_TYPE_BITCOIN').read(psbt.toHex(), signer);
    expect(recipientsOf(reading)).toEqual([OTHER.p2wpkh.address, OTHER.p2tr.address]);
  });

  it.each(['p2pkh', 'p2sh', 'p2wpkh', 'p2tr', 'p2wsh'] as const)(
    'has its name beside the form %s',
    (kind) => {
      const to = OTHER[kind].address ?? '';
      const psbt = psbtOf({
        outputs: [
          { to: scriptOf(OTHER[kind]), amount: 300_000n },
          { to: scriptOf(OWN.p2wpkh), amount: 650_000n },
        ],
      });
      const signer = { address: OWN.p2wpkh.address ?? '', publicKey: PUBLIC_KEY };
      const reading = chainOf('TRANSACTION_TYPE_BITCOIN').read(psbt.toHex(), signer);
      const notesOf = ({ actions }: typeof reading): (string | undefined)[] =>
        actions
          .flatMap(({ facts }) => facts.filter(({ kind: fact }) => fact === 'address'))
          .flatMap(({ value, note }) => ([to, signer.address].includes(value) ? [note] : []));
      const names = new Map([
        [to, 'contact “Ada”'],
        [signer.address, 'taproot'],
      ]);
      const named = withNewRecipients(
        withOwnNames(reading, (address) => names.get(address)),
        () => false,
      );
      expect(notesOf(named).slice(0, 2)).toEqual([
        expect.stringMatching(/^contact “Ada”, .* \(P2/),
        'taproot, segwit, to a key’s hash (P2WPKH)',
      ]);
      // Without a name it is called new.
      expect(notesOf(withNewRecipients(reading, () => false))[0]).toMatch(
        /^new: not yours, and not paid before, .*\(P2/,
      );
    },
  );
});
