import type { Fact, SentencePart, Warning } from '../../decoded.ts';
import { say } from '../../sentence.ts';
import type { Hex } from '../address.ts';
import { decoded, theAddress, word, wordFact, type DecodedCall, type ContractCall } from '../call.ts';
import { warnOfToken } from '../call-warnings.ts';
import { assetFact } from '../token-amount.ts';
import { findToken } from '../tokens.ts';
import { hopFacts, warnOfHooks, type Hop } from './hops.ts';
import { tokenOrCoin } from './payments.ts';

interface NewPool {
  readonly id: string;
  /** In words 0 and 1; zero is the network's coin. */
  readonly tokens: readonly [Hex, Hex];
  readonly hop: Hop;
  /** The root of the first price, in 2^-96, in the n-th word. */
  readonly price: bigint;
  readonly word: number;
}

/** Tells how a pool is made, and with what price it starts. */
export const newPool = (call: ContractCall, { id, tokens, hop, price, word: at }: NewPool): DecodedCall =>
  decoded(id, 'New pool', {
    sentence: say(
      'Make a pool of ',
      ...theToken(call, tokens[0]),
      ' and ',
      ...theToken(call, tokens[1]),
      ', unless it is there',
    ),
    facts: [
      ...tokens.flatMap((token, index): Fact[] =>
        tokenOrCoin(token) === null
          ? [wordFact(call, nameOf(index), call.network.unit, index)]
          : [assetFact(call, token, [word(call, index, 12)], nameOf(index))],
      ),
      ...hopFacts([hop]),
      wordFact(call, 'First price', price.toString(), at, 'number'),
    ],
    warnings: [...tokens.flatMap((token) => warnOf(call, token)), ...warnOfHooks([hop])],
  });

/** A pool of version 4, whose key stands in words 0 to 4 and whose first price in word 5. */
export const newPoolV4 = (
  call: ContractCall,
  key: Pick<Hop, 'fee' | 'hooks'> & { readonly currency0: Hex; readonly currency1: Hex },
  price: bigint,
): DecodedCall =>
  newPool(call, {
    id: 'uniswapV4.initializePool',
    tokens: [key.currency0, key.currency1],
    hop: { ...key, hookData: '0x' },
    price,
    word: 5,
  });

const nameOf = (index: number): string => (index === 0 ? 'First token' : 'Second token');

function theToken(call: ContractCall, token: Hex): SentencePart[] {
  if (tokenOrCoin(token) === null) return say(call.network.unit);
  const known = findToken(call.chainId, token);
  return known === undefined ? [theAddress(token)] : say(known.symbol);
}

const warnOf = (call: ContractCall, token: Hex): Warning[] =>
  tokenOrCoin(token) === null ? [] : warnOfToken(call, token);
