import { formatAsset } from '../../model/amounts.ts';
import type { Fact, SentencePart } from '../../model/decoded.ts';
import { say, theAddress, theAmount } from '../../model/sentence.ts';
import { type Asset, type Move, amongBy } from '../../model/totals.ts';
import type { Hex } from './address.ts';
import type { ContractCall, DecodedCall } from './call.ts';
import { contractName, findToken } from './tokens.ts';
import { type Network, coinDecimals } from './networks.ts';

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

/** What the moves do not say: each call whose contract decides, code that runs as if it were the caller's own, and who pays. */
export function notesOf(call: DecodedCall): string[] {
  const isForeign = call.warnings.some(({ code }) => code === 'DELEGATE_CALL');
  const decides = !call.isExhaustive && call.inner.length === 0;
  return [
    ...(isForeign || decides
      ? [`The contract decides what “${call.title}” moves; it can’t be read from the transaction.`]
      : []),
    ...(call.isPayerUnknown === true
      ? [`Who pays for the calls of “${call.title}” can’t be read from the transaction.`]
      : []),
    ...call.inner.flatMap(notesOf),
  ];
}

/** Labels of addresses that get something: a payment, an item, or a right over what is the caller's. */
const LABELS = new Set([
  'Code',
  'To',
  'Destination',
  'Spender',
  'Operator',
  'Position owner',
  'New owner',
  'New administrator',
  'Module',
  'Fees paid to',
  'Fee to',
  'Refund to',
  'Shares to',
  'Withdrawals to',
]);

/** Whether a fact names somebody who gets something, or a right over it; on another network, as that one writes addresses. */
export const gains = ({ kind, label, note = '' }: Fact): boolean =>
  (kind === 'hash'
    ? label === 'To'
    : kind === 'address' && (LABELS.has(label) || /^Payment \d+ to$/.test(label))) &&
  !note.startsWith('stands for');

/** Calls whose spenders lose what they had. */
const TAKES_BACK = new Set(['permit2.lockdown', 'erc20.revoke', 'erc20.decreaseAllowance']);

/** Every address that a call, or one inside it, pays or gives a right to. */
export const gainersIn = ({ id, facts, inner }: DecodedCall): string[] =>
  TAKES_BACK.has(id)
    ? []
    : [...new Set([...facts.filter(gains).map(({ value }) => value), ...inner.flatMap(gainersIn)])];

/** So many are named in a sentence; the others are counted there, and stand among the facts. */
const MOST_NAMED = 3;

/**
 * The words for whoever gains by a call without being ours or named in its sentence: payees and spenders inside batches, and
 * unknown contracts that are sent coins.
 * @returns none where nobody is known to sign
 */
export function inFavor(
  call: DecodedCall,
  { isOwn: isOurs, chainId }: Pick<ContractCall, 'isOwn' | 'chainId'>,
): SentencePart[] {
  if (isOurs === undefined) return [];
  const named = new Set(call.sentence.map(({ value }) => value));
  const paid = innerMoves(call).filter((to) => contractName(chainId, to as `0x${string}`) === undefined);
  const others = [...new Set([...gainersIn(call), ...paid])].filter((who) => !isOurs(who) && !named.has(who));
  return inFavorOf(others, movesOf(call));
}

/**
 * The words for those who gain: some named, with what they get as far as it is known, the others counted.
 * @param who may be named more than once
 */
export function inFavorOf(who: readonly string[], moves: readonly Move[] = []): SentencePart[] {
  const others = [...new Set(who)];
  if (others.length === 0) return [];
  const shown = others.slice(0, MOST_NAMED);
  const more = others.length - shown.length;
  return [
    ...say(', in favor of '),
    ...shown.flatMap((who, index) => [
      ...say(index === 0 ? '' : index === others.length - 1 ? ' and ' : ', '),
      theAddress(who),
      ...gainOf(who, moves),
    ]),
    ...(more === 0 ? [] : say(` and ${more} more`)),
  ].filter(({ value }) => value !== '');
}

/** So many assets of one address are said. */
const MOST_ASSETS = 2;

/** " (300,000.00 USDC and 1 ETH)": the sum of each asset that somebody gets. */
function gainOf(who: string, moves: readonly Move[]): SentencePart[] {
  const sums = new Map<string, { readonly asset: Asset; readonly amount: bigint }>();
  for (const { to, asset, amount } of moves) {
    if (to !== who || amount === 0n) continue;
    const name = asset.id ?? '';
    sums.set(name, { asset, amount: amount + (sums.get(name)?.amount ?? 0n) });
  }
  const all = [...sums.values()].map(({ asset, amount }) => theAmount(formatAsset(asset, amount)));
  if (all.length === 0) return [];
  const more = all.length > MOST_ASSETS ? [` and ${all.length - MOST_ASSETS} more assets`] : [];
  return say(
    ' (',
    ...all.slice(0, MOST_ASSETS).flatMap((each, at) => (at === 0 ? [each] : [' and ', each])),
    ...more,
    ')',
  );
}

/** Where the calls inside a call send coins and tokens. */
const innerMoves = ({ inner }: DecodedCall): string[] =>
  inner.flatMap((each) => [
    ...each.moves.flatMap(({ to, amount }) => (to === null || amount === 0n ? [] : [to])),
    ...innerMoves(each),
  ]);
