import { Secret, copySecret } from '#protocol/secret.ts';
import { storageKeyError } from '../errors.ts';
import { keyRingError } from '../key-ring-errors.ts';
import type { KeyHolder, WrappingKey } from '../wrapping-key.ts';
import type { TokenAnswer } from './messages.ts';
import { TokenClient, type TokenPlace } from './token-client.ts';

const DATA_KEY_BYTES = 32;
/** Nonce and tag beside it. */
const WRAPPED_BYTES = 12 + DATA_KEY_BYTES + 16;
/** So many at once: each takes the token a moment, and all of them have one time. */
const MOST_ITEMS = 64;

/**
 * The versions of a key in a PKCS #11 token: AES keys of one label, whose ID (CKA_ID) is the number of the version. Data keys are wrapped
 * in the token with AES-256-GCM, the key's ID bound in; its own keys never leave it. What is kept is nonce, ciphertext and tag.
 */
export function tokenKeyHolder(place: TokenPlace): KeyHolder & { readonly client: TokenClient } {
  const client = new TokenClient(place);
  const prefix = `pkcs11:token=${encodeURIComponent(place.token)};object=${encodeURIComponent(place.key)};id=`;
  const keyOf = (version: string): WrappingKey => {
    const id = prefix + version.replaceAll(/../gu, (byte) => `%${byte}`);
    const record = `data-key/1/${id}`;
    const invalid = (why: string): Error =>
      storageKeyError('SEALED_DATA_INVALID', { recordId: `data key under ${id}`, cause: new Error(why) });
    const turn = async (
      ask: 'wrap' | 'unwrap',
      items: readonly Uint8Array[],
    ): Promise<readonly Uint8Array[]> => {
      const answer = await client.ask({ ask, version, record, items });
      const length = ask === 'wrap' ? WRAPPED_BYTES : DATA_KEY_BYTES;
      if (
        'items' in answer &&
        answer.items.length === items.length &&
        answer.items.every((item) => item.length === length)
      )
        return answer.items;
      if ('fault' in answer && answer.fault === 'no-key') throw keyRingError('STORAGE_KEY_GONE', { id });
      throw ask === 'unwrap' && 'fault' in answer ? invalid(answer.why) : nothingOfUse();
    };
    return {
      id,
      wrap: async (dataKeys) => {
        const wrapped: Uint8Array[] = [];
        for (const some of slicesOf(dataKeys)) {
          const items = some.map((key) => key.use(copySecret));
          try {
            wrapped.push(...(await turn('wrap', items)).map((item) => Uint8Array.from(item)));
          } finally {
            for (const item of items) item.fill(0);
          }
        }
        return wrapped;
      },
      unwrap: async (wrapped) => {
        if (wrapped.some(({ length }) => length !== WRAPPED_BYTES)) throw invalid('another length');
        const opened: Secret[] = [];
        try {
          for (const some of slicesOf(wrapped)) {
            for (const item of await turn('unwrap', some)) {
              opened.push(new Secret(copySecret(item)));
              item.fill(0);
            }
          }
          return opened;
        } catch (error) {
          for (const secret of opened) secret.wipe();
          throw error;
        }
      },
      wipe: () => undefined,
    };
  };
  return {
    client,
    of: (id) => {
      const version = id.startsWith(prefix) ? id.slice(prefix.length) : '';
      return /^(?:%[0-9a-f]{2}){1,4}$/u.test(version) ? keyOf(version.replaceAll('%', '')) : undefined;
    },
    newest: async () => keyOf(newestOf(await client.ask({ ask: 'versions' }), place.key)),
    wipe: () => client.close(),
  };
}

/** @throws StorageError where there is no version, or no single newest one */
function newestOf(answer: TokenAnswer, label: string): string {
  if (!('versions' in answer)) throw nothingOfUse();
  const numbered = answer.versions.map((id) => ({ id, number: Number.parseInt(id, 16) }));
  const [first, second] = numbered.sort((one, other) => other.number - one.number);
  const why =
    first === undefined
      ? `it has no AES key “${label}” whose ID is a number of 1 to 4 bytes`
      : `its newest version of the key “${label}” is there twice`;
  if (first === undefined || first.number === second?.number)
    throw keyRingError('KEY_SERVICE_UNAVAILABLE.token', { why });
  return first.id;
}

const nothingOfUse = (): Error =>
  keyRingError('KEY_SERVICE_UNAVAILABLE.token', { why: 'it answered nothing of use' });

function* slicesOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += MOST_ITEMS) yield all.slice(from, from + MOST_ITEMS);
}
