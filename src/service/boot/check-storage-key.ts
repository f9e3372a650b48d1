import { fromHex, toHex, toUtf8 } from '../../protocol/encoding.ts';
import { ProtocolError } from '../../protocol/error.ts';
import type { StorageKey } from '../keys/storage-key.ts';
import type { StorageKeySource } from '../keys/storage-key-sources.ts';
import { readSetting, writeSetting } from '../storage/settings.ts';
import type { Store } from '../storage/store.ts';

const SETTING = 'storage-key-check';

/**
 * Gets the storage key and checks it against the value that this database keeps for that; the first start writes it.
 * @throws ProtocolError `STORAGE_KEY_WRONG` for the key of another database; those of the source
 */
export async function checkedStorageKey(store: Store, source: StorageKeySource): Promise<StorageKey> {
  const check = await readSetting(store, SETTING);
  const key = await source(check === undefined);
  if (check === undefined) {
    await writeSetting(store, SETTING, toHex(key.seal(toUtf8(SETTING), SETTING)));
    return key;
  }
  try {
    key.open(fromHex(check), SETTING).wipe();
    return key;
  } catch (cause) {
    key.wipe();
    throw new ProtocolError(
      'STORAGE_KEY_WRONG',
      'The storage key is not the one that this data folder was made with.',
      'Start with its own storage key, or with another data folder.',
      { cause },
    );
  }
}
