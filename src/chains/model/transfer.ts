import { AppError } from '#protocol/error.ts';
import { type ErrorText, errorText } from '#protocol/define-errors.ts';
import { findInvisible } from '#protocol/invisible-characters.ts';
import { transferError } from './transfer-errors.ts';

/** One thing that a payment's form asks for beside recipient, asset and amount. */
export interface TransferField {
  readonly name: string;
  readonly label: string;
  /** A unit or a format, after the label. */
  readonly aside?: string;
  /** Where to find it. */
  readonly where: string;
  /** What stands in it at first; nothing where a guess could cost money. */
  readonly initial: string;
  /** `known` is asked for in sight; `fee` is folded. */
  readonly group: 'known' | 'fee';
  /** Whether it may be left empty. */
  readonly isOptional?: boolean;
  /** Several lines. */
  readonly isLong?: boolean;
  /** Whether it is the number that counts the sender's transactions: the last signed one is told beside it. */
  readonly isNonce?: boolean;
  /** What takes its place while the lines of a file are looked through, where it changes nothing that is shown of them. */
  readonly standIn?: string;
}

/** What can be sent on a network. */
export interface TransferAsset {
  /** The token's contract or mint; empty for the network's own coin. */
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

export interface TransferNetwork {
  readonly id: string;
  readonly name: string;
}

/** A payment as its form has it: every text as it was typed. */
export interface TransferRequest {
  /** The key's address on the chain. */
  readonly sender: { readonly address: string };
  readonly network: string;
  readonly to: string;
  /** As {@link TransferAsset.id}. */
  readonly asset: string;
  readonly amount: string;
  /** By the names of the form's fields. */
  readonly values: Readonly<Record<string, string>>;
  readonly nowMs: number;
  /** How many equal payments of a list come before it: the transaction is another than theirs. None where it is absent. */
  readonly repeat?: number;
}

/** How the payments of a list become transactions. */
export type TransferSeries = {
  /** What whoever pays a list has to know, in whole sentences. */
  readonly note: string;
} & (
  | {
      /**
       * `numbered`: one each, and the nonce counts upward. `apart`: one each, and the network takes the same transaction once,
       * so that equal payments differ by {@link TransferRequest.repeat}.
       */
      readonly kind: 'numbered' | 'apart';
    }
  | ({ readonly kind: 'together' } & TogetherForm)
);

/** Recipient and amount of a payment as they were typed. */
export type TypedPayment = Pick<TransferRequest, 'to' | 'amount'>;

/** One transaction pays a whole list. */
export interface TogetherForm {
  /** So many payments fit into one transaction at most. */
  readonly most: number;
  /**
   * Checks recipient and amount alone.
   * @returns the amount in the asset's smallest unit
   * @throws TransferRefused
   */
  readonly check: (request: TransferRequest) => bigint;
  /**
   * @param request what is the same for all; its recipient and amount say nothing
   * @returns as {@link TransferForm.build}
   * @throws TransferRefused with what is wrong with the whole, by field
   */
  readonly build: (request: TransferRequest, payments: readonly TypedPayment[]) => string;
}

/** A number that counts the transactions of an address on a network. */
export interface UsedNonce {
  readonly network: string;
  readonly nonce: bigint;
}

/** How a payment is made on a chain: what its form asks for, and the transaction out of it. */
export interface TransferForm {
  /** The usual one first. */
  readonly networks: readonly TransferNetwork[];
  readonly fields: readonly TransferField[];
  /** Out of the local lists, the coin first. */
  readonly assets: (network: string) => readonly TransferAsset[];
  /**
   * @returns the unsigned transaction as `sign_transaction` takes it, as hex
   * @throws TransferRefused with what is wrong, by field
   */
  readonly build: (request: TransferRequest) => string;
  readonly series: TransferSeries;
  /** The number that a transaction uses up; null on chains without such a number. @throws AppError for bytes that are none */
  readonly nonceOf: (unsignedTransaction: string) => UsedNonce | null;
}

/** What is wrong with one field: `network`, `to`, `asset`, `amount`, or a name of the form's fields. */
export interface TransferProblem extends ErrorText {
  readonly field: string;
}

/** A payment that can't be made as it was typed. */
export class TransferRefused extends AppError {
  readonly problems: readonly TransferProblem[];

  constructor(problems: readonly TransferProblem[]) {
    const [first] = problems;
    super(first?.code ?? '', first?.message ?? '', first?.remedy ?? '');
    this.problems = problems;
  }
}

/** A refusal of one field. */
export const refused = (field: string, error: AppError): TransferRefused =>
  new TransferRefused([{ field, ...errorText(error) }]);

type Read<Readers> = { readonly [Name in keyof Readers]: Readers[Name] extends () => infer T ? T : never };

/**
 * Reads every field, so that all that is wrong is told at once.
 * @param readers by the field's name; each throws an AppError for what is no value of it
 * @throws TransferRefused
 */
export function readFields<const Readers extends Readonly<Record<string, () => unknown>>>(
  readers: Readers,
): Read<Readers> {
  const problems: TransferProblem[] = [];
  const values = Object.entries(readers).map(([field, read]): [string, unknown] => {
    try {
      return [field, read()];
    } catch (error) {
      if (error instanceof TransferRefused) problems.push(...error.problems);
      else if (error instanceof AppError) problems.push({ field, ...errorText(error) });
      else throw error;
      return [field, undefined];
    }
  });
  if (problems.length > 0) throw new TransferRefused(problems);
  return Object.fromEntries(values) as Read<Readers>;
}

/**
 * The text of a field without the blanks around it.
 * @throws AppError `TRANSFER_TEXT_INVISIBLE`, `TRANSFER_FIELD_MISSING`
 */
export function requireText(text: string | undefined, what: string, where: string): string {
  const given = visible(text ?? '').trim();
  if (given === '') throw transferError('TRANSFER_FIELD_MISSING', { what, where });
  return given;
}

/** A text in which everything can be seen: a tab and a line's end are blanks. @throws AppError `TRANSFER_TEXT_INVISIBLE` */
export function visible(text: string): string {
  const characters = findInvisible(text.replaceAll('\t', ' '));
  if (characters.length === 0) return text;
  throw transferError('TRANSFER_TEXT_INVISIBLE', { characters: characters.join(', ') });
}

/** The recipient's address in the chain's own spelling. @throws AppError `TRANSFER_…` and those of `spell` */
export const recipientIn = (request: TransferRequest, spell: (text: string) => string): string =>
  spell(requireText(request.to, 'The recipient', 'Choose a contact, or enter an address.'));

/** A field's text. @throws AppError `TRANSFER_FIELD_MISSING`, `TRANSFER_TEXT_INVISIBLE` */
export const fieldIn = ({ values }: TransferRequest, { name, label, where }: TransferField): string =>
  requireText(values[name], label, where);

const DIGITS = /^\d{1,90}$/;
const DECIMAL = /^(\d{1,90})(?:\.(\d{1,90}))?$/;

/**
 * Reads a number of whole units exactly.
 * @throws AppError `TRANSFER_NUMBER_INVALID`
 */
export function readWhole(text: string, most: bigint): bigint {
  if (!DIGITS.test(text)) throw transferError('TRANSFER_NUMBER_INVALID.whole');
  const value = BigInt(text);
  if (value > most) throw transferError('TRANSFER_NUMBER_INVALID.tooLarge');
  return value;
}

/**
 * Reads a decimal number exactly: ASCII digits and one point. No sign, exponent or separator is taken, because what stands
 * for a point in one country stands for thousands in another.
 * @returns the number in the unit's smallest parts
 * @throws AppError `TRANSFER_NUMBER_INVALID`
 */
export function readUnits(
  text: string,
  { decimals, unit, most }: { readonly decimals: number; readonly unit: string; readonly most: bigint },
): bigint {
  const [, whole, part = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) throw transferError('TRANSFER_NUMBER_INVALID.amount');
  if (part.length > decimals)
    throw transferError('TRANSFER_NUMBER_INVALID.decimals', { given: part.length, unit, most: decimals });
  const value = BigInt(whole + part.padEnd(decimals, '0'));
  if (value > most) throw transferError('TRANSFER_NUMBER_INVALID.tooLarge');
  return value;
}

/**
 * Lists the assets of a form's networks, each list put together once: the lines of a payment file ask for it, several times each.
 * @param list the assets of one of the networks
 */
export function createAssetLists(
  networks: readonly TransferNetwork[],
  list: (network: string) => readonly TransferAsset[],
): TransferForm['assets'] {
  const lists = new Map<string, readonly TransferAsset[]>();
  return (network) => {
    if (!networks.some(({ id }) => id === network)) return [];
    const known = lists.get(network) ?? list(network);
    lists.set(network, known);
    return known;
  };
}

/** The asset that was chosen. @throws AppError `TRANSFER_ASSET_UNKNOWN` */
export function assetIn(
  { assets }: Pick<TransferForm, 'assets'>,
  { network, asset }: TransferRequest,
): TransferAsset {
  const found = assets(network).find(({ id }) => id === asset);
  if (found === undefined) throw transferError('TRANSFER_ASSET_UNKNOWN');
  return found;
}

/**
 * What is sent, in the asset's smallest unit; more than nothing.
 * @throws AppError `TRANSFER_…`
 */
export function sentAmount(
  request: TransferRequest,
  { decimals, symbol }: TransferAsset,
  most: bigint,
): bigint {
  const text = requireText(
    request.amount,
    'The amount',
    `Enter how much ${symbol} is sent, for example 1.5.`,
  );
  const value = readUnits(text, { decimals, unit: symbol, most });
  if (value === 0n) throw transferError('TRANSFER_NUMBER_INVALID.zero');
  return value;
}
