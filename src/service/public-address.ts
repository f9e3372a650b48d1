import { type Address, parseIpAddress } from '#protocol/network/ip-address.ts';
import { type Cidr, contains, parseCidr } from '#protocol/network/cidr.ts';

/** Blocks that are not the public internet (IANA special-purpose registries of IPv4 and IPv6; others as noted). */
const SPECIAL: readonly Cidr[] = [
  '0.0.0.0/8', // this network; some systems connect 0.0.0.0 to themselves
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT; one cloud's metadata service
  '127.0.0.0/8',
  '168.63.129.16/32', // a cloud's platform service, on an address that looks public
  '169.254.0.0/16', // link-local; most clouds' metadata services
  '172.16.0.0/12',
  '192.0.0.0/24', // protocol assignments; one cloud's metadata service
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
  '2001::/23', // protocol assignments; Teredo
  '2001:db8::/32', // documentation
  '3fff::/20', // documentation
].map(parseCidr);

/** All of public IPv6: loopback, link-local, unique local, multicast and mapped addresses lie outside. */
const GLOBAL_UNICAST = parseCidr('2000::/3');

/** Blocks whose addresses lead to an IPv4 address that is written inside them: how far it stands from the right. */
const TRANSLATED = [
  { block: parseCidr('64:ff9b::/96'), shift: 0n }, // NAT64 (RFC 6052)
  { block: parseCidr('2002::/16'), shift: 80n }, // 6to4 (RFC 3056)
] as const;

/**
 * Whether an address that a name resolved to is on the public internet, so that a webhook may be delivered to it.
 * Asked of each address a connection is about to be made to, after resolution: names can change their mind.
 * @param text an IP address; anything else is not public
 */
export function isPublicAddress(text: string): boolean {
  const address = parseIpAddress(text);
  return address !== undefined && isPublic(address);
}

function isPublic(address: Address): boolean {
  const tunnel = TRANSLATED.find(({ block }) => contains(block, address));
  if (tunnel !== undefined)
    return isPublic({ family: 4, value: (address.value >> tunnel.shift) & 0xffffffffn });
  if (address.family === 6 && !contains(GLOBAL_UNICAST, address)) return false;
  return !SPECIAL.some((block) => contains(block, address));
}

const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(parseCidr);

/** Whether an address is this machine's own, which no other machine can reach. Anything but an address isn't. */
export function isLoopback(text: string): boolean {
  const address = parseIpAddress(text);
  return address !== undefined && LOOPBACK.some((block) => contains(block, address));
}
