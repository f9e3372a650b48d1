import { formatTime } from '../../model/amounts.ts';
import type { ByteRange, Fact } from '../../model/decoded.ts';
import type { Located } from '../abi/located.ts';
import type { Hex } from '../address.ts';

/** What stands somewhere in the bytes; what is said of the call as a whole stands nowhere. */
export interface Placed {
  readonly range?: ByteRange | undefined;
}

/** A fact with any text, and the bytes that it tells of. */
export const valueFact = (
  label: string,
  { range }: Placed,
  value: string,
  kind: Fact['kind'] = 'text',
): Fact => ({
  label,
  value,
  kind,
  ...(range === undefined ? {} : { ranges: [range] }),
});

/** A fact with an address. */
export const addressFact = (
  label: string,
  address: Placed & { readonly value: Hex },
  note?: string,
): Fact => ({
  label,
  value: address.value,
  kind: 'address',
  ...(note === undefined ? {} : { note }),
  ...(address.range === undefined ? {} : { ranges: [address.range] }),
});

/** A fact with a time limit, in seconds since the epoch. */
export const untilFact = (seconds: Located<bigint>): Fact =>
  valueFact('Valid until', seconds, formatTime(seconds.value), 'time');
