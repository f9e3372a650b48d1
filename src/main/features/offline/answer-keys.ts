import { randomBytes } from 'node:crypto';
import { toHex } from '#protocol/encoding.ts';
import {
  type P256KeyPair,
  P256_RANDOM_LENGTH,
  compressP256,
  generateP256KeyPair,
  p256PublicKeyOf,
} from '#protocol/p256-key.ts';
import { type Keychain, keyOfItem } from '../../vault/keychain.ts';
import { offlineError } from './errors.ts';

/** The keys that answers are sealed to, in the keychain: between preparing and opening lies a walk, and perhaps a restart. */
export interface AnswerKeys {
  /** Makes a key and keeps it; gives its public half, uncompressed or compressed hex. @throws KeychainError */
  make(form: 'uncompressed' | 'compressed'): Promise<string>;
  /** The key of a public half; the caller wipes it. @throws AppError `OFFLINE_KEY_GONE`, KeychainError */
  find(publicKey: string): Promise<P256KeyPair>;
  /** The public halves, as they were given out. @throws KeychainError */
  list(): Promise<ReadonlySet<string>>;
  /** @throws KeychainError */
  forget(publicKey: string): Promise<void>;
}

const PREFIX = 'offline-answer:';

export function createAnswerKeys(keychain: Pick<Keychain, 'get' | 'set' | 'delete' | 'list'>): AnswerKeys {
  return {
    make: async (form) => {
      const pair = generateP256KeyPair(Uint8Array.from(randomBytes(P256_RANDOM_LENGTH)));
      try {
        const publicKey = toHex(
          form === 'uncompressed' ? pair.publicKey : compressP256(pair.publicKey, 'answer key'),
        );
        await keychain.set(
          `${PREFIX}${publicKey}`,
          pair.privateKey.use((bytes) => toHex(bytes)),
        );
        return publicKey;
      } finally {
        pair.privateKey.wipe();
      }
    },
    find: async (publicKey) => {
      const text = await keychain.get(`${PREFIX}${publicKey}`);
      const privateKey = text === null ? null : keyOfItem(text);
      if (privateKey === null) throw offlineError('OFFLINE_KEY_GONE');
      const own = privateKey.use((bytes) => p256PublicKeyOf(bytes));
      if (toHex(own) === publicKey || toHex(compressP256(own, 'answer key')) === publicKey)
        return { publicKey: own, privateKey };
      privateKey.wipe();
      throw offlineError('OFFLINE_KEY_GONE');
    },
    list: async () =>
      new Set(
        (await keychain.list()).flatMap((item) =>
          item.startsWith(PREFIX) ? [item.slice(PREFIX.length)] : [],
        ),
      ),
    forget: async (publicKey) => {
      await keychain.delete(`${PREFIX}${publicKey}`);
    },
  };
}

/** How each operation with a key of its own names it, and in which form. */
const EXPORTS = new Set(['export_private_key', 'export_wallet', 'export_wallet_account']);
const SEALED_SESSIONS = new Set(['create_read_write_session', 'oauth']);
const STAMPED_SESSIONS = new Set(['stamp_login', 'oauth_login']);
/** How a session came to be, as it is kept. */
export const ORIGIN_OF_SESSION = {
  create_read_write_session: 'read-write',
  oauth: 'oauth',
  stamp_login: 'stamp-login',
  oauth_login: 'oauth-login',
} as const;

/** Whether an operation takes key material out. */
export const isExport = (path: string): boolean => EXPORTS.has(path) || path === 'export_secrets';

/**
 * Puts a fresh key of this console where an export or a session leaves out the key that its answer is for.
 * @returns the parameters, and the public keys that were made
 * @throws KeychainError
 */
export async function fillAnswerKeys(
  operation: string,
  parameters: unknown,
  keys: AnswerKeys,
): Promise<{ readonly parameters: unknown; readonly made: readonly string[] }> {
  if (typeof parameters !== 'object' || parameters === null) return { parameters, made: [] };
  const made: string[] = [];
  const fill = async (
    value: object,
    member: string,
    form: 'uncompressed' | 'compressed',
  ): Promise<object> => {
    if (Object.hasOwn(value, member)) return value;
    const publicKey = await keys.make(form);
    made.push(publicKey);
    return { ...value, [member]: publicKey };
  };
  if (EXPORTS.has(operation) || SEALED_SESSIONS.has(operation))
    return { parameters: await fill(parameters, 'targetPublicKey', 'uncompressed'), made };
  if (STAMPED_SESSIONS.has(operation))
    return { parameters: await fill(parameters, 'publicKey', 'compressed'), made };
  if (operation !== 'export_secrets' || !('secrets' in parameters) || !Array.isArray(parameters.secrets))
    return { parameters, made };
  const secrets: unknown[] = [];
  for (const secret of parameters.secrets as unknown[])
    secrets.push(
      typeof secret === 'object' && secret !== null
        ? await fill(secret, 'targetPublicKey', 'uncompressed')
        : secret,
    );
  return { parameters: { ...parameters, secrets }, made };
}
