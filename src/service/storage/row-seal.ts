import { type BinaryToTextEncoding, createHmac, randomBytes } from 'node:crypto';
import { fromUtf8, toUtf8 } from '#protocol/encoding.ts';
import type { TransactionWatch } from '#storage/transaction-watch.ts';
import type { StorageKey } from '../keys/storage-key.ts';
import { addUp } from './mac-sum.ts';
import { RowSum } from './row-sum.ts';
import { type RowPart, hashPart } from './row-text.ts';
import { type WeighThread, startWeighThread } from './weigh-thread.ts';

const RECORD = 'row-seal/1';
const SUM_BYTES = 32;
/** 4 count, and 16 are random. */
const MARK_BYTES = 20;
const WEIGHT = /[0-9a-f]{64}/g;
const SEAL_BEFORE_COMMIT = 'UPDATE main.row_seal SET sealed = keyops_seal(sealed) WHERE id = 1';

/** The columns of each sealed table, in the order in which they are digested. */
export type SealedColumns = Readonly<Record<string, readonly string[]>>;

/** The sum of the MACs of each table's rows, modulo 2^256. */
export type TableSums = Readonly<Record<string, bigint>>;

/** What a sealed digest holds. */
export interface SealState {
  /** The sum over all tables. */
  readonly sum: bigint;
  /** Each table's part of it, so that it can be said where rows were changed; null in one of an earlier version. */
  readonly sums: TableSums | null;
  readonly columns: SealedColumns;
}

/** What is sealed beside the sum; before each table had a sum, the columns alone. */
type KeptState =
  { readonly sums: Readonly<Record<string, string>>; readonly columns: SealedColumns } | SealedColumns;

/**
 * A digest over a set of rows that changes with one row at a time: the sum of their MACs (HMAC-SHA256) modulo 2^256, which
 * is a multiset hash (Clarke et al., "Incremental Multiset Hash Functions", MSet-Add-Hash). It is kept sealed under the
 * storage key, so that nobody sees what a single row adds, and so that rows can be neither added, changed nor taken away
 * without that key.
 *
 * Within a transaction it is sealed once, before the commit: until then the row has a mark in its place, of a state in memory, so that a
 * savepoint that is undone takes the digest back with it.
 */
export class RowSeal implements TransactionWatch {
  #key: StorageKey | undefined;
  #onFold: (table: string) => void = () => undefined;
  /** What was sealed last: most often it is what is opened next, once for each row of a request. */
  #made: { readonly sealed: Buffer; readonly state: SealState } | undefined;
  /** The last mark of this transaction: one differs from the next by its number. */
  #mark: Buffer | undefined;
  #isWithin = (): boolean => false;
  /** What the marks of this transaction stand for. They lie in the file's log before the commit, so none outlives it. */
  readonly #marked = new Map<string, SealState>();
  /** The sum that is made just now, of the rows of one statement. */
  #counted: RowSum | undefined;

  /** From now on digests can be made; before, a change of a sealed row fails. */
  unlock(key: StorageKey): void {
    this.#key = key;
  }

  /** Has `listener` called with the table for each change of a sealed row, within the change's transaction. */
  onFold(listener: (table: string) => void): void {
    this.#onFold = listener;
  }

  watch(isWithin: () => boolean): void {
    this.#isWithin = isWithin;
  }

  readonly beforeCommit = (): string | undefined => (this.#marked.size > 0 ? SEAL_BEFORE_COMMIT : undefined);

  readonly ended = (): void => {
    this.#marked.clear();
    this.#mark = undefined;
  };

  /** @throws AppError `SEALED_DATA_INVALID` */
  open(sealed: Uint8Array): SealState {
    const marked = this.#marked.get(nameOf(sealed));
    if (marked !== undefined) return marked;
    return this.#required()
      .open(sealed, RECORD)
      .use((bytes) => {
        const sum = toNumber(bytes.subarray(0, SUM_BYTES));
        // Nobody without the storage key wrote it.
        const kept = JSON.parse(fromUtf8(bytes.slice(SUM_BYTES), 'row seal')) as KeptState;
        if (!isWithSums(kept)) return { sum, sums: null, columns: kept };
        const sums = Object.entries(kept.sums).map(([table, hex]) => [table, BigInt(`0x${hex}`)] as const);
        return { sum, sums: Object.fromEntries(sums), columns: kept.columns };
      });
  }

  seal({ sum, sums, columns }: SealState): Uint8Array {
    const inHex = Object.entries(sums ?? {}).map(([table, part]) => [table, part.toString(16)] as const);
    const text = toUtf8(
      JSON.stringify(sums === null ? columns : { sums: Object.fromEntries(inHex), columns }),
    );
    return this.#required().seal(Buffer.concat([toBytes(sum), text]), RECORD);
  }

  /**
   * What a row adds to the sum.
   * @param row its table and values as one text, as `rowText` writes it
   * @returns 32 bytes, one character each: a start makes one for every row, and buffers would cost it more
   */
  weigh(row: string): string {
    return this.#mac([row], 'binary');
  }

  /** The same as hex: what triggers call for each row. @param parts of its text, as of `rowParts` */
  readonly weighParts = (...parts: readonly unknown[]): string => this.#mac(parts as RowPart[], 'hex');

  #mac(parts: readonly RowPart[], encoding: BinaryToTextEncoding): string {
    return this.#required().authenticate(RECORD, (key) => {
      const hmac = createHmac('sha256', key);
      for (const part of parts) hashPart(hmac, part);
      return hmac.digest(encoding);
    });
  }

  /** Counts a row into the sum that is made: what its statement calls for each row. @param row as of `weigh` */
  readonly count = (row: unknown): null => {
    if (this.#counted === undefined || typeof row !== 'string')
      throw new TypeError('There is no row to count.');
    this.#counted.add(row);
    return null;
  };

  /**
   * The sum over the rows of one statement. They are weighed within it, or beside it in a thread where they are many, and no
   * list of all of them is made.
   * @param read runs a statement that calls `count` for each row, and returns how many rows it has gone through
   */
  async sumOver(read: () => Promise<number>): Promise<bigint> {
    // Two at once would count into one sum.
    if (this.#counted !== undefined) throw new Error('Another sum is being made.');
    const counted = new RowSum(this);
    this.#counted = counted;
    try {
      if ((await read()) !== counted.count) throw new Error('A row was not counted.');
      return await counted.total();
    } finally {
      this.#counted = undefined;
      counted.stop();
    }
  }

  /** A thread that adds up what rows weigh. */
  startThread(): WeighThread {
    return this.#required().authenticate(RECORD, startWeighThread);
  }

  /**
   * The digest after a change, sealed or marked: what triggers call.
   * @param table whose rows they are
   * @param removed what the rows that are gone weigh (`weighParts`), one after the other; null for none
   * @param added what the rows that are new weigh
   */
  readonly fold = (sealed: unknown, table: unknown, removed: unknown, added: unknown): Uint8Array => {
    const name = String(table);
    this.#onFold(name);
    if (!(sealed instanceof Uint8Array)) throw new TypeError('There is no sealed digest.');
    const state = this.#made?.sealed.equals(sealed) === true ? this.#made.state : this.open(sealed);
    const change = totalOf(added) - totalOf(removed);
    const sum = addUp(state.sum, change);
    const sums =
      state.sums === null ? null : { ...state.sums, [name]: addUp(state.sums[name] ?? 0n, change) };
    const next = { ...state, sum, sums };
    if (!this.#isWithin()) return this.#sealed(next);
    // A random one for each row would take longer than its weight.
    this.#mark ??= randomBytes(MARK_BYTES);
    this.#mark.writeUInt32BE(this.#marked.size);
    this.#marked.set(nameOf(this.#mark), next);
    return this.#mark;
  };

  /** The sealed digest that a mark stands for; what is sealed stays as it is. To be called before the commit. */
  readonly sealMarked = (kept: unknown): unknown => {
    const state = kept instanceof Uint8Array ? this.#marked.get(nameOf(kept)) : undefined;
    return state === undefined ? kept : this.#sealed(state);
  };

  #sealed(state: SealState): Buffer {
    const sealed = Buffer.from(this.seal(state));
    this.#made = { sealed, state };
    return sealed;
  }

  #required(): StorageKey {
    if (this.#key === undefined) throw new Error('The storage key is not there yet.');
    return this.#key;
  }
}

/** What rows weigh together, whose weights stand one after the other. */
function totalOf(weights: unknown): bigint {
  if (typeof weights !== 'string') return 0n;
  let total = 0n;
  for (const [weight] of weights.matchAll(WEIGHT)) total += BigInt(`0x${weight}`);
  return total;
}

/** Of a mark; what is sealed is longer. */
const nameOf = (mark: Uint8Array): string =>
  mark.length === MARK_BYTES ? Buffer.from(mark).toString('hex') : '';

const isWithSums = (kept: KeptState): kept is Exclude<KeptState, SealedColumns> =>
  'sums' in kept && !Array.isArray(kept.sums);

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const toBytes = (sum: bigint): Uint8Array =>
  Buffer.from(sum.toString(16).padStart(2 * SUM_BYTES, '0'), 'hex');
