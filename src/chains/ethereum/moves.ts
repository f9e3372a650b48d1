import { amongBy, type Asset, type Move } from '../model/totals.ts';
import type { Hex } from './address.ts';
import { coinDecimals } from './amounts.ts';
import type { DecodedCall, ContractCall } from './call.ts';
import type { Network } from './networks.ts';
import { findToken } from './tokens.ts';

/** Whether an address is in one of some lists; upper and lower case mean the same. */
export const amongHex = amongBy((address) => address.toLowerCase());

/** The coin of a network. */
export const coinOf = ({ unit }: Network): Asset => ({ symbol: unit, decimals: coinDecimals(unit) });

/** The coins that go along with a call. */
export const coinMoves = ({
  network,
  value,
  from,
  to,
}: Pick<ContractCall, 'network' | 'value' | 'from' | 'to'>): Move[] =>
  value === 0n ? [] : [{ asset: coinOf(network), amount: value, from, to }];

/** A token, as far as the local list knows it. */
export function tokenOf(chainId: bigint | null, token: Hex): Asset {
  const known = findToken(chainId, token);
  return known === undefined ? { id: token } : { id: token, symbol: known.symbol, decimals: known.decimals };
}

/** What a call of a token moves; a token that is not in the local list may do anything else besides. */
export const tokenMoves = (
  { chainId, to: token }: ContractCall,
  from: Hex | null,
  to: Hex | null,
  amount: bigint,
): Pick<DecodedCall, 'moves' | 'isExhaustive'> => ({
  moves: [{ asset: tokenOf(chainId, token), amount, from, to }],
  isExhaustive: findToken(chainId, token) !== undefined,
});

/** A call that moves nothing by itself, by its standard; coins that go along are counted apart. */
export const MOVES_NOTHING: Pick<DecodedCall, 'moves' | 'isExhaustive'> = { moves: [], isExhaustive: true };

/** What a call and all those inside it move. */
export const movesOf = ({ moves, inner }: DecodedCall): Move[] => [...moves, ...inner.flatMap(movesOf)];

/** What the moves do not say: each call whose contract decides, and code that runs as if it were the caller's own. */
export function notesOf(call: DecodedCall): string[] {
  const isForeign = call.warnings.some(({ code }) => code === 'DELEGATE_CALL');
  const decides = !call.isExhaustive && call.inner.length === 0;
  return [
    ...(isForeign || decides
      ? [`The contract decides what “${call.title}” moves; it can’t be read from the transaction.`]
      : []),
    ...call.inner.flatMap(notesOf),
  ];
}
