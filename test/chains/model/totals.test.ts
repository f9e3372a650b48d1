import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { address } from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base58 } from '@scure/base';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { chainOf } from '#chains/chains.ts';
import { readInstructions } from '#chains/solana/read-instruction.ts';
import { parseTransaction } from '#chains/solana/parse.ts';
import { associatedTokenAccount } from '#chains/solana/token-owners.ts';
import { formatAsset } from '#chains/model/amounts.ts';
import { totalsOf, type Totals } from '#chains/model/totals.ts';
import * as bitcoin from '../bitcoin/unsigned.ts';
import * as ethereum from '../ethereum/unsigned.ts';
import { VECTORS } from '../solana/vectors.ts';
import * as tempo from '../tempo/unsigned.ts';
import * as tron from '../tron/unsigned.ts';
import mainnet from '../../vectors/solana/mainnet.json' with { type: 'json' };

const totals = (type: TransactionType, hex: string, signer: string, own: readonly string[] = []): Totals => {
  const { totals: found } = chainOf(type).read(hex, { address: signer }, { ownAddresses: own });
  if (found === undefined) throw new Error('No totals.');
  return found;
};
/** Each asset as "out / in", by its symbol or id. */
const lines = ({ assets }: Totals): string[] =>
  assets.map(
    ({ asset, out, in: back }) =>
      `${formatAsset(asset, BigInt(out))} / ${formatAsset(asset, BigInt(back))}${asset.symbol === undefined ? ` of ${asset.id ?? ''}` : ''}`,
  );

describe('totals of Ethereum', () => {
  const { SIGNER, OTHER, USDC, WETH, STRANGE, encode, unsigned } = ethereum;
  const of = (hex: string, own: readonly string[] = []) =>
    totals('TRANSACTION_TYPE_ETHEREUM', hex, SIGNER, own);

  it('count coins and tokens apart, and the fee by itself', () => {
    const sent = of(unsigned({ to: OTHER, value: 10n ** 18n }));
    expect(lines(sent)).toEqual(['1 ETH / 0 ETH']);
    expect(sent.fee).toEqual({
      asset: { symbol: 'ETH', decimals: 18 },
      amount: (100_000n * 30_000_000_000n).toString(),
      isHighest: true,
    });
    expect(sent.notes).toEqual([]);
    const token = of(unsigned({ to: USDC, data: encode('transfer(address,uint256)', OTHER, 5_000_000n) }));
    expect(lines(token)).toEqual(['5.00 USDC / 0.00 USDC']);
  });

  it('count what comes to another address of the organization', () => {
    const data = encode('transfer(address,uint256)', OTHER, 5_000_000n);
    expect(lines(of(unsigned({ to: USDC, data }), [OTHER.toUpperCase().replace('0X', '0x')]))).toEqual([
      '5.00 USDC / 5.00 USDC',
    ]);
  });

  it('count a token transfer from somebody else as what comes in', () => {
    const data = encode('transferFrom(address,address,uint256)', OTHER, SIGNER, 7_000_000n);
    expect(lines(of(unsigned({ to: USDC, data })))).toEqual(['0.00 USDC / 7.00 USDC']);
  });

  it('know that wrapping gives one for one', () => {
    const wrapped = of(unsigned({ to: WETH, data: encode('deposit()'), value: 10n ** 18n }));
    expect(lines(wrapped)).toEqual(['1 ETH / 0 ETH', '0.00 WETH / 1.00 WETH']);
    const unwrapped = of(unsigned({ to: WETH, data: encode('withdraw(uint256)', 10n ** 18n) }));
    expect(lines(unwrapped)).toEqual(['1.00 WETH / 0.00 WETH', '0 ETH / 1 ETH']);
  });

  it('say in words where the contract decides', () => {
    const unknown = of(unsigned({ to: STRANGE, data: '0xdeadbeef', value: 1n }));
    expect(lines(unknown)).toEqual(['0.000000000000000001 ETH / 0 ETH']);
    expect(unknown.notes).toEqual([
      'The contract decides what “Unknown call 0xdeadbeef” moves; it can’t be read from the transaction.',
    ]);
    const approval = encode('approve(address,uint256)', STRANGE, 5n);
    expect(of(unsigned({ to: USDC, data: approval }))).toMatchObject({ assets: [], notes: [] });
    expect(of(unsigned({ to: STRANGE, data: approval })).notes.length).toBe(1);
    expect(of(unsigned({ to: null, data: '0x6080604052' })).notes.length).toBe(1);
  });

  it('add up the calls of a batch, and do not count its coins twice', () => {
    const transfer = encode('transfer(address,uint256)', OTHER, 5_000_000n);
    const data = encode('multicall(bytes[])', [transfer, transfer]);
    expect(lines(of(unsigned({ to: USDC, data, value: 3n })))).toEqual([
      '0.000000000000000003 ETH / 0 ETH',
      '10.00 USDC / 0.00 USDC',
    ]);
  });

  it('are left away where nobody is known to sign', () => {
    expect(chainOf('TRANSACTION_TYPE_ETHEREUM').read(unsigned({ to: OTHER }))).not.toHaveProperty('totals');
  });
});

describe('totals of Tempo', () => {
  it('add up the calls of a batch; the fee is in dollars, and a sponsor’s is not counted', () => {
    const calls = [1_500_000n, 2_000_000n].map(
      (amount) => ({ to: tempo.PATH_USD, data: tempo.transfer(amount) }) as const,
    );
    const of = (hex: string) =>
      totals('TRANSACTION_TYPE_TEMPO', hex, tempo.SENDER.toLowerCase(), [tempo.RECEIVER]);
    const batch = of(tempo.tempoHex({ calls }));
    expect(lines(batch)).toEqual(['3.50 pathUSD / 3.50 pathUSD']);
    expect(batch.fee).toEqual({ asset: { symbol: 'USD', decimals: 6 }, amount: '1000', isHighest: true });
    expect(of(tempo.tempoHex({ feePayerSignature: null }))).not.toHaveProperty('fee');
  });
});

describe('totals of Tron', () => {
  const { OWNER, RECEIVER, tronRaw } = tron;
  const of = (type: string, value: object, own: readonly string[] = []) =>
    totals('TRANSACTION_TYPE_TRON', tronRaw(type, { owner_address: OWNER.hex, ...value }), OWNER.text, own);

  it('count TRX, tokens of contracts and TRC-10 tokens', () => {
    expect(lines(of('TransferContract', { to_address: RECEIVER.hex, amount: 1_500_000 }))).toEqual([
      '1.5 TRX / 0 TRX',
    ]);
    const data = `a9059cbb${'0'.repeat(24)}${RECEIVER.hex.slice(2)}${(2_500_000).toString(16).padStart(64, '0')}`;
    const call = { contract_address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c', data };
    expect(lines(of('TriggerSmartContract', call, [RECEIVER.text]))).toEqual(['2.50 USDT / 2.50 USDT']);
    expect(lines(of('TriggerSmartContract', { ...call, call_value: 1_000_000 }))).toEqual([
      '1 TRX / 0 TRX',
      '2.50 USDT / 0.00 USDT',
    ]);
    const asset = { to_address: RECEIVER.hex, asset_name: '31303032303030', amount: 7 };
    expect(lines(of('TransferAssetContract', asset))).toEqual([
      '7 atomic units / 0 atomic units of TRC-10 1002000',
    ]);
  });

  it('say what stays and what is not in the bytes', () => {
    const staked = of('FreezeBalanceV2Contract', { frozen_balance: 5_000_000, resource: 1 });
    expect(staked.assets).toEqual([]);
    expect(staked.notes[0]).toContain('stays the account’s');
    expect(of('WithdrawBalanceContract', {}).notes).toEqual(['How much comes in is not in the bytes.']);
  });
});

describe('totals of Bitcoin', () => {
  it('count inputs whole, and change back', () => {
    const { OWN, OTHER, psbtOf, scriptOf } = bitcoin;
    const signer = OWN.p2wpkh.address ?? '';
    const hex = psbtOf({
      inputs: [{ kind: 'p2wpkh' }, { kind: 'p2wpkh', of: OTHER }],
      outputs: [
        { to: scriptOf(OTHER.p2tr), amount: 600_000n },
        { to: scriptOf(OWN.p2wpkh), amount: 1_350_000n },
      ],
    }).toHex();
    const alone = totals('TRANSACTION_TYPE_BITCOIN', hex, signer);
    expect(lines(alone)).toEqual(['0.01 BTC / 0.0135 BTC']);
    expect(alone.fee).toEqual({ asset: { symbol: 'BTC', decimals: 8 }, amount: '50000', isHighest: false });
    const both = totals('TRANSACTION_TYPE_BITCOIN', hex, signer, [
      OTHER.p2tr.address ?? '',
      OTHER.p2wpkh.address ?? '',
    ]);
    expect(lines(both)).toEqual(['0.02 BTC / 0.0195 BTC']);
  });
});

describe('totals of Solana', () => {
  it('count SOL, and the fee where an own address pays it', () => {
    const vector = VECTORS.find(
      ({ instructions }) => instructions.map(({ id }) => id).join() === 'system.transfer',
    );
    const hex = vector?.transaction ?? '';
    const [{ reading } = { reading: undefined }] = readInstructions(parseTransaction(hex));
    const [from, to] = [reading?.address('from') ?? '', reading?.address('to') ?? ''];
    const amount = reading?.integer('lamports') ?? 0n;
    const sent = totals('TRANSACTION_TYPE_SOLANA', hex, from);
    expect(sent.assets).toEqual([{ asset: { symbol: 'SOL', decimals: 9 }, out: amount.toString(), in: '0' }]);
    expect(totals('TRANSACTION_TYPE_SOLANA', hex, to).assets[0]?.in).toBe(amount.toString());
    expect(sent).not.toHaveProperty('fee');
    const { fee } = totals('TRANSACTION_TYPE_SOLANA', hex, from, [vector?.feePayer ?? '']);
    expect(fee?.amount).toBe(String(5000 * parseTransaction(hex).requiredSignatures));
  });

  it('know an owner by the token account that the programs derive', async () => {
    for (const { feePayer } of VECTORS.slice(0, 20)) {
      const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
      const [theirs] = await findAssociatedTokenPda({
        owner: address(feePayer),
        tokenProgram: TOKEN_PROGRAM_ADDRESS,
        mint: address(mint),
      });
      expect(associatedTokenAccount(feePayer, TOKEN_PROGRAM_ADDRESS, mint)).toBe(theirs);
    }
  });

  /** A transfer of tokens to the default account of an owner. */
  const transferTo = (owner: string) => {
    const checked = VECTORS.flatMap(({ transaction }) =>
      readInstructions(parseTransaction(transaction)).flatMap(({ reading }) =>
        reading?.id === 'token.transferChecked' ? [{ transaction, reading }] : [],
      ),
    )[0];
    if (checked === undefined) throw new Error('No vector transfers tokens.');
    const { reading, transaction } = checked;
    const destination = reading.address('destination') ?? '';
    const own = associatedTokenAccount(owner, reading.programAddress, reading.address('mint') ?? '');
    // The same transaction with the account of an own address in the place of the recipient's.
    return { transaction, reading, swapped: transaction.replaceAll(hexOf(destination), hexOf(own)) };
  };

  it('count tokens that come to the default account of an own address', () => {
    const owner = VECTORS[0]?.feePayer ?? '';
    const { transaction, reading, swapped } = transferTo(owner);
    const total = totals('TRANSACTION_TYPE_SOLANA', swapped, owner).assets.find(
      ({ asset }) => asset.id === reading.address('mint'),
    );
    expect(total?.in).toBe(reading.integer('amount').toString());
    const before = totals('TRANSACTION_TYPE_SOLANA', transaction, owner).assets;
    expect(before.some(({ asset }) => asset.id === reading.address('mint'))).toBe(false);
  });

  it('compare the accounts of two thousand addresses, in this transaction and the next, and say that there are more', () => {
    const own = Array.from({ length: 2_100 }, (_, index) => {
      const bytes = new Uint8Array(32).fill(7);
      new DataView(bytes.buffer).setUint32(0, index);
      return base58.encode(bytes);
    });
    const CUT_OFF = 'Not every token account was compared with those of your addresses.';
    const signer = VECTORS[0]?.feePayer ?? '';
    for (const index of [1_500, 3, 2_050]) {
      const { reading, swapped } = transferTo(own[index] ?? '');
      const { assets, notes } = totals('TRANSACTION_TYPE_SOLANA', swapped, signer, own);
      const isFound = assets.some(({ asset }) => asset.id === reading.address('mint'));
      expect([index, isFound, notes.includes(CUT_OFF)]).toEqual([index, index < 2_000, true]);
    }
    const few = own.slice(0, 20);
    expect(totals('TRANSACTION_TYPE_SOLANA', transferTo(signer).swapped, signer, few).notes).not.toContain(
      CUT_OFF,
    );
  });

  it('say of every program that is not read that what it moves is not known', () => {
    for (const hex of mainnet.flatMap(({ transactions }) => transactions)) {
      const tx = parseTransaction(hex);
      const unread = readInstructions(tx).filter(({ reading }) => reading === undefined);
      const { notes } = totals('TRANSACTION_TYPE_SOLANA', hex, tx.accounts[0]?.address ?? '');
      for (const { programAddress } of unread)
        expect(notes.some((note) => note.includes(programAddress))).toBe(true);
    }
  });
});

const hexOf = (key: string): string => Buffer.from(base58.decode(key)).toString('hex');

describe('adding up', () => {
  const coin = { symbol: 'X', decimals: 0 };
  const moves = fc.array(
    fc.record({
      asset: fc.constant(coin),
      amount: fc.bigInt({ min: 1n, max: 2n ** 256n }),
      from: fc.constantFrom('a', 'b', null),
      to: fc.constantFrom('a', 'b', null),
    }),
  );

  it('never loses or makes anything: what both hold together changes by out less in of each', () => {
    fc.assert(
      fc.property(moves, (all) => {
        const of = (...ours: string[]) => {
          const isOurs = (each: string | null) => each !== null && ours.includes(each);
          const [sum] = totalsOf({ moves: all, isOurs, notes: [] }).assets;
          return BigInt(sum?.in ?? 0) - BigInt(sum?.out ?? 0);
        };
        expect(of('a', 'b')).toBe(of('a') + of('b'));
      }),
    );
  });
});
