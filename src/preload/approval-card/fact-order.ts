import type { Fact } from '#chains/model/decoded.ts';

/** What stands first where a card has it, in this order; the chain leads, the called contract follows it. */
const FIRST = [
  ['Requested by'],
  ['Requested'],
  ['Chain', 'Network'],
  ['Contract'],
  ['From', 'Fee payer', 'Signed by'],
  ['To', 'Destination', 'Receiver'],
  ['Amount', 'Coins'],
] as const;
/** What follows everything else that is in sight. */
const LAST = [['Max fee', 'Fee', 'Fee limit']] as const;

/**
 * Says nothing about who gains or what is allowed: how the bytes are made up, and numbers that tell transactions apart.
 * A label that is not here is never folded.
 */
const FOLDED = new Set([
  'Nonce',
  'Nonce key',
  'Type',
  'Version',
  'Selector',
  'Recent blockhash',
  'Reference block',
  'Access list',
  'Fee rate',
  'Replaceable',
  'Salt',
  'Signing hash',
  'Request digest',
]);
/** Bytes of a call: only inside a transaction, whose own reading says what they do or that nobody knows it. */
const CALL_DATA = new Set(['Data', 'Calldata']);

const rankIn = (ranks: readonly (readonly string[])[], label: string): number =>
  ranks.findIndex((labels) => labels.includes(label));

/**
 * Puts facts in the order of every card: chain, contract, from, to, amount, the rest as it was read, fees.
 * A label that comes more than once keeps its place, since it belongs to what stands around it.
 */
export function inOrder<T extends { readonly label: string }>(rows: readonly T[]): T[] {
  const times = new Map<string, number>();
  for (const { label } of rows) times.set(label, (times.get(label) ?? 0) + 1);
  const place = ({ label }: T): number => {
    const last = rankIn(LAST, label);
    if (last >= 0) return FIRST.length + 1 + last;
    const first = rankIn(FIRST, label);
    return first >= 0 && times.get(label) === 1 ? first : FIRST.length;
  };
  return rows.toSorted((one, other) => place(one) - place(other));
}

/**
 * Parts a card's facts into what stays in sight and what may be folded under "More details". Folded is only what the
 * readers' own labels name, once: a contract's interface may call a spender "Nonce", and must not hide it by that.
 * @param inTransaction whether they stand beside a transaction that was read
 */
export function foldFacts(
  facts: readonly Fact[],
  inTransaction: boolean,
): { readonly shown: Fact[]; readonly folded: Fact[] } {
  const isFolded = ({ label, kind }: Fact): boolean =>
    kind !== 'amount' &&
    kind !== 'address' &&
    (FOLDED.has(label) || (inTransaction && kind === 'data' && CALL_DATA.has(label))) &&
    facts.filter((other) => other.label === label).length === 1;
  return { shown: facts.filter((fact) => !isFolded(fact)), folded: facts.filter(isFolded) };
}
