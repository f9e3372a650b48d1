import { startError } from './errors.ts';
import { TOKEN_OPTIONS, type TokenArguments, type TokenGiven, readTokenKey } from './token-arguments.ts';

/** The options of keys, but for `--storage-key-fd`. */
export const KEY_OPTIONS = {
  'new-storage-key-fd': { type: 'string' },
  'vault-url': { type: 'string' },
  'vault-mount': { type: 'string' },
  'vault-key': { type: 'string' },
  'vault-token-file': { type: 'string' },
  'vault-ca': { type: 'string' },
  ...TOKEN_OPTIONS,
  'turn-to': { type: 'string' },
} as const;

/** Whether a running service turns its database. */
export const REWRAP_OPTION = { rewrap: { type: 'boolean' } } as const;

/** What was given of them. */
interface Given extends TokenGiven {
  readonly 'storage-key-fd'?: string | undefined;
  readonly 'new-storage-key-fd'?: string | undefined;
  readonly 'vault-url'?: string | undefined;
  readonly 'vault-mount'?: string | undefined;
  readonly 'vault-key'?: string | undefined;
  readonly 'vault-token-file'?: string | undefined;
  readonly 'vault-ca'?: string | undefined;
  readonly 'turn-to'?: string | undefined;
  readonly rewrap?: boolean | undefined;
}

/** A key of a transit engine. */
export interface VaultArguments {
  readonly url: URL;
  readonly mount: string;
  readonly name: string;
  /** Where its token stands; read for each request. */
  readonly tokenFile: string;
  /** A file of further authorities, or `system`. */
  readonly authorities?: string;
}

/** What may have the key in the place of this process. */
const KEY_SERVICES = ['vault', 'pkcs11'] as const;
type KeyServiceName = (typeof KEY_SERVICES)[number];

/** The keys beside the one of `--storage-key-fd`. */
export interface KeyArguments {
  /** Where the key comes from that secrets are turned to, beside the one that they are under. */
  readonly newStorageKeyFd?: number | undefined;
  readonly vault?: VaultArguments | undefined;
  readonly token?: TokenArguments | undefined;
  /** Which of those two is the one that secrets are turned to, where both are given. */
  readonly turnTo?: KeyServiceName | undefined;
  /** Whether the service turns them while it works. */
  readonly rewrap?: boolean;
}

/**
 * Reads which keys secrets are under, or are turned to.
 * @throws AppError `ARGUMENTS_INVALID`
 */
export function readKeys(given: Given): KeyArguments {
  const { 'storage-key-fd': fd, 'new-storage-key-fd': newFd, rewrap } = given;
  const vault = readVault(given);
  const token = readTokenKey(given);
  const turnTo = KEY_SERVICES.find((name) => name === given['turn-to']);
  const hasBoth = vault !== undefined && token !== undefined;
  if (
    hasBoth ? turnTo === undefined || fd !== undefined || newFd !== undefined : given['turn-to'] !== undefined
  )
    throw startError('ARGUMENTS_INVALID.turnTo');
  // The keychain would go on having the old one.
  if (
    newFd !== undefined &&
    (Number(newFd) === Number(fd) || (fd === undefined && vault === undefined && token === undefined))
  )
    throw startError('ARGUMENTS_INVALID.newStorageKey');
  return {
    ...(newFd !== undefined && { newStorageKeyFd: descriptorNumber('new-storage-key-fd', newFd) }),
    ...(vault && { vault }),
    ...(token && { token }),
    ...(turnTo && { turnTo }),
    ...(rewrap === true && { rewrap }),
  };
}

/** Part of a path: a name with slashes, none of whose parts leads elsewhere. */
const isName = (text: string): boolean =>
  text.length <= 256 && text.split('/').every((part) => /^[\w.-]+$/u.test(part) && !/^\.+$/u.test(part));
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

function readVault(given: Given): VaultArguments | undefined {
  const {
    'vault-url': address,
    'vault-mount': mount = 'transit',
    'vault-key': name,
    'vault-token-file': tokenFile,
    'vault-ca': authorities,
  } = given;
  if (address === undefined) {
    if ([name, tokenFile, authorities, given['vault-mount']].some((each) => each !== undefined))
      throw startError('ARGUMENTS_INVALID.vault');
    return undefined;
  }
  if (name === undefined || tokenFile === undefined) throw startError('ARGUMENTS_INVALID.vault');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname));
  // Nothing of the address is repeated: it may hold a token.
  if (url === undefined || !isSafe || url.href !== `${url.protocol}//${url.host}/`)
    throw startError('ARGUMENTS_INVALID.vaultUrl');
  for (const text of [mount, name]) if (!isName(text)) throw startError('ARGUMENTS_INVALID.vaultName');
  return { url, mount, name, tokenFile, ...(authorities !== undefined && { authorities }) };
}

/** @throws AppError `ARGUMENTS_INVALID` */
export function descriptorNumber(name: string, text: string): number {
  if (/^\d{1,4}$/u.test(text) && Number(text) <= 1023) return Number(text);
  throw startError('ARGUMENTS_INVALID.number', { name, least: 0, most: 1023, text });
}
