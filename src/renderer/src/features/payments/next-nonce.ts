import type { LastNonce } from '#preload/contract/transfers.ts';
import { PAYMENT_TEXT } from './text.ts';

/** What is offered; null where no last one is known. */
export function nextNonce(last: LastNonce | null): string | null {
  const nonce = last?.nonce ?? null;
  return nonce === null ? null : (BigInt(nonce) + 1n).toString();
}

/**
 * Where the number comes from, and what it was not taken from.
 * @param where to find the number, for an account whose last isn't known
 */
export function nonceHelp(last: LastNonce, where: string): string {
  const next = nextNonce(last);
  return [
    next === null || last.nonce === null ? where : PAYMENT_TEXT.lastNonce(last.from, last.nonce, next),
    ...(last.apart.length > 0 ? [PAYMENT_TEXT.noncesApart(last.apart)] : []),
    ...(last.isWhole ? [] : [PAYMENT_TEXT.notAllNonces]),
  ].join(' ');
}
