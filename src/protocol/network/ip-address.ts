import type { AppError } from '../error.ts';
import { protocolError } from '../errors.ts';

/** An IP address as a number: 32 bits of IPv4, 128 bits of IPv6. */
export interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
}

/** How many bits an address has. */
const WIDTH = { 4: 32, 6: 128 } as const;

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
// Four decimal octets without leading zeros: what some resolvers take for octal is no address here.
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
const GROUP = /^[0-9a-fA-F]{1,4}$/;
const MAPPED = 0xffffn;

/**
 * Reads an IP address. IPv4-mapped IPv6 (`::ffff:192.0.2.1`) is the IPv4 address that it stands for: sockets that listen on
 * both families report peers that way.
 * @returns undefined for anything else: names, zones (`fe80::1%eth0`), ports, octal or shortened IPv4
 */
export function parseAddress(text: string): Address | undefined {
  const literal = parseLiteral(text);
  if (literal?.family === 6 && literal.value >> 32n === MAPPED) {
    return { family: 4, value: literal.value & 0xffffffffn };
  }
  return literal;
}

/** Reads an IP address as it is written: IPv4-mapped IPv6 stays IPv6. */
export function parseLiteral(text: string): Address | undefined {
  const family = text.includes(':') ? 6 : 4;
  const value = family === 4 ? parseIpv4(text) : parseIpv6(text);
  return value === undefined ? undefined : { family, value };
}

function parseIpv4(text: string): bigint | undefined {
  if (!IPV4.test(text)) return undefined;
  return text.split('.').reduce((value, octet) => (value << 8n) | BigInt(octet), 0n);
}

function parseIpv6(text: string): bigint | undefined {
  const [head, tail, ...more] = text.split('::');
  if (head === undefined || more.length > 0) return undefined;
  const front = groupsOf(head);
  const back = tail === undefined ? [] : groupsOf(tail);
  if (front === undefined || back === undefined) return undefined;
  // An embedded IPv4 address ends the text: it cannot stand before `::`.
  if (tail !== undefined && head.includes('.')) return undefined;
  const missing = 8 - front.length - back.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...front, ...Array.from({ length: missing }, () => 0n), ...back];
  return groups.reduce((value, group) => (value << 16n) | group, 0n);
}

/** The 16-bit groups of one side of an IPv6 address; none for an empty side. */
function groupsOf(text: string): readonly bigint[] | undefined {
  if (text === '') return [];
  const parts = text.split(':');
  const groups: bigint[] = [];
  for (const [index, part] of parts.entries()) {
    const ipv4 = index === parts.length - 1 && part.includes('.') ? parseIpv4(part) : undefined;
    if (ipv4 !== undefined) groups.push(ipv4 >> 16n, ipv4 & 0xffffn);
    else if (GROUP.test(part)) groups.push(BigInt(`0x${part}`));
    else return undefined;
  }
  return groups;
}

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
