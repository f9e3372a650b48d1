import type { Fact, RecognisedAction, SentencePart, Warning } from '../model/decoded.ts';
import type { Asset, Move } from '../model/totals.ts';
import { tronAddress } from './address.ts';
import { bytesOf, integerOf, rangesOf, type Message } from './protobuf.ts';
import type { TronTransaction } from './transaction.ts';
import { formatUnits } from '../model/amounts.ts';

/** What a contract does, as far as it could be read. */
export interface ContractReading {
  readonly id: string;
  readonly title: string;
  readonly sentence: SentencePart[];
  readonly facts: Fact[];
  /** The contract that is called, which stands before everything else. */
  readonly called: readonly Fact[];
  readonly warnings: Warning[];
  readonly inner: RecognisedAction[];
  readonly blind: boolean;
  readonly moves: readonly Move[];
  /** What the moves do not say. */
  readonly notes: readonly string[];
}

/** Reads one kind of contract. The owner is known by then. */
export type ContractReader = (
  transaction: Omit<TronTransaction, 'owner'> & {
    readonly owner: string;
    /** Which addresses are the operator's; absent where nobody is known to sign. */
    readonly isOurs?: ((address: string | null) => boolean) | undefined;
  },
) => ContractReading;

/** Fills in what most readings leave empty. */
export const contractReading = (
  id: string,
  title: string,
  parts: Partial<ContractReading> & Pick<ContractReading, 'sentence' | 'facts'>,
): ContractReading => ({
  id,
  title,
  called: [],
  warnings: [],
  inner: [],
  blind: false,
  moves: [],
  notes: [],
  ...parts,
});

export const TRX: Asset = { symbol: 'TRX', decimals: 6 };

/** Sun as TRX: six decimals. */
export const formatTrx = (sun: bigint): string =>
  sun < 0n ? `-${formatUnits(-sun, 6)} TRX` : `${formatUnits(sun, 6)} TRX`;

/** The address in a field. @throws AppError `ADDRESS_INVALID` */
export const addressIn = (message: Message, number: number, name: string): string =>
  tronAddress(bytesOf(message, number), name);

export const addressFact = (message: Message, number: number, label: string, value: string): Fact => ({
  label,
  value,
  kind: 'address',
  ...rangesOf(message, number),
});

/** An amount of TRX that stands in a field, with the number of the bytes as its note. */
export function trxFact(message: Message, number: number, label: string): Fact {
  const sun = integerOf(message, number);
  return {
    label,
    value: formatTrx(sun),
    kind: 'amount',
    note: `${sun.toString()} sun`,
    ...rangesOf(message, number),
  };
}

/** Any other fact that stands in a field. */
export const fieldFact = (
  message: Message,
  number: number,
  label: string,
  value: string,
  kind: Fact['kind'] = 'text',
): Fact => ({ label, value, kind, ...rangesOf(message, number) });

/** What staked TRX gives. */
export function resourceName(message: Message, number: number): string {
  const names: Readonly<Record<string, string>> = { '0': 'bandwidth', '1': 'energy', '2': 'Tron power' };
  const value = integerOf(message, number).toString();
  return names[value] ?? `resource ${value}`;
}

/** Text out of bytes that anybody may choose: shown only where it is plain. */
export function plainText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /^[\p{L}\p{N}\p{P}\p{S}\p{Zs}]*$/u.test(text) ? text : null;
  } catch {
    return null;
  }
}
