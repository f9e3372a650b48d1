import { createHmac } from 'node:crypto';
import { fromUtf8, toUtf8 } from '#protocol/encoding.ts';
import type { StorageKey } from '../keys/storage-key.ts';

const RECORD = 'row-seal/1';
const SUM_BYTES = 32;
const MODULUS = 1n << 256n;

/** The columns of each sealed table, in the order in which they are digested. */
export type SealedColumns = Readonly<Record<string, readonly string[]>>;

/** What a sealed digest holds. */
export interface SealState {
  /** The sum of the rows' MACs, modulo 2^256. */
  readonly sum: bigint;
  readonly columns: SealedColumns;
}

/**
 * A digest over a set of rows that changes with one row at a time: the sum of their MACs (HMAC-SHA256) modulo 2^256, which
 * is a multiset hash (Clarke et al., "Incremental Multiset Hash Functions", MSet-Add-Hash). It is kept sealed under the
 * storage key, so that nobody sees what a single row adds, and so that rows can be neither added, changed nor taken away
 * without that key.
 */
export class RowSeal {
  #key: StorageKey | undefined;
  #onFold: () => void = () => undefined;

  /** From now on digests can be made; before, a change of a sealed row fails. */
  unlock(key: StorageKey): void {
    this.#key = key;
  }

  /** Has `listener` called for each change of a sealed row, within the change's transaction. */
  onFold(listener: () => void): void {
    this.#onFold = listener;
  }

  /** @throws AppError `SEALED_DATA_INVALID` */
  open(sealed: Uint8Array): SealState {
    return this.#required()
      .open(sealed, RECORD)
      .use((bytes) => ({
        sum: toNumber(bytes.subarray(0, SUM_BYTES)),
        columns: JSON.parse(fromUtf8(bytes.slice(SUM_BYTES), 'row seal')) as SealedColumns,
      }));
  }

  seal({ sum, columns }: SealState): Uint8Array {
    const text = toUtf8(JSON.stringify(columns));
    return this.#required().seal(Buffer.concat([toBytes(sum), text]), RECORD);
  }

  /** What a row adds to the sum. @param row its table and values as one text, as `rowText` writes it */
  weigh(row: string): bigint {
    return this.#required().authenticate(RECORD, (key) =>
      toNumber(createHmac('sha256', key).update(row).digest()),
    );
  }

  /**
   * The sealed digest after a change: what triggers call for each row.
   * @param removed JSON text of a list of rows that are gone; null for none
   * @param added JSON text of a list of rows that are new; null for none
   */
  readonly fold = (sealed: unknown, removed: unknown, added: unknown): Uint8Array => {
    this.#onFold();
    if (!(sealed instanceof Uint8Array)) throw new TypeError('There is no sealed digest.');
    const state = this.open(sealed);
    const sum = state.sum - this.#weighAll(removed) + this.#weighAll(added);
    return this.seal({ ...state, sum: ((sum % MODULUS) + MODULUS) % MODULUS });
  };

  #weighAll(rows: unknown): bigint {
    if (typeof rows !== 'string') return 0n;
    return (JSON.parse(rows) as string[]).reduce((sum, row) => sum + this.weigh(row), 0n);
  }

  #required(): StorageKey {
    if (this.#key === undefined) throw new Error('The storage key is not there yet.');
    return this.#key;
  }
}

/** Adds up modulo 2^256. */
export const addUp = (sum: bigint, weight: bigint): bigint => (sum + weight) % MODULUS;

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const toBytes = (sum: bigint): Uint8Array =>
  Buffer.from(sum.toString(16).padStart(2 * SUM_BYTES, '0'), 'hex');
