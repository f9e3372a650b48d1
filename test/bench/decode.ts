import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Psbt } from 'bitcoinjs-lib';
import { Transaction } from 'ethers';
import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import { VersionedTransaction } from '@solana/web3.js';
import { utils } from 'tronweb';
import { TxEnvelopeTempo } from 'ox/tempo';
import { Bench } from 'tinybench';
import { z } from 'zod';
import { parsePsbt } from '#chains/bitcoin/psbt.ts';
import { parseSigned } from '#chains/ethereum/parse-signed.ts';
import { parseUnsigned } from '#chains/ethereum/parse.ts';
import { parseTransaction } from '#chains/solana/parse.ts';

import { parseTempo } from '#chains/tempo/transaction.ts';
import { parseTron } from '#chains/tron/transaction.ts';
import { toHex } from '#protocol/encoding.ts';
import { type Figure, atLeast } from './figure.ts';

/** One chain's decoding: ours and the library's, over the same transactions. */
interface Contest {
  readonly chain: string;
  readonly peer: string;
  readonly ours: () => void;
  readonly theirs: () => void;
}

const ethereumVectors = z.array(z.object({ signed: z.string() }));

/** Transactions of the main network without their signatures, as an operator is given them. */
function ethereum(root: string): Contest {
  const file = join(root, 'test/vectors/ethereum/mainnet.json');
  const vectors = ethereumVectors
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .map(({ signed }) => `0x${toHex(parseSigned(signed).unsigned.bytes)}`);
  return {
    chain: 'Ethereum',
    peer: 'ethers',
    ours: () => {
      for (const hex of vectors) parseUnsigned(hex);
    },
    theirs: () => {
      for (const hex of vectors) Transaction.from(hex);
    },
  };
}

const tronVectors = z.array(z.object({ type: z.string(), hex: z.string() }));

function tron(root: string): Contest {
  const file = join(root, 'test/vectors/tron/tronweb.json');
  const vectors = tronVectors.parse(JSON.parse(readFileSync(file, 'utf8')));
  return {
    chain: 'Tron',
    peer: 'tronweb',
    ours: () => {
      for (const { hex } of vectors) parseTron(hex);
    },
    theirs: () => {
      for (const { type, hex } of vectors) utils.deserializeTx.deserializeTransaction(type, hex);
    },
  };
}

const tempoVectors = z.array(z.object({ hex: z.string() }));

function tempo(root: string): Contest {
  const file = join(root, 'test/vectors/tempo/ox.json');
  const vectors = tempoVectors.parse(JSON.parse(readFileSync(file, 'utf8')));
  return {
    chain: 'Tempo',
    peer: 'ox',
    ours: () => {
      for (const { hex } of vectors) parseTempo(hex);
    },
    theirs: () => {
      for (const { hex } of vectors) TxEnvelopeTempo.deserialize(`0x76${hex.slice(2)}`);
    },
  };
}

const bitcoinVectors = z.array(z.object({ says: z.string().optional(), hex: z.string() }));

/** PSBTs of version 0 that BIP-174, 371 and 373 call valid: bitcoinjs-lib reads no other version. */
function bitcoin(root: string): Contest {
  const file = join(root, 'test/vectors/bitcoin/published.json');
  const vectors = bitcoinVectors
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .filter(({ says, hex }) => says === 'valid' && parsePsbt(hex).version === 0);
  return {
    chain: 'Bitcoin',
    peer: 'bitcoinjs-lib',
    ours: () => {
      for (const { hex } of vectors) parsePsbt(hex);
    },
    theirs: () => {
      for (const { hex } of vectors) Psbt.fromHex(hex);
    },
  };
}

const solanaVectors = z.array(z.object({ transactions: z.array(z.string()) }));

/** Transactions of the main network: what kit decodes in two steps is one step here and in web3.js. */
function solana(root: string): Contest[] {
  const file = join(root, 'test/vectors/solana/mainnet.json');
  const vectors = solanaVectors
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .flatMap(({ transactions }) => transactions);
  const ours = (): void => {
    for (const hex of vectors) parseTransaction(hex);
  };
  const decodeTransaction = getTransactionDecoder();
  const decodeMessage = getCompiledTransactionMessageDecoder();
  return [
    {
      chain: 'Solana',
      peer: '@solana/web3.js',
      ours,
      theirs: () => {
        for (const hex of vectors) VersionedTransaction.deserialize(Buffer.from(hex, 'hex'));
      },
    },
    {
      chain: 'Solana',
      peer: '@solana/kit',
      ours,
      theirs: () => {
        for (const hex of vectors)
          decodeMessage.decode(decodeTransaction.decode(Buffer.from(hex, 'hex')).messageBytes);
      },
    },
  ];
}

/** Taking unsigned transactions apart, with the place of each field, against the library of the chain. */
export async function benchDecode(root: string): Promise<Figure[]> {
  const contests = [ethereum(root), tron(root), tempo(root), bitcoin(root), ...solana(root)];
  const figures: Figure[] = [];
  for (const { chain, peer, ours, theirs } of contests) {
    const bench = new Bench({ time: 800, warmupTime: 200 });
    bench.add('ours', ours);
    bench.add('theirs', theirs);
    await bench.run();
    const [mine, other] = bench.tasks.map(({ result }) => ('latency' in result ? result.latency.p50 : NaN));
    figures.push(atLeast(1, `decoding, ${chain}, speed against ${peer}`, (other ?? NaN) / (mine ?? NaN)));
  }
  return figures;
}
