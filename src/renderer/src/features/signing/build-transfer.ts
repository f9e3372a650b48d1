import { toHex } from '#protocol/encoding.ts';
import { parseAddress } from '#chains/ethereum/address.ts';
import { encodeRlp, unsignedBytes } from '#chains/ethereum/rlp.ts';
import { AppError } from '#protocol/error.ts';
import { SIGNING_TEXT } from './text.ts';

/** A plain transfer as it is typed: coins in their unit, fees in gwei, the rest as whole numbers. */
export interface TransferDraft {
  readonly to: string;
  readonly amount: string;
  readonly chainId: string;
  readonly nonce: string;
  readonly gasLimit: string;
  readonly maxFee: string;
  readonly tip: string;
}

export type TransferErrors = Partial<Record<keyof TransferDraft, string>>;

export const FIRST_TRANSFER: TransferDraft = {
  to: '',
  amount: '',
  chainId: '1',
  // Never a guess: a nonce that was used replaces that transaction, or is refused.
  nonce: '',
  // What a transfer to an account without code takes.
  gasLimit: '21000',
  maxFee: '30',
  tip: '1.5',
};

const COIN_DECIMALS = 18;
const GWEI_DECIMALS = 9;
const MAX_WORD = 2n ** 256n - 1n;
const MAX_COUNT = 2n ** 64n - 1n;
const NONCE_MISSING = SIGNING_TEXT.build.nonceMissing;

/**
 * Reads a decimal number exactly, without floating point.
 * @param decimals how many places it may have; the unit's smallest part is 1
 * @returns the number in smallest parts, or why the text is none
 */
export function parseUnits(text: string, decimals: number): bigint | string {
  const [, whole, part = ''] = /^(\d{1,60})(?:\.(\d+))?$/.exec(text.trim()) ?? [];
  if (whole === undefined)
    return decimals > 0 ? SIGNING_TEXT.build.amountMissing : SIGNING_TEXT.build.notWhole;
  if (part.length > decimals)
    return decimals > 0 ? SIGNING_TEXT.build.decimals(decimals) : SIGNING_TEXT.build.notWhole;
  const value = BigInt(whole + part.padEnd(decimals, '0'));
  return value > MAX_WORD ? SIGNING_TEXT.build.tooLarge : value;
}

function parseTo(text: string): Uint8Array | string {
  if (text.trim() === '') return SIGNING_TEXT.build.toMissing;
  try {
    const hex = parseAddress(text.trim()).slice(2);
    return Uint8Array.from({ length: 20 }, (_, index) =>
      Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
    );
  } catch (error) {
    if (error instanceof AppError) return `${error.message} ${error.remedy}`;
    throw error;
  }
}

/**
 * Builds an unsigned EIP-1559 transfer (EIP-1559, EIP-2718): `0x02` and the RLP of its nine fields, without data.
 * What it means is read from the bytes by the privileged side, like anything pasted.
 * @returns the transaction as hex with 0x, or what is wrong with which field
 */
export function buildTransfer(
  draft: TransferDraft,
): { readonly hex: string } | { readonly errors: TransferErrors } {
  const parsed = {
    to: parseTo(draft.to),
    amount: parseUnits(draft.amount, COIN_DECIMALS),
    chainId: atMost(MAX_COUNT, parseUnits(draft.chainId, 0)),
    nonce: draft.nonce.trim() === '' ? NONCE_MISSING : atMost(MAX_COUNT - 1n, parseUnits(draft.nonce, 0)),
    gasLimit: atMost(MAX_COUNT, parseUnits(draft.gasLimit, 0)),
    maxFee: parseUnits(draft.maxFee, GWEI_DECIMALS),
    tip: parseUnits(draft.tip, GWEI_DECIMALS),
  };
  const errors = Object.fromEntries(
    Object.entries(parsed).filter(([, value]) => typeof value === 'string'),
  ) as TransferErrors;
  const { to, amount, chainId, nonce, gasLimit, maxFee, tip } = parsed;
  if (typeof tip === 'bigint' && typeof maxFee === 'bigint' && tip > maxFee)
    errors.tip = SIGNING_TEXT.build.tipTooHigh;
  if (Object.keys(errors).length > 0 || typeof to === 'string') return { errors };
  const number = (value: bigint | string): Uint8Array => unsignedBytes(BigInt(value));
  const fields = [
    number(chainId),
    number(nonce),
    number(tip),
    number(maxFee),
    number(gasLimit),
    to,
    number(amount),
    new Uint8Array(),
    [],
  ];
  return { hex: `0x02${toHex(encodeRlp(fields))}` };
}

const atMost = (limit: bigint, value: bigint | string): bigint | string =>
  typeof value === 'bigint' && value > limit ? SIGNING_TEXT.build.tooLarge : value;
