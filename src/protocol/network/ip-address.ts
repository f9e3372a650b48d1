/** An IP address as a number: 32 bits of IPv4, 128 bits of IPv6. */
export interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
}

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
export function parseIpAddress(text: string): Address | undefined {
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
