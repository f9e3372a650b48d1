import type {
  CertificateChoice,
  ProfileDraft,
  ProfileNetwork,
  ProxyChoice,
} from '#preload/contract/profiles.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import { HOSTED_KEYS, type PinnedKeys, readPinnedKeys } from '#protocol/pinned-keys.ts';
import { readUpTo } from '../../platform/plain-files.ts';
import { OWN_FILE_LIMIT, readCertificates } from '../../service-client/certificates.ts';
import {
  type ProxyLogin,
  isLogin,
  proxyAddress,
  readProxyAddress,
} from '../../service-client/proxy-choice.ts';
import { readBaseUrl } from '../../service-client/published.ts';
import { DEFAULT_NETWORK } from '../../service-client/routes.ts';
import type { StoredProfile } from '../../storage/profiles.ts';
import type { FileParts } from '../files/module.ts';
import { profileError } from './errors.ts';

/** What a profile becomes, and the login of its proxy: `kept` stays as it is in the keychain, null is none. */
export interface ReadDraft {
  readonly profile: StoredProfile;
  readonly login: ProxyLogin | 'kept' | null;
}

const KEYS_FILE_LIMIT = 64 * 1024;

/**
 * Reads what the window describes. Files are read here, by their handles; a login leaves the proxy's address.
 * @param before the profile as it is; null for one that is added
 * @throws AppError of what cannot be read
 */
export async function readDraft(
  draft: ProfileDraft,
  id: string,
  before: StoredProfile | null,
  files: FileParts['files'],
): Promise<ReadDraft> {
  const old = before?.network ?? DEFAULT_NETWORK;
  const baseUrl = readBaseUrl(draft.baseUrl);
  const organizationId = draft.organizationId.toLowerCase();
  const { proxy, login } = draft.proxy === undefined ? keptProxy(old) : readProxy(draft.proxy, old);
  const certificates = await readCertificateChoice(draft.certificates ?? { kind: 'kept' }, old, files);
  const keys = await readKeys(draft.keys ?? { kind: 'kept' }, before, files);
  const place = { baseUrl, organizationId, keys };
  const hasMoved = before !== null && movesOf(before, place);
  return {
    profile: {
      id,
      kind: 'hosted',
      name: draft.name,
      ...place,
      organizationName: hasMoved ? null : (before?.organizationName ?? null),
      network: leaveOutDefault({ proxy, certificates }),
      moves: (before?.moves ?? 0) + (hasMoved ? 1 : 0),
    },
    login,
  };
}

type Place = Pick<StoredProfile, 'baseUrl' | 'organizationId' | 'keys'>;

/** Whether another service, or another organization of it, may answer there. */
const movesOf = (before: Place, after: Place): boolean =>
  before.baseUrl !== after.baseUrl ||
  before.organizationId !== after.organizationId ||
  JSON.stringify(before.keys) !== JSON.stringify(after.keys);

/** Whether two are the same to whoever approves them; the organization's name is the service's word. */
export const isSameProfile = (one: StoredProfile, two: StoredProfile): boolean => textOf(one) === textOf(two);
const textOf = ({ name, baseUrl, organizationId, keys, network, moves }: StoredProfile): string =>
  JSON.stringify([name, baseUrl, organizationId, keys, network, moves]);

/** The default is kept as nothing, as profiles of earlier versions have it. */
const leaveOutDefault = ({ proxy, certificates }: ProfileNetwork): ProfileNetwork | null =>
  proxy.kind === 'system' && certificates.kind === 'bundled' ? null : { proxy, certificates };

interface ReadProxy {
  readonly proxy: ProxyChoice;
  readonly login: ReadDraft['login'];
}

const keptProxy = ({ proxy }: ProfileNetwork): ReadProxy => ({
  proxy,
  login: proxy.kind === 'manual' && proxy.hasLogin ? 'kept' : null,
});

function readProxy(given: NonNullable<ProfileDraft['proxy']>, old: ProfileNetwork): ReadProxy {
  if (given.kind !== 'manual') return { proxy: { kind: given.kind }, login: null };
  const read = readProxyAddress(given.address);
  if (read === undefined) throw profileError('PROXY_ADDRESS_INVALID');
  const address = proxyAddress(read.proxy);
  const login = given.login ?? read.login;
  if (login === 'kept') {
    // The password of one proxy is never given to another.
    if (old.proxy.kind !== 'manual' || !old.proxy.hasLogin || old.proxy.address !== address)
      throw profileError('PROXY_LOGIN_OTHER_ADDRESS');
  } else if (login !== null && !isLogin(login)) throw profileError('PROXY_LOGIN_INVALID');
  return { proxy: { kind: 'manual', address, hasLogin: login !== null }, login };
}

async function readCertificateChoice(
  given: NonNullable<ProfileDraft['certificates']>,
  old: ProfileNetwork,
  files: FileParts['files'],
): Promise<CertificateChoice> {
  if (given.kind === 'kept') return old.certificates;
  if (given.kind !== 'own') return { kind: given.kind };
  const bytes = await readUpTo(files.pathOf(given.file), OWN_FILE_LIMIT);
  return { kind: 'own', pem: readCertificates(Buffer.from(bytes).toString('latin1')).pem };
}

async function readKeys(
  given: NonNullable<ProfileDraft['keys']>,
  before: StoredProfile | null,
  files: FileParts['files'],
): Promise<PinnedKeys | null> {
  if (given.kind === 'kept') return before === null ? HOSTED_KEYS : before.keys;
  if (given.kind === 'vendor') return HOSTED_KEYS;
  const text = given.kind === 'text' ? given.text : await keysFile(files.pathOf(given.file));
  const keys = readPinnedKeys(text);
  if (keys === undefined) throw profileError('PINNED_KEYS_UNREADABLE');
  return keys;
}

async function keysFile(path: string): Promise<string> {
  const bytes = await readUpTo(path, KEYS_FILE_LIMIT);
  try {
    return fromUtf8(bytes, 'file');
  } catch (cause) {
    throw profileError('PINNED_KEYS_UNREADABLE', { cause });
  }
}
