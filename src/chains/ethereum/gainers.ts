import type { Fact, SentencePart } from '../model/decoded.ts';
import { formatAsset } from '../model/amounts.ts';
import { say, theAddress, theAmount } from '../model/sentence.ts';
import type { Asset, Move } from '../model/totals.ts';
import type { DecodedCall, ContractCall } from './call.ts';
import { movesOf } from './moves.ts';
import { contractName } from './contract-name.ts';

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

/** Whether a fact names somebody who gets something, or a right over it. */
export const gains = ({ kind, label, note = '' }: Fact): boolean =>
  kind === 'address' &&
  (LABELS.has(label) || /^Payment \d+ to$/.test(label)) &&
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
