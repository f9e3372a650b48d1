import { randomUUID } from 'node:crypto';
import type { ObjectPage } from '../storage/rows.ts';
import type { SolHistoryRow, SolTransactionRow } from '../storage/integrations-schema.ts';
import type { Store } from '../storage/store.ts';
import type { Writer } from '../storage/writer.ts';
import type { Cluster } from './cluster.ts';
import { historyError, sourceFailed } from './errors.ts';
import { readHistoryTransaction } from './read-transaction.ts';
import { type ListedSignature, RpcSource, SIGNATURES_AT_ONCE } from './rpc-source.ts';
import {
  type HistoryKey,
  findHistoryEntry,
  findSolTransactions,
  historyEnd,
  insertHistory,
  isHistoryComplete,
  listHistory,
  putSolTransaction,
  setHistoryComplete,
} from './store.ts';

/** How many questions a node is asked at a time. */
const AT_ONCE = 5;

/**
 * The transactions of entries, in their order: those that were read before as they were kept, the others from the node.
 * Those that were not final are asked about again.
 * @throws ServiceError UNAVAILABLE
 */
async function keepTransactions(
  { store, writer }: { readonly store: Store; readonly writer: Writer },
  source: RpcSource,
  cluster: Cluster,
  rows: readonly SolHistoryRow[],
): Promise<SolTransactionRow[]> {
  const signatures = rows.map(({ signature }) => signature);
  const kept = new Map(
    (await findSolTransactions(store, cluster, signatures)).map((row) => [row.signature, row]),
  );
  const open = signatures.filter((signature) => kept.get(signature)?.status !== 'FINALIZED');
  const finalized = await source.finalized(open);
  const changed: SolTransactionRow[] = [];
  for (let at = 0; at < open.length; at += AT_ONCE) {
    const read = open.slice(at, at + AT_ONCE).map(async (signature) => {
      const row = kept.get(signature) ?? (await readFrom(source, cluster, signature));
      const status = finalized.has(signature) ? ('FINALIZED' as const) : ('CONFIRMED' as const);
      const before = kept.get(signature)?.status;
      return before === status ? [] : [{ ...row, status }];
    });
    changed.push(...(await Promise.all(read)).flat());
  }
  if (changed.length > 0) {
    await writer.write(async (unit) => {
      for (const row of changed) await putSolTransaction(unit, row);
    });
  }
  for (const row of changed) kept.set(row.signature, row);
  return signatures.flatMap((signature) => kept.get(signature) ?? []);
}

async function readFrom(
  source: RpcSource,
  cluster: Cluster,
  signature: string,
): Promise<Omit<SolTransactionRow, 'status'>> {
  const answer = await source.transaction(signature);
  const { hash, time } = await source.block(answer.slot);
  return {
    ...{ cluster, signature, slot: answer.slot, block_hash: hash, block_time: time },
    record: JSON.stringify(readHistoryTransaction(answer)),
  };
}

/** A page of an address's history, newest first. */
export interface HistoryPage {
  readonly entries: readonly { readonly id: string; readonly transaction: SolTransactionRow }[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

/** What came since the last look is read in one go; more than this many signatures is refused. */
const MOST_NEW = 100 * SIGNATURES_AT_ONCE;
/** So many rows go into one unit of work: whoever else writes waits for its end. */
const ROWS_AT_ONCE = 500;
/** Slots get this many places, and signatures of one address in one slot stand around the middle. */
const PLACES = 2 ** 20;
const middleOf = (slot: number): number => slot * PLACES + PLACES / 2;

/**
 * The history of addresses on Solana, read from nodes and kept: signatures as far as they were asked for, without gaps,
 * and the transactions that were in a page.
 */
export class SolanaHistory {
  readonly #store: Store;
  readonly #writer: Writer;
  readonly #sources: ReadonlyMap<Cluster, RpcSource>;
  /** Reading under way, by address: two readers of one history would both write it. */
  readonly #reading = new Map<string, Promise<unknown>>();

  constructor(store: Store, writer: Writer, endpoints: ReadonlyMap<Cluster, string>) {
    this.#store = store;
    this.#writer = writer;
    this.#sources = new Map([...endpoints].map(([cluster, url]) => [cluster, new RpcSource(url)]));
  }

  /**
   * A page of what happened to an address.
   * @throws ServiceError UNIMPLEMENTED without an endpoint, UNAVAILABLE when it fails, INVALID_ARGUMENT for a cursor that
   * names nothing of this history
   */
  async page(cluster: Cluster, address: string, { limit, before, after }: ObjectPage): Promise<HistoryPage> {
    const source = this.#sources.get(cluster);
    if (source === undefined) throw historyError('UNSPECIFIED.noSolanaSource', { cluster });
    const key = { cluster, address };
    const page = {
      limit,
      before: await this.#placeOf(key, 'before', before),
      after: await this.#placeOf(key, 'after', after),
    };
    return await this.#alone(key, async () => {
      // What is older than a cursor does not change.
      if (before === undefined) await this.#readNew(source, key);
      let rows = await listHistory(this.#store, key, page);
      if (after === undefined && rows.length < limit && (await this.#readOlder(source, key, limit)))
        rows = await listHistory(this.#store, key, page);
      const transactions = await keepTransactions(
        { store: this.#store, writer: this.#writer },
        source,
        cluster,
        rows,
      );
      return {
        entries: rows.map(({ id }, index) => {
          const transaction = transactions[index];
          if (transaction === undefined) throw new Error('every entry has a transaction');
          return { id, transaction };
        }),
        hasOlder: await this.#hasBeyond(source, key, rows.at(-1), 'before'),
        hasNewer: await this.#hasBeyond(source, key, rows[0], 'after'),
      };
    });
  }

  async #placeOf(key: HistoryKey, name: string, id: string | undefined): Promise<number | undefined> {
    if (id === undefined) return undefined;
    const entry = await findHistoryEntry(this.#store, key, id);
    if (entry !== undefined) return entry.place;
    throw historyError('REQUEST_INVALID.historyCursor', { field: `paginationOptions.${name}` });
  }

  async #hasBeyond(
    source: RpcSource,
    key: HistoryKey,
    row: SolHistoryRow | undefined,
    direction: 'before' | 'after',
  ): Promise<boolean> {
    if (row === undefined) return false;
    const page = { limit: 1, before: undefined, after: undefined, [direction]: row.place };
    if ((await listHistory(this.#store, key, page)).length > 0) return true;
    return direction === 'before' && (await this.#readOlder(source, key, 1));
  }

  /** Takes what came since the last look, once all of it is told, the oldest first, so that there is never a gap. */
  async #readNew(source: RpcSource, key: HistoryKey): Promise<void> {
    const newest = await historyEnd(this.#store, key, 'newest');
    // The first look takes the newest part alone; what is older is read when it is asked for.
    if (newest === undefined) {
      await this.#readOlder(source, key, 1);
      return;
    }
    const found: ListedSignature[] = [];
    for (;;) {
      const last = found.at(-1);
      const part = await source.signatures(key.address, {
        until: newest.signature,
        ...(last === undefined ? {} : { before: last.signature }),
      });
      found.push(...part);
      if (part.length < SIGNATURES_AT_ONCE) break;
      if (found.length >= MOST_NEW) throw sourceFailed('too much happened since it was last read');
    }
    let { place } = newest;
    const rows = found.toReversed().map(({ signature, slot }) => {
      place = Math.max(place + 1, middleOf(slot));
      return { id: randomUUID(), ...key, place, signature };
    });
    // Most looks find nothing, and every write without a scope has the whole service wait.
    for (let next = 0; next < rows.length;)
      next = await this.#writer.write(async (store) => {
        // Another process on the database may have read the same meanwhile.
        const last = await historyEnd(store, key, 'newest');
        const from =
          last?.id === newest.id ? 0 : rows.findIndex(({ signature }) => signature === last?.signature) + 1;
        if (from === 0 && last?.id !== newest.id) return rows.length;
        await insertHistory(store, rows.slice(from, from + ROWS_AT_ONCE));
        return from + ROWS_AT_ONCE;
      });
  }

  /** Goes on behind the oldest entry until there are `wanted` more or no more. @returns whether there was anything */
  async #readOlder(source: RpcSource, key: HistoryKey, wanted: number): Promise<boolean> {
    let added = 0;
    while (added < wanted && !(await isHistoryComplete(this.#store, key))) {
      const oldest = await historyEnd(this.#store, key, 'oldest');
      const part = await source.signatures(
        key.address,
        oldest === undefined ? {} : { before: oldest.signature },
      );
      let place = oldest?.place ?? Infinity;
      const rows = part.map(({ signature, slot }) => {
        place = Math.min(place - 1, middleOf(slot));
        return { id: randomUUID(), ...key, place, signature };
      });
      const isNext = await this.#writer.write(async (store) => {
        // Another process on the database may have gone on behind it meanwhile.
        if ((await historyEnd(store, key, 'oldest'))?.id !== oldest?.id) return false;
        await insertHistory(store, rows);
        // An address without history may have one tomorrow, and all of it will be new.
        if (part.length < SIGNATURES_AT_ONCE && (oldest !== undefined || rows.length > 0))
          await setHistoryComplete(store, key);
        return true;
      });
      if (!isNext) added += 1;
      else if (rows.length === 0) break;
      else added += rows.length;
    }
    return added > 0;
  }

  async #alone<T>({ cluster, address }: HistoryKey, work: () => Promise<T>): Promise<T> {
    const name = `${cluster} ${address}`;
    const turn = (this.#reading.get(name) ?? Promise.resolve()).then(work, work);
    this.#reading.set(name, turn);
    try {
      return await turn;
    } finally {
      if (this.#reading.get(name) === turn) this.#reading.delete(name);
    }
  }
}
