import { Wallet, getCreateAddress } from 'ethers';
import { describe, expect, it } from 'vitest';
import { readTransaction } from '#chains/chains.ts';
import { sentenceText, decodedTransaction } from '#chains/model/decoded.ts';
import { OTHER, SIGNER, STRANGE, USDC, encode, unsigned } from './unsigned.ts';

const from = { address: SIGNER, name: 'Treasury' };
const read = (hex: string) => readTransaction('TRANSACTION_TYPE_ETHEREUM', hex, { from });
const codes = (reading: ReturnType<typeof read>) => reading.warnings.map((warning) => warning.code);
const table = (reading: ReturnType<typeof read>) =>
  Object.fromEntries(reading.facts.map((fact) => [fact.label, [fact.value, fact.note]]));
const GWEI = 10n ** 9n;
const ETHER = 10n ** 18n;
const blobHash = `0x01${'ab'.repeat(31)}`;

describe('readTransaction', () => {
  it('reads a transfer of coins in a sentence, facts, and raw fields', () => {
    const reading = read(unsigned({ to: OTHER, value: (3n * ETHER) / 2n }));
    expect(decodedTransaction.parse(reading)).toEqual(reading);
    expect(reading.sentence).toEqual([
      { kind: 'text', value: 'Send ' },
      { kind: 'amount', value: '1.5 ETH' },
      { kind: 'text', value: ' to ' },
      { kind: 'address', value: OTHER },
    ]);
    expect(table(reading)).toEqual({
      Chain: ['Ethereum mainnet', 'chain ID 1'],
      From: [SIGNER, 'Treasury'],
      To: [OTHER, undefined],
      Amount: ['1.5 ETH', '1500000000000000000 wei'],
      'Max fee': ['0.003 ETH', '100,000 gas at 30 gwei, tip 1.5 gwei'],
      Nonce: ['12', undefined],
      Type: ['EIP-1559', undefined],
    });
    expect(reading.raw.map((fact) => [fact.label, fact.value])).toEqual([
      ['type', 'eip1559'],
      ['chainId', '1'],
      ['nonce', '12'],
      ['maxPriorityFeePerGas', '1500000000'],
      ['maxFeePerGas', '30000000000'],
      ['gasLimit', '100000'],
      ['to', OTHER],
      ['value', '1500000000000000000'],
      ['data', '0x'],
      ['accessList', '0xc0'],
    ]);
    expect([codes(reading), reading.blind]).toEqual([[], false]);
  });

  it('reads a token transfer as the operator thinks of it', () => {
    const reading = read(
      unsigned({ to: USDC, data: encode('transfer(address,uint256)', OTHER, 1_000_000_000n) }),
    );
    expect(table(reading)).toMatchObject({
      To: [OTHER, undefined],
      Asset: [
        USDC,
        expect.stringMatching(/^USD Coin, USDC, 6 decimals, from the local list of \d{4}-\d\d-\d\d$/),
      ],
      Amount: ['1,000.00 USDC', '1000000000'],
    });
  });

  it('marks every fact that comes from the bytes', () => {
    const hex = unsigned({ to: USDC, data: encode('transfer(address,uint256)', OTHER, 1_000_000_000n) });
    const reading = read(hex);
    for (const fact of reading.facts.filter(({ label }) => label !== 'From'))
      expect(fact.ranges).not.toHaveLength(0);
    const bytesOf = (label: string) =>
      reading.facts
        .find((fact) => fact.label === label)
        ?.ranges?.map(([a, b]) => hex.slice(2 + a * 2, 2 + b * 2));
    expect(bytesOf('To')).toEqual([OTHER.slice(2).toLowerCase()]);
    expect(bytesOf('Asset')).toEqual([USDC.slice(2).toLowerCase()]);
    expect(bytesOf('Amount')).toEqual([1_000_000_000n.toString(16).padStart(64, '0')]);
    expect(bytesOf('Nonce')).toEqual(['0c']);
  });

  it('leaves the sender out where it is not known', () => {
    const reading = readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned({ to: OTHER, value: 1n }));
    expect(reading.facts.map((fact) => fact.label)).not.toContain('From');
    expect(sentenceText(reading.sentence)).toBe(`Send 0.000000000000000001 ETH to ${OTHER}`);
  });

  it('names an unknown chain by its number and its coin ether', () => {
    const reading = read(unsigned({ to: OTHER, value: ETHER, chainId: 31337n }));
    expect([reading.network, sentenceText(reading.sentence)]).toEqual([
      'Chain 31337',
      `Send 1 ether to ${OTHER}`,
    ]);
    expect(codes(reading)).toEqual(['UNKNOWN_NETWORK']);
  });

  it('names the coin of a known chain', () => {
    const reading = read(unsigned({ to: OTHER, value: ETHER, chainId: 137n }));
    expect([reading.network, sentenceText(reading.sentence)]).toEqual([
      'Polygon PoS',
      `Send 1 POL to ${OTHER}`,
    ]);
  });

  it('shows access list and blobs, and counts blobs into the fee', () => {
    const reading = read(
      unsigned({
        type: 3,
        to: OTHER,
        value: 1n,
        accessList: [{ address: USDC, storageKeys: [`0x${'00'.repeat(32)}`] }],
        maxFeePerBlobGas: GWEI,
        blobVersionedHashes: [blobHash, blobHash],
      }),
    );
    expect(table(reading)).toMatchObject({
      'Access list': ['1 address, 1 storage key', undefined],
      Blobs: ['2', expect.stringContaining('256 KiB')],
      // 100,000 gas at 30 gwei, and 2 blobs of 131,072 gas at 1 gwei
      'Max fee': ['0.003262144 ETH', expect.stringContaining('blobs at 1 gwei')],
    });
    expect(reading.raw.map(({ label }) => label)).toEqual([
      'type',
      'chainId',
      'nonce',
      'maxPriorityFeePerGas',
      'maxFeePerGas',
      'gasLimit',
      'to',
      'value',
      'data',
      'accessList',
      'maxFeePerBlobGas',
      'blobVersionedHashes',
    ]);
  });

  const legacy = { type: 0, maxFeePerGas: null, maxPriorityFeePerGas: null };
  it.each([
    [
      'valid on every chain, since it names none',
      { ...legacy, chainId: 0n, gasPrice: GWEI, to: OTHER, value: 1n },
      ['NO_REPLAY_PROTECTION'],
    ],
    ['with chain id zero', { chainId: 0n, to: OTHER, value: 1n }, ['CHAIN_ID_ZERO']],
    [
      'that sends coins to a contract creation',
      { to: null, value: ETHER, data: '0x6000' },
      ['VALUE_TO_CONTRACT_CREATION', 'BLIND_SIGNING', 'CONTRACT_CREATION'],
    ],
    ['that creates a contract', { to: null, data: '0x6000' }, ['BLIND_SIGNING', 'CONTRACT_CREATION']],
    [
      'without a recipient and without data',
      { to: null, value: 1n },
      ['VALUE_TO_CONTRACT_CREATION', 'CONTRACT_CREATION'],
    ],
    ['that burns coins', { to: `0x${'0'.repeat(40)}`, value: 1n }, ['ZERO_ADDRESS']],
    ['to the sender itself', { to: SIGNER, value: 1n }, ['SELF_TRANSFER']],
    ['that sends coins to a token', { to: USDC, value: 1n }, ['VALUE_TO_TOKEN']],
    [
      'whose fee is more than one ether',
      { to: OTHER, value: 1n, gasLimit: 30_000_000n, maxFeePerGas: 34n * GWEI },
      ['FEE_HIGH'],
    ],
    [
      'whose gas costs more than 10,000 gwei',
      { to: OTHER, value: 1n, gasLimit: 21_000n, maxFeePerGas: 10_001n * GWEI },
      ['FEE_HIGH'],
    ],
  ])('warns of a transaction %s', (_what, fields, expected) => {
    expect(codes(read(unsigned(fields)))).toEqual(expected);
  });

  it('says at which address a contract would be created', () => {
    const reading = read(unsigned({ to: null, data: '0x6000' }));
    expect(table(reading)['New contract']?.[0]).toBe(getCreateAddress({ from: SIGNER, nonce: 12 }));
    expect(sentenceText(reading.sentence)).toBe('Create a contract');
  });

  it('asks for a look at a fee of exactly one ether, and to stop above', () => {
    const fee = (gasLimit: bigint) =>
      read(unsigned({ to: OTHER, value: 50n * ETHER, gasLimit, maxFeePerGas: 40n * GWEI })).warnings.map(
        ({ code, severity }) => [code, severity],
      );
    expect(fee(25_000_000n)).toEqual([['FEE_HIGH', 'caution']]);
    expect(fee(25_000_001n)).toEqual([['FEE_HIGH', 'danger']]);
    expect(fee(2_500_000n)).toEqual([]);
  });

  it('warns of a tip that is higher than the fee', () => {
    // chain id 1, nonce 0, tip 2, fee 1: the libraries refuse to write this.
    const hex = `02df0180020182520894${OTHER.slice(2)}0180c0`;
    expect(codes(read(hex))).toEqual(['TIP_OVER_FEE']);
  });

  it('warns of a delegation, names whose account it is, and what it is given to', async () => {
    const wallet = new Wallet(`0x${'46'.repeat(32)}`);
    const here = await wallet.authorize({ address: STRANGE, nonce: 5, chainId: 1 });
    const anywhere = await wallet.authorize({ address: STRANGE, nonce: 6, chainId: 0 });
    const reading = read(unsigned({ type: 4, to: SIGNER, authorizationList: [here, anywhere] }));
    expect(codes(reading)).toEqual(['DELEGATION', 'DELEGATION_ANY_CHAIN', 'SELF_TRANSFER']);
    const delegations = reading.facts.filter((fact) => fact.label === 'Delegates to');
    expect(delegations.map((fact) => [fact.value, fact.note])).toEqual([
      [STRANGE, `for the account ${wallet.address}, chain ID 1, nonce 5`],
      [STRANGE, `for the account ${wallet.address}, every chain, nonce 6`],
    ]);
    expect(wallet.address).toBe(SIGNER);
  });

  it('orders warnings by their weight', () => {
    const weights = read(unsigned({ to: null, value: ETHER, data: '0x60', gasLimit: 10_000_000n })).warnings;
    expect(weights.map((warning) => warning.severity)).toEqual(['danger', 'danger', 'caution', 'notice']);
  });
});
