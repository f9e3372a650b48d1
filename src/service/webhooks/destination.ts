import { isIP } from 'node:net';
import { isPublicAddress } from '../public-address.ts';

/** Names that mean this machine or the network it stands in (RFC 6761, 6762, 8375; a cloud's metadata service). */
const LOCAL_NAMES = /^(?:.+\.)?(?:localhost|local|internal|home\.arpa|localdomain)$/;

/** The host of a URL as it is resolved: a name, or an IP address without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Why a URL may not be delivered to by its form, or undefined where it may. A name that is public by its form may still
 * lead elsewhere: the addresses behind it are checked when something is delivered.
 * @param allowPrivate whether the service was started with `--allow-private-webhooks`: http and private places are fine then
 */
export function faultOfDestination(text: string, allowPrivate: boolean): string | undefined {
  if (!URL.canParse(text)) return 'is no URL';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return 'must begin with https';
  if (url.username !== '' || url.password !== '') return 'must hold no user name and no password';
  if (url.hash !== '' || text.includes('#')) return 'must hold no fragment';
  if (allowPrivate) return undefined;
  const host = hostOf(url);
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : 'must lead to a public address';
  const name = host.replace(/\.$/, '');
  if (LOCAL_NAMES.test(name) || !name.includes('.')) return 'must lead to a public host';
  return undefined;
}
