import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { UpdateMode } from '#preload/contract/updates.ts';
import type { SettingStore } from '../../storage/settings.ts';
import type { Keychain } from '../../vault/keychain.ts';
import { compareVersions } from './release-manifest.ts';

const kept = z.object({
  mode: z.enum(['off', 'ask', 'daily']),
  /** The newest version that was ever offered; null for none. */
  newest: z.string().nullable(),
  /** When its list was published (RFC 3339): of two lists of one version the earlier one was taken back. */
  published: z.string().nullable().default(null),
});
type UpdateChoice = z.infer<typeof kept>;

/**
 * What the operator chose of updates, and the newest version that was offered. The keychain has both: whoever writes the database
 * turns nothing on, and makes no older release the newest (docs/decisions/152).
 */
export interface UpdateChoices {
  /** The mode, as far as the keychain has told it: off until then. */
  mode(): UpdateMode;
  /** Whether it was read. */
  isKnown(): boolean;
  /** Reads the choice once; what an earlier version kept in the database is taken over where there is none. @throws KeychainError */
  read(): Promise<UpdateChoice>;
  /** Turns it off at once, or on once the keychain has it. @throws KeychainError */
  setMode(mode: UpdateMode): Promise<void>;
  /**
   * Notes what was offered, where it is newer.
   * @param published when its list was published (RFC 3339)
   * @throws KeychainError; it isn't to be offered then
   */
  noteOffered(version: string, published: string): Promise<void>;
}

/** Each folder has a choice of its own, as its profiles are. */
export const updateItem = (dataFolder: string): string =>
  `updates:${createHash('sha256').update(resolve(dataFolder)).digest('hex').slice(0, 32)}`;

export function createUpdateChoices(parts: {
  readonly keychain: Pick<Keychain, 'get' | 'replace'>;
  readonly settings: SettingStore;
  readonly dataFolder: string;
}): UpdateChoices {
  const { keychain, settings } = parts;
  const item = updateItem(parts.dataFolder);
  let known: UpdateChoice | null = null;
  let reading: Promise<UpdateChoice> | null = null;
  let writing: Promise<unknown> = Promise.resolve();

  const readOnce = async (): Promise<UpdateChoice> => {
    const text = await keychain.get(item);
    if (text !== null) return (known = parse(text));
    const earlier = {
      mode: await settings.get('updates.mode'),
      newest: await settings.get('updates.newest'),
    };
    const taken = parse(JSON.stringify({ mode: earlier.mode ?? 'off', newest: earlier.newest ?? null }));
    // Also where nothing was chosen: from now on the database has no say.
    await keychain.replace(item, JSON.stringify(taken));
    known = taken;
    if (earlier.mode !== undefined) await settings.set('updates.mode', '');
    if (earlier.newest !== undefined) await settings.set('updates.newest', '');
    return taken;
  };
  const read = (): Promise<UpdateChoice> => {
    if (known !== null) return Promise.resolve(known);
    reading ??= readOnce().finally(() => (reading = null));
    return reading;
  };
  /** One change after the other: each is made of what stands there then. */
  const change = (make: (before: UpdateChoice) => UpdateChoice): Promise<void> => {
    const next = writing.then(async () => {
      const before = await read();
      const after = make(before);
      if (JSON.stringify(after) === JSON.stringify(before)) return;
      await keychain.replace(item, JSON.stringify(after));
      known = after;
    });
    writing = next.catch(() => undefined);
    return next;
  };

  let isOff = false;
  /** Counts what was chosen: an earlier choice that is kept late undoes no later one. */
  let turn = 0;
  return {
    mode: () => (isOff ? 'off' : (known?.mode ?? 'off')),
    isKnown: () => known !== null,
    read,
    setMode: async (mode) => {
      // Off even where the keychain can't keep it: until the end of this run, then. On only once it has it.
      const mine = (turn += 1);
      if (mode === 'off') isOff = true;
      await change((before) => ({ ...before, mode }));
      if (mode !== 'off' && turn === mine) isOff = false;
    },
    noteOffered: (version, published) =>
      change((before) =>
        isNewer({ version, published }, before) ? { ...before, newest: version, published } : before,
      ),
  };
}

/** Whether a list is newer than the newest one that was offered: of a later version, or of the same and published later. */
function isNewer(
  offered: { readonly version: string; readonly published: string },
  { newest, published }: UpdateChoice,
): boolean {
  if (newest === null) return true;
  const order = compareVersions(offered.version, newest);
  return order > 0 || (order === 0 && (published === null || isBefore(published, offered.published)));
}

/** Whether one time (RFC 3339) is before another. */
export const isBefore = (one: string, other: string): boolean => Date.parse(one) < Date.parse(other);

/** What can't be read turns nothing on. */
function parse(text: string): UpdateChoice {
  try {
    return kept.parse(JSON.parse(text));
  } catch {
    return { mode: 'off', newest: null, published: null };
  }
}
