import type { Chain } from '#chains/chains.ts';
import { formatAsset, formatDigits } from '#chains/model/amounts.ts';
import type { KeyToSign } from '#chains/model/chain.ts';
import { LookAlikeIndex } from '#chains/model/look-alike.ts';
import type { Asset, Totals } from '#chains/model/totals.ts';
import {
  type TransferAsset,
  type TransferProblem,
  TransferRefused,
  type TypedPayment,
} from '#chains/model/transfer.ts';
import type { LookedAtPayments, PaymentRowView } from '#preload/contract/payment-files.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { KnownContacts } from '../../context/console-context.ts';
import { type YieldToEventLoop, createYield } from '../../platform/pacing.ts';
import { AssetTotals } from '../batches/module.ts';
import { type OwnNames, spelled } from '../previews/module.ts';
import type { wholeOf } from './payment-lines.ts';
import type { PaymentRow } from './payment-row.ts';
import { WrongRows } from './wrong-rows.ts';

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
    /** Builds the one transaction that pays all; null where each line has its own. @throws TransferRefused */
    readonly whole: ReturnType<typeof wholeOf>;
  },
  known: KnownAddresses,
  isStale: () => boolean,
): Promise<Omit<LookedAtPayments, 'state'> | null> {
  const { chain, signer, ownAddresses, network } = source;
  const assets = new Map(chain.transfer.assets(network).map((each) => [each.id, each]));
  const spellAddress = (address: string): string => chain.spellAddress(address);
  const yieldToEventLoop = createYield();
  const judge = await judgeOf(known, yieldToEventLoop);
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
  const addFee = (totals: Totals | undefined, line: number): void => {
    if (totals?.fee === undefined) return;
    const { asset, amount } = totals.fee;
    fees.add(network, asset, { line, to: null, amount: BigInt(amount) });
  };
  const together: TypedPayment[] = [];
  const wrongRows = new WrongRows();
  for await (const row of rows) {
    let view = viewOf(row, { assets, spellAddress }, judge);
    const { line, cells, made } = row;
    if ('message' in made) wrongRows.add(row);
    else {
      const { unsignedTransaction, amount } = made;
      const totals =
        unsignedTransaction === null
          ? totalsOfOne(assets.get(made.asset), amount)
          : chain.read(unsignedTransaction, signer, { ownAddresses }).totals;
      if (unsignedTransaction === null) together.push({ to: made.to, amount: cells.amount });
      for (const { asset, out } of totals?.assets ?? [])
        if (out !== '0') leaving.add(network, asset, { line, to: null, amount: BigInt(out) });
      addFee(totals, line);
      const paid = JSON.stringify([view.address, made.asset, totals?.assets.map(({ out }) => out)]);
      const first = firstLines.get(paid);
      if (first === undefined) firstLines.set(paid, line);
      else view = { ...view, again: first, state: view.state === 'alike' ? 'alike' : 'again' };
    }
    counts[view.state] += 1;
    if (shown[view.state].length < SHOWN) shown[view.state].push(view);
    if ((await yieldToEventLoop()) && isStale()) return null;
  }
  const lacks: TransferProblem[] = [];
  if (source.whole !== null && together.length > 0) {
    try {
      addFee(chain.read(source.whole(together), signer, { ownAddresses }).totals, 1);
    } catch (error) {
      if (!(error instanceof TransferRefused)) throw error;
      lacks.push(...error.problems);
    }
  }
  const { wrong, alike, again, new: unpaid, ready } = shown;
  return {
    counts,
    // Of each kind: a hundred lines of one would hide a single one of another.
    rows: [...wrong, ...alike, ...again, ...unpaid, ...ready],
    totals: leaving
      .sums()
      .map(({ asset, total, count }) => ({ payments: count, total: formatAsset(asset, total) })),
    fees: fees.sums().map(({ asset, total }) => formatAsset(asset, total)),
    lacks,
    wrongDigest: wrongRows.digest(),
  };
}

/** What a payment moves that has no transaction of its own. */
const totalsOfOne = (asset: TransferAsset | undefined, amount: bigint | null): Totals => ({
  assets: asset === undefined ? [] : [{ asset: assetOf(asset), out: (amount ?? 0n).toString(), in: '0' }],
  notes: [],
});

/** The network's own coin has no ID. */
const assetOf = ({ id, symbol, decimals }: TransferAsset): Asset => ({
  ...(id === '' ? {} : { id }),
  ...{ symbol, decimals },
});

type Judge = (address: string, line: number) => Pick<PaymentRowView, 'state' | 'name' | 'resembles'>;

/**
 * Tells an address from those that look like it: as its own preview would, and among the lines of the file. Others have their
 * turn while all that is known is looked through.
 */
async function judgeOf(
  { own, contacts, paid }: KnownAddresses,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Judge> {
  const indexOf = async (addresses: readonly string[]): Promise<LookAlikeIndex> => {
    const index = new LookAlikeIndex();
    for (const each of addresses) {
      index.add(each);
      await yieldToEventLoop();
    }
    return index;
  };
  const ours = await indexOf(own.addresses);
  const listed = await indexOf(contacts.addresses);
  const earlier = await indexOf(paid ?? []);
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

/** How a chain writes addresses, and its assets by their IDs. */
interface Spelling {
  readonly assets: ReadonlyMap<string, TransferAsset>;
  readonly spellAddress: (address: string) => string;
}

function viewOf(
  { line, cells, made }: PaymentRow,
  { assets, spellAddress }: Spelling,
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
  const asset = assets.get(made.asset);
  const address = spellAddress(made.to);
  const paid = { amount: asset === undefined ? file.amount : digitsOf(amount, asset) };
  return {
    ...{ ...file, ...paid, asset: asset?.symbol ?? cells.asset },
    ...{ address, problem: null, again: null, ...judge(address, line) },
  };
}

/** An amount that a file may write in several ways, in the one form of its asset: "310.5" of a token is "310.50". */
function digitsOf(written: string, asset: TransferAsset): string {
  const { decimals } = asset;
  const [, whole, fraction = ''] = /^(\d{1,80})(?:\.(\d*))?$/.exec(written) ?? [];
  if (whole === undefined || fraction.length > decimals) return told(written);
  return formatDigits(assetOf(asset), decimals, BigInt(`${whole}${fraction.padEnd(decimals, '0')}`));
}
