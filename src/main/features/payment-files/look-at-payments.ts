import type { Chain } from '#chains/chains.ts';
import { formatAsset } from '#chains/model/amounts.ts';
import type { KeyToSign } from '#chains/model/chain.ts';
import { LookAlikeIndex } from '#chains/model/look-alike.ts';
import type { LookedAtPayments, PaymentRowView } from '#preload/contract/payment-files.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { KnownContacts } from '../../context/console-context.ts';
import { createYield } from '../../platform/yield-turns.ts';
import { AssetTotals } from '../batches/module.ts';
import { type OwnNames, spelled } from '../previews/module.ts';
import type { PaymentRow } from './payment-lines.ts';

/** So many lines of each kind are shown, what wants attention first; the rest is counted. */
const SHOWN = 100;
/** A cell is told to this length: the file may have anything in it. */
const TOLD = 200;

/** What tells recipients apart. */
export interface KnownAddresses {
  readonly own: OwnNames;
  readonly contacts: Pick<KnownContacts, 'addresses' | 'nameOf'>;
  /** Whom earlier transactions of the chain paid; undefined where nobody says. */
  readonly paid: readonly string[] | undefined;
}

/**
 * Looks through the payments of a file before anything is made of them: what is wrong, whose address looks like another's,
 * who is paid for the first time or the same once more, and what all that can be paid comes to.
 * @param signer whose transactions they are
 * @param isStale asked between lines: whether nobody waits for this any more
 * @returns null where nobody does
 */
export async function lookAtPayments(
  rows: AsyncIterable<PaymentRow>,
  source: {
    readonly chain: Chain;
    readonly signer: KeyToSign;
    readonly ownAddresses: readonly string[];
    readonly network: string;
  },
  known: KnownAddresses,
  isStale: () => boolean,
): Promise<Omit<LookedAtPayments, 'state'> | null> {
  const { chain, signer, ownAddresses, network } = source;
  const symbols = new Map(chain.transfer.assets(network).map(({ id, symbol }) => [id, symbol]));
  const spellAddress = (address: string): string => chain.spellAddress(address);
  const judge = judgeOf(known);
  const shown: Record<PaymentRowView['state'], PaymentRowView[]> = {
    wrong: [],
    alike: [],
    again: [],
    new: [],
    ready: [],
  };
  const counts = { wrong: 0, alike: 0, again: 0, new: 0, ready: 0 };
  const firstLines = new Map<string, number>();
  const leaving = new AssetTotals();
  const fees = new AssetTotals();
  const yieldToEventLoop = createYield();
  for await (const row of rows) {
    let view = viewOf(row, { symbols, spellAddress }, judge);
    if ('unsignedTransaction' in row.made) {
      const { totals } = chain.read(row.made.unsignedTransaction, signer, { ownAddresses });
      const moved = { line: row.line, to: null };
      for (const { asset, out } of totals?.assets ?? [])
        if (out !== '0') leaving.add(network, asset, { ...moved, amount: BigInt(out) });
      const fee = totals?.fee;
      if (fee !== undefined) fees.add(network, fee.asset, { ...moved, amount: BigInt(fee.amount) });
      const paid = JSON.stringify([view.address, row.made.asset, totals?.assets.map(({ out }) => out)]);
      const first = firstLines.get(paid);
      if (first === undefined) firstLines.set(paid, row.line);
      else view = { ...view, again: first, state: view.state === 'alike' ? 'alike' : 'again' };
    }
    counts[view.state] += 1;
    if (shown[view.state].length < SHOWN) shown[view.state].push(view);
    if ((await yieldToEventLoop()) && isStale()) return null;
  }
  const { wrong, alike, again, new: unpaid, ready } = shown;
  return {
    counts,
    // Of each kind: a hundred lines of one would hide a single one of another.
    rows: [...wrong, ...alike, ...again, ...unpaid, ...ready],
    totals: leaving
      .list()
      .map(({ asset, total, lines }) => ({ payments: lines.length, total: formatAsset(asset, total) })),
    fees: fees.list().map(({ asset, total }) => formatAsset(asset, total)),
  };
}

type Judge = (address: string, line: number) => Pick<PaymentRowView, 'state' | 'name' | 'resembles'>;

/** Tells an address from those that look like it: as its own preview would, and among the lines of the file. */
function judgeOf({ own, contacts, paid }: KnownAddresses): Judge {
  const ours = new LookAlikeIndex(own.addresses);
  const listed = new LookAlikeIndex(contacts.addresses);
  const earlier = new LookAlikeIndex(paid ?? []);
  const paidBefore = new Set((paid ?? []).map(spelled));
  const strangers = new LookAlikeIndex();
  const lines = new Map<string, number>();
  return (address, line) => {
    const ownName = own.nameOf(address);
    const contact = contacts.nameOf(address);
    const spoken = ownName ?? contact;
    const name = spoken === undefined ? null : revealInvisible(spoken);
    if (ownName !== undefined) return { state: 'ready', name, resembles: null };
    const isPaid = paidBefore.has(spelled(address));
    // A contact that looks like another one was approved so; one that looks like an own address was not.
    const other =
      ours.find(address) ??
      (contact !== undefined
        ? undefined
        : (listed.find(address) ??
          // One that was paid before may have been paid by mistake.
          earlier.find(address) ??
          (isPaid ? undefined : strangers.find(address))));
    if (contact === undefined) {
      strangers.add(address);
      if (!lines.has(spelled(address))) lines.set(spelled(address), line);
    }
    if (other === undefined) {
      const isNew = contact === undefined && !isPaid && paid !== undefined;
      return { state: isNew ? 'new' : 'ready', name, resembles: null };
    }
    const whose = own.nameOf(other) ?? contacts.nameOf(other);
    return {
      state: 'alike',
      name,
      resembles: {
        address: other,
        name: whose === undefined ? null : revealInvisible(whose),
        line: lines.get(spelled(other)) ?? null,
      },
    };
  };
}

const told = (cell: string): string => revealInvisible(cell.slice(0, TOLD));

/** How a chain writes addresses, and what its assets are called by their IDs. */
interface Spelling {
  readonly symbols: ReadonlyMap<string, string>;
  readonly spellAddress: (address: string) => string;
}

function viewOf(
  { line, cells, made }: PaymentRow,
  { symbols, spellAddress }: Spelling,
  judge: Judge,
): PaymentRowView {
  const { amount, reference } = cells;
  const file = { line, to: told(cells.to), amount: told(amount), reference: told(reference) };
  if ('message' in made) {
    const { field, message } = made;
    const problem = { field, message: told(message) };
    return {
      ...{ ...file, asset: told(cells.asset), address: null, problem },
      ...{ state: 'wrong', again: null, name: null, resembles: null },
    };
  }
  const asset = symbols.get(made.asset) ?? cells.asset;
  const address = spellAddress(made.to);
  return { ...file, asset, address, problem: null, again: null, ...judge(address, line) };
}
