import { fromHex, toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { formatUnits } from '../model/amounts.ts';
import { readUnits, refused, visible } from '../model/transfer.ts';
import { transferError } from '../model/transfer-errors.ts';
import { type Previous, readPreviousTransaction } from './previous-transactions.ts';

export const BTC = { decimals: 8, unit: 'BTC', most: 2_100_000_000_000_000n } as const;
/** So many fit into a transaction that nodes relay, with room to spare. */
const MOST_COINS = 500;
const COIN = /^([0-9a-fA-F]{64}):(\d{1,9})[ \t,;]+(\S+)$/;

/** An output that is to be spent. */
export interface Coin {
  /** Where it stands in the list, from 1. */
  readonly line: number;
  /** As people read it: the bytes reversed, lowercase. */
  readonly txid: string;
  readonly vout: number;
  readonly amount: bigint;
}

const linesOf = (text: string): { readonly line: number; readonly text: string }[] =>
  visible(text)
    .split(/\r\n|\r|\n/)
    .map((each, at) => ({ line: at + 1, text: each.trim() }))
    .filter(({ text: each }) => each !== '');

/**
 * Reads a list of coins: transaction ID, colon, number of the output, blank, amount in BTC; one per line.
 * @throws AppError `TRANSFER_COINS_INVALID`, `TRANSFER_NUMBER_INVALID`, `TRANSFER_TEXT_INVISIBLE`
 */
export function readCoins(text: string): Coin[] {
  const lines = linesOf(text);
  if (lines.length > MOST_COINS)
    throw transferError('TRANSFER_COINS_INVALID.tooMany', { count: lines.length, most: MOST_COINS });
  const seen = new Set<string>();
  return lines.map(({ line, text: each }) => {
    const [, txid, vout, amount] = COIN.exec(each) ?? [];
    if (txid === undefined || vout === undefined || amount === undefined)
      throw transferError('TRANSFER_COINS_INVALID.line', { line });
    const coin = { line, txid: txid.toLowerCase(), vout: Number(vout), amount: readUnits(amount, BTC) };
    const place = `${coin.txid}:${coin.vout}`;
    if (seen.has(place)) throw transferError('TRANSFER_COINS_INVALID.twice', { line });
    seen.add(place);
    return coin;
  });
}

/** Reads whole transactions as hex, one per line. @returns them by ID @throws AppError */
export function readPrevious(text: string): ReadonlyMap<string, Previous> {
  return new Map(linesOf(text).map(({ line, text: hex }) => readPreviousLine(hex, line)));
}

function readPreviousLine(hex: string, line: number): [id: string, previous: Previous] {
  try {
    return readPreviousTransaction(fromHex(hex), 'network');
  } catch (error) {
    if (!(error instanceof AppError) && !(error instanceof RangeError)) throw error;
    throw transferError('TRANSFER_COINS_INVALID.previous', { line });
  }
}

/**
 * Holds each coin against the transaction that it is of: whoever makes the list must not decide what is lost as fee. A
 * signature of segwit's first version covers the amount of its own input alone, so that two signatures with one lie each can
 * be put together (BIP-341, "Rationale"); taproot's cover all of them.
 * @param script what pays to the sender
 * @param needsProof whether every coin's transaction must be there
 * @throws TransferRefused at `coins` or `previous`
 */
export function requireProven(
  coins: readonly Coin[],
  previous: ReadonlyMap<string, Previous>,
  sender: { readonly script: Uint8Array; readonly address: string; readonly needsProof: boolean },
): void {
  for (const { line, txid, vout, amount } of coins) {
    const found = previous.get(txid);
    if (found === undefined) {
      if (!sender.needsProof) continue;
      throw refused('previous', transferError('TRANSFER_COINS_INVALID.missingPrevious', { line }));
    }
    const output = found.outputs[vout];
    if (output === undefined || toHex(output.script) !== toHex(sender.script))
      throw refused(
        'coins',
        transferError('TRANSFER_COINS_INVALID.notOurs', { line, address: sender.address }),
      );
    if (output.amount !== amount)
      throw refused(
        'coins',
        transferError('TRANSFER_COINS_INVALID.amount', {
          line,
          said: formatUnits(amount, BTC.decimals),
          holds: formatUnits(output.amount, BTC.decimals),
        }),
      );
  }
}
