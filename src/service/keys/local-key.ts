import { Secret } from '#protocol/secret.ts';
import { toHex } from '#protocol/encoding.ts';
import { StorageKey } from './storage-key.ts';
import type { KeyHolder, LocalWrapping, WrappingKey } from './wrapping-key.ts';

const ID_BYTES = 16;

/**
 * The wrapping key that a storage key of 32 bytes is: in this process, given on a file descriptor or kept in the keychain. Data keys
 * are wrapped under a key derived from it (HKDF-SHA256), with AES-256-GCM and the key's ID bound in.
 * @param key left as it is
 */
export function localKeyOf(key: StorageKey): WrappingKey & { readonly local: LocalWrapping } {
  const id = `local:${key.authenticate('key-id/1', (bytes) => toHex(bytes.subarray(0, ID_BYTES)))}`;
  const wrapping = new StorageKey(key.authenticate('wrap/1', (bytes) => new Secret(Uint8Array.from(bytes))));
  const record = `data-key/1/${id}`;
  const local: LocalWrapping = {
    wrap: (dataKey) => dataKey.use((bytes) => wrapping.seal(bytes, record)),
    unwrap: (wrapped) => wrapping.open(wrapped, record),
  };
  return {
    ...{ id, local },
    wrap: (dataKeys) => Promise.resolve(dataKeys.map(local.wrap)),
    // What throws is a rejection.
    unwrap: async (wrapped) => await Promise.resolve(wrapped.map(local.unwrap)),
    wipe: () => wrapping.wipe(),
  };
}

/** A storage key as the one version that its descriptor has. @param key left as it is */
export function localKeyHolder(key: StorageKey): KeyHolder {
  const only = localKeyOf(key);
  return {
    of: (id) => (id === only.id ? only : undefined),
    newest: () => Promise.resolve(only),
    wipe: only.wipe,
  };
}
