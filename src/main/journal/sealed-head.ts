import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { resolve } from 'node:path';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import type { SettingStore } from '../storage/settings.ts';
import { vaultError } from '../vault/errors.ts';
import { type Keychain, KeychainError, keyOfItem } from '../vault/keychain.ts';
import type { HeadStore } from './head.ts';

const SEAL_KEY = 'journal-seal-key';
/** `sealed`, the journal's id, the MAC, and the head's text, which is JSON. */
const SEALED = /^sealed ([0-9a-f-]{36}) ([0-9a-f]{64}) (.*)$/su;

/**
 * Keeps the journal's head in the database under a MAC (HMAC-SHA256) of a key in the keychain: who writes file and database
 * makes no head that holds. An item for each data folder says that its head has been sealed, and for which journal, so that
 * neither a head without a seal nor that of another folder passes.
 * @param acceptsLost whether the operator said that the keychain's items are gone for good
 */
export function createSealedHead(
  settings: Pick<SettingStore, 'get' | 'set'>,
  keychain: Pick<Keychain, 'get' | 'set' | 'replace' | 'list' | 'lock'>,
  folder: string,
  acceptsLost = false,
): HeadStore & { wipe(): void } {
  const marker = `journal:${sha256Hex(toUtf8(resolve(folder))).slice(0, 32)}`;
  let key: Secret | undefined;
  let id: string | undefined;
  const kept = async (): Promise<{ text: string | undefined; seal?: { id: string; mac: string } }> => {
    const value = await settings.get('journal.head');
    const [, own, mac, text] = SEALED.exec(value ?? '') ?? [];
    if (own === undefined || mac === undefined || text === undefined) return { text: value };
    return { text, seal: { id: own, mac } };
  };
  const macOf = (secret: Secret, own: string, text: string): Buffer =>
    secret.use((bytes) => createHmac('sha256', bytes).update(`journal head ${own} ${text}`).digest());
  /** The key, made with the first line of the first journal. */
  const open = async (isSealed: boolean): Promise<Secret> => {
    const item = await keychain.get(SEAL_KEY);
    const found = item === null ? null : keyOfItem(item);
    if (found !== null) return found;
    // Two looks, two ways: a keychain that hides an item for a moment has not lost it.
    const isThere = item === null && (await keychain.list()).includes(SEAL_KEY);
    if (isThere || (isSealed && !acceptsLost)) throw vaultError('KEYCHAIN_ITEM_LOST', { item: SEAL_KEY });
    const bytes = randomBytes(32);
    await keychain.set(SEAL_KEY, bytes.toString('hex'));
    return new Secret(bytes);
  };
  return {
    get: async () => (await kept()).text,
    isOwn: async () => {
      try {
        // Nobody is asked for a password for this.
        if ((await keychain.lock?.state()) === 'locked') return 'unknown';
        const { text, seal } = await kept();
        const item = await keychain.get(SEAL_KEY);
        const found = item === null ? null : keyOfItem(item);
        if (found === null) return 'unknown';
        const journalOfFolder = await keychain.get(marker);
        if (seal === undefined) {
          // A database that was made anew has no journal yet, whatever the folder had before.
          const isUsed =
            (await settings.get('kept.profiles-noted')) ?? (await settings.get('kept.request-seal-key'));
          const isNew = text === undefined && isUsed === undefined;
          return journalOfFolder === null || isNew ? 'unknown' : 'no';
        }
        const holds = timingSafeEqual(macOf(found, seal.id, text ?? ''), Buffer.from(seal.mac, 'hex'));
        if (!holds || (journalOfFolder !== null && journalOfFolder !== seal.id)) return 'no';
        key = found;
        return 'yes';
      } catch (error) {
        if (error instanceof KeychainError) return 'unknown';
        throw error;
      }
    },
    set: async (text) => {
      let isMarked = true;
      if (key === undefined || id === undefined) {
        const { seal } = await kept();
        key ??= await open(seal !== undefined);
        const journalOfFolder = await keychain.get(marker);
        isMarked = journalOfFolder !== null;
        id = journalOfFolder ?? seal?.id ?? randomUUID();
      }
      await settings.set('journal.head', `sealed ${id} ${macOf(key, id, text).toString('hex')} ${text}`);
      // Last: a head without a mark is taken, a mark without its head is not.
      if (!isMarked) await keychain.replace(marker, id);
    },
    wipe: () => key?.wipe(),
  };
}
