import type { AppError } from '../error.ts';
import { protocolError } from '../errors.ts';
import { type Address, parseLiteral } from './ip-address.ts';

/** How many bits an address has. */
const WIDTH = { 4: 32, 6: 128 } as const;

/** Writes an address: dotted IPv4, or IPv6 as RFC 5952 says (lowercase, the longest run of zeros shortened). */
export function formatAddress({ family, value }: Address): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
  const groups = Array.from({ length: 8 }, (_, index) =>
    ((value >> BigInt(112 - index * 16)) & 0xffffn).toString(16),
  );
  const text = groups.join(':');
  // Runs of at least two zero groups; the first of the longest.
  const runs = [...text.matchAll(/(?<![0-9a-f])0(?::0)+(?![0-9a-f])/g)];
  const longest = runs.reduce<RegExpExecArray | undefined>(
    (best, run) => (best === undefined || run[0].length > best[0].length ? run : best),
    undefined,
  );
  if (longest === undefined) return text;
  const before = text.slice(0, longest.index).replace(/:$/, '');
  const after = text.slice(longest.index + longest[0].length).replace(/^:/, '');
  return `${before}::${after}`;
}

/** A block of addresses: those that share the first `prefix` bits with `base`, whose other bits are zero. */
export interface Cidr {
  readonly family: 4 | 6;
  readonly base: bigint;
  readonly prefix: number;
}

const invalid = (text: string, why: string): AppError =>
  protocolError('CIDR_INVALID', { text: text.slice(0, 64), why });

/**
 * Reads a CIDR block and normalises it: bits behind the prefix become zero (`192.168.1.100/24` is `192.168.1.0/24`), and
 * blocks of IPv4-mapped IPv6 become IPv4 blocks.
 * @throws AppError `CIDR_INVALID`
 */
export function parseCidr(text: string): Cidr {
  const [, host, digits] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  if (host === undefined || digits === undefined)
    throw invalid(text, 'an address, a slash and a number are wanted');
  const address = parseLiteral(host);
  if (address === undefined) throw invalid(text, 'the address is none');
  const prefix = Number(digits);
  if (prefix > WIDTH[address.family]) throw invalid(text, 'the number after the slash is too large');
  return normalise(address, prefix);
}

function normalise({ family, value }: Address, prefix: number): Cidr {
  const rest = BigInt(WIDTH[family] - prefix);
  const base = (value >> rest) << rest;
  const mapped = family === 6 && prefix >= 96 && base >> 32n === 0xffffn;
  return mapped ? { family: 4, base: base & 0xffffffffn, prefix: prefix - 96 } : { family, base, prefix };
}

/** Writes a block as text, in the form that `parseCidr` normalises to. */
export const formatCidr = ({ family, base, prefix }: Cidr): string =>
  `${formatAddress({ family, value: base })}/${prefix}`;

/** Whether the address lies in the block. */
export function contains({ family, base, prefix }: Cidr, address: Address): boolean {
  if (family !== address.family) return false;
  const rest = BigInt(WIDTH[family] - prefix);
  return address.value >> rest === base >> rest;
}
