import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { join, resolve } from 'node:path';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import type { Clock } from '../platform/clock.ts';
import type { StampedQuery } from '../service-client/client.ts';
import type { ConsoleStorage } from '../storage/open-storage.ts';
import type { StoredProfile } from '../storage/profiles.ts';
import type { SentRequestStore, StoredSentRequest } from '../storage/sent-requests.ts';
import type { SettingStore } from '../storage/settings.ts';
import { vaultError } from '../vault/errors.ts';
import { type Keychain, KeychainError, keyOfItem } from '../vault/keychain.ts';
import { noteText } from './closing-note.ts';
import { type HeadStore, type NoteSeal, readHead } from './head.ts';
import { type Journal, openJournal } from './journal.ts';
import { subjectOf } from './line.ts';

/** Writes the line of a query's stamp, where it needs one. @returns whether it did, once it is there. @throws AppError `JOURNAL_UNWRITABLE` */
type QueryRecorder = (query: StampedQuery) => Promise<boolean>;

/** How long a stamp over the same bytes with the same outcome needs no second line. */
export const REPEAT_MS = 60 * 60_000;
const REMEMBERED = 1_000;

/**
 * Records queries. The window and the watch for votes ask the same again and again: a stamp over the same bytes by the
 * same key gives nobody more than the first one did (docs/decisions/090), so it is written once an hour, and when it ends
 * otherwise than before.
 */
export function createQueryRecorder(journal: Pick<Journal, 'append'>, clock: Clock): QueryRecorder {
  const written = new Map<string, { readonly outcome: string; readonly atMs: number }>();
  return async ({ target, operation, body, outcome }) => {
    const digest = sha256Hex(body);
    const { profileName, stamper } = target;
    const key = JSON.stringify([profileName, stamper.publicKey, operation.path, digest]);
    const last = written.get(key);
    const atMs = clock.now();
    // A person was asked for that stamp: each has its line.
    const isRepeated =
      last?.outcome === outcome && atMs >= last.atMs && atMs - last.atMs < REPEAT_MS && !stamper.asksEachTime;
    if (isRepeated) return false;
    // Taken out first, so that the order is that of the lines.
    written.delete(key);
    written.set(key, { outcome, atMs });
    const [oldest] = written.keys();
    if (written.size > REMEMBERED && oldest !== undefined) written.delete(oldest);
    try {
      const { publicKey } = stamper;
      await journal.append({ profile: profileName, publicKey, operation: operation.path, digest, outcome });
      return true;
    } catch (error) {
      written.delete(key);
      throw error;
    }
  };
}

/**
 * Writes the lines of stamps whose outcome a crash kept from the journal (docs/decisions/010-journal.md). All of them are
 * in the journal's queue before this waits: they stand before every line of this run, and are settled before any of them
 * can be sent again.
 * @param interrupted what the database knew of before this run sent anything
 */
async function recordInterrupted(
  journal: Journal,
  requests: SentRequestStore,
  interrupted: readonly StoredSentRequest[],
  profiles: readonly StoredProfile[],
): Promise<void> {
  const names = new Map(profiles.map(({ id, name }) => [id, name]));
  await Promise.all(
    interrupted.map(async (request) => {
      const bytes = toUtf8(request.body);
      await journal.append({
        profile: names.get(request.profileId) ?? request.profileId,
        publicKey: request.publicKey,
        operation: request.operation,
        digest: sha256Hex(bytes),
        subject: subjectOf(request.operation, bytes),
        outcome: 'interrupted',
      });
      await requests.settle(request.fingerprint, 'open');
    }),
  );
}

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
): HeadStore & NoteSeal & { wipe(): void } {
  const marker = `journal:${sha256Hex(toUtf8(resolve(folder))).slice(0, 32)}`;
  let key: Secret | undefined;
  let id: string | undefined;
  /** Whether the keychain says that this folder's journal is the one with that ID. */
  let isMarked = false;
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
  const noteMac = (secret: Secret, text: string): Buffer =>
    secret.use((bytes) => createHmac('sha256', bytes).update(`journal note ${text}`).digest());
  /** Whether a head began the journal that follows the marked one, and a crash came before the mark. */
  const isBegun = (text: string | undefined, marked: string): boolean => readHead(text).continues === marked;
  /** Key and ID, for the first head of a run. */
  const ready = async (): Promise<{ readonly key: Secret; readonly id: string }> => {
    if (key === undefined || id === undefined) {
      const { text, seal } = await kept();
      key ??= await open(seal !== undefined);
      const marked = await keychain.get(marker);
      const isNext =
        seal !== undefined &&
        marked !== null &&
        isBegun(text, marked) &&
        timingSafeEqual(macOf(key, seal.id, text ?? ''), Buffer.from(seal.mac, 'hex'));
      id = isNext ? seal.id : (marked ?? seal?.id ?? randomUUID());
      isMarked = marked === id;
    }
    return { key, id };
  };
  const keep = (secret: Secret, own: string, text: string): Promise<void> =>
    settings.set('journal.head', `sealed ${own} ${macOf(secret, own, text).toString('hex')} ${text}`);
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
        if (!holds) return 'no';
        const isThis =
          journalOfFolder === null || journalOfFolder === seal.id || isBegun(text, journalOfFolder);
        if (!isThis) return 'no';
        key = found;
        return 'yes';
      } catch (error) {
        if (error instanceof KeychainError) return 'unknown';
        throw error;
      }
    },
    set: async (text) => {
      const { key: own, id: journal } = await ready();
      await keep(own, journal, text);
      // Last: a head without a mark is taken, a mark without its head is not.
      if (!isMarked) await keychain.replace(marker, journal);
      isMarked = true;
    },
    sealNote: async (textOf) => {
      const { key: own, id: journal } = await ready();
      const text = textOf(journal);
      return { text, seal: noteMac(own, text).toString('hex') };
    },
    isOwnNote: ({ note, seal }) => {
      if (key === undefined) return Promise.resolve('unknown');
      const holds = timingSafeEqual(noteMac(key, noteText(note)), Buffer.from(seal, 'hex'));
      return Promise.resolve(holds ? 'yes' : 'no');
    },
    begin: async (textOf) => {
      const { key: own, id: journal } = await ready();
      const following = randomUUID();
      await keep(own, following, textOf(journal));
      id = following;
      isMarked = false;
      try {
        await keychain.replace(marker, following);
        isMarked = true;
      } catch {
        // The head says what it continues: it counts, and the next line marks it or says why not.
      }
    },
    wipe: () => key?.wipe(),
  };
}

/**
 * Opens the journal of a data folder, with the head that the database keeps of it, and writes what a crash kept from it.
 * @param onFault gets what kept those lines from being written, and, as `later`, any other
 * @returns `recovered` ends when they are written; it waits for the journal's check, which the window does not wait for
 */
export async function openConsoleJournal(
  options: {
    readonly dataFolder: string;
    readonly keychain: Keychain;
    readonly clock: Clock;
    readonly acceptLostKeychain?: boolean | undefined;
  },
  storage: ConsoleStorage,
  onFault: (error: unknown, when: 'start' | 'later') => void,
): Promise<{ readonly journal: Journal; readonly recovered: Promise<void> }> {
  const { dataFolder, keychain, clock, acceptLostKeychain } = options;
  const heads = createSealedHead(storage.settings, keychain, dataFolder, acceptLostKeychain);
  const onUnwritable = (cause: unknown): void => onFault(cause, 'later');
  const opened = await openJournal(join(dataFolder, 'journal.jsonl'), heads, clock, {
    onUnwritable,
    seal: heads,
  });
  const journal: Journal = {
    ...opened,
    close: async () => {
      await opened.close();
      heads.wipe();
    },
  };
  const [interrupted, profiles] = await Promise.all([
    storage.requests.listInterrupted(),
    storage.profiles.list(),
  ]);
  const recovered = recordInterrupted(journal, storage.requests, interrupted, profiles).catch(
    (error: unknown) => onFault(error, 'start'),
  );
  return { journal, recovered };
}
