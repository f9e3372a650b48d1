import type { Fact, SentencePart, Warning } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import type { Hex } from '../address.ts';
import { wordOf, type Located } from '../abi/located.ts';
import { decoded, theAddress, type DecodedCall, type ContractCall } from '../call.ts';
import { warnOfToken } from '../call-warnings.ts';
import { valueFact } from '../descriptions/facts.ts';
import { assetFact } from '../token-amount.ts';
import { findToken } from '../tokens.ts';
import { hopFacts, warnOfHooks, type Hop } from './hops.ts';
import { tokenOrCoin } from './payments.ts';

interface NewPool {
  readonly id: string;
  /** Zero is the network's coin. */
  readonly tokens: readonly [Located<Hex>, Located<Hex>];
  readonly hop: Hop;
  /** The root of the first price, in 2^-96. */
  readonly price: Located<bigint>;
}

/** Tells how a pool is made, and with what price it starts. */
export const newPool = (call: ContractCall, { id, tokens, hop, price }: NewPool): DecodedCall =>
  decoded(id, 'New pool', {
    sentence: say(
      'Make a pool of ',
      ...theToken(call, tokens[0].value),
      ' and ',
      ...theToken(call, tokens[1].value),
      ', unless it is there',
    ),
    facts: [
      ...tokens.flatMap((token, index): Fact[] =>
        tokenOrCoin(token.value) === null
          ? [valueFact(nameOf(index), { range: wordOf(token) }, call.network.unit)]
          : [assetFact(call, token.value, [token.range], nameOf(index))],
      ),
      ...hopFacts([hop]),
      valueFact('First price', price, price.value.toString(), 'number'),
    ],
    warnings: [...tokens.flatMap((token) => warnOf(call, token.value)), ...warnOfHooks([hop])],
  });

/** The key of a pool of version 4. */
export interface PoolKey {
  readonly currency0: Located<Hex>;
  readonly currency1: Located<Hex>;
  readonly fee: Located<number>;
  readonly hooks: Located<Hex>;
}

/** A pool of version 4 with its first price. */
export const newPoolV4 = (call: ContractCall, key: PoolKey, price: Located<bigint>): DecodedCall =>
  newPool(call, {
    id: 'uniswapV4.initializePool',
    tokens: [key.currency0, key.currency1],
    hop: { fee: key.fee.value, hooks: key.hooks.value, hookData: '0x' },
    price,
  });

const nameOf = (index: number): string => (index === 0 ? 'First token' : 'Second token');

function theToken(call: ContractCall, token: Hex): SentencePart[] {
  if (tokenOrCoin(token) === null) return say(call.network.unit);
  const known = findToken(call.chainId, token);
  return known === undefined ? [theAddress(token)] : say(known.symbol);
}

const warnOf = (call: ContractCall, token: Hex): Warning[] =>
  tokenOrCoin(token) === null ? [] : warnOfToken(call, token);
