import type { ConsoleContract } from '#preload/contract.ts';
import type { Handlers } from '#preload/contract/call.ts';
import type { ExportFormat } from '#preload/contract/exports.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import type { Clock } from '../../platform/clock.ts';
import { reportFault } from '../../platform/errors.ts';
import type { Host } from '../../platform/host.ts';
import { type LocalActionParts, describeTakingOut } from '../local-actions/module.ts';
import type { RequestParts } from '../requests/module.ts';
import { exportError } from './errors.ts';
import { type KeyExportStore, createKeyExportStore } from './key-export-store.ts';
import { writeAgeFile, writeKeystore, writePlaintext } from './write-plaintext.ts';

/** Puts secrets on the clipboard for a limited time. */
interface ClipboardGuard {
  /** Puts a text on the clipboard; when it is taken off again, in ms since the epoch. */
  put(text: string): Promise<number>;
  /** Takes it off at once, where it still is. */
  clear(): Promise<void>;
}

/** @param onFault gets what the system threw when the time was over: nobody waits for that call */
export function guardClipboard(parts: {
  readonly host: Pick<Host, 'copySecret' | 'clearClipboard'>;
  readonly clock: Clock;
  readonly clearMs: number;
  readonly onFault: (error: unknown) => void;
}): ClipboardGuard {
  const { host, clock, clearMs } = parts;
  let lying: { readonly text: string; readonly cancel: () => void; copying?: Promise<void> } | undefined;
  let clearing: Promise<void> = Promise.resolve();
  /** Who asks while it is being cleared waits for that: the end of the program does, right after the lock asked. */
  const clear = (): Promise<void> => {
    const taken = lying;
    if (taken === undefined) return clearing;
    lying = undefined;
    taken.cancel();
    // One that is on its way there is taken off once it arrived.
    const { text, copying } = taken;
    clearing =
      copying === undefined
        ? host.clearClipboard(text)
        : copying.then(
            () => host.clearClipboard(text),
            () => undefined,
          );
    return clearing;
  };
  return {
    clear,
    put: async (text) => {
      lying?.cancel();
      const copying = host.copySecret(text);
      const mine: NonNullable<typeof lying> = {
        ...{ text, copying },
        cancel: clock.after(clearMs, () => void clear().catch(parts.onFault)),
      };
      lying = mine;
      await copying.finally(() => delete mine.copying);
      return clock.now() + clearMs;
    },
  };
}

/** The calls of exports, over what is held of them. */
export function exportHandlers(parts: {
  readonly store: KeyExportStore;
  readonly profileId: () => string;
  readonly clipboard: ClipboardGuard;
  readonly host: Pick<Host, 'save'>;
  /** Has the person prove again that they are here, before the plaintext leaves the privileged side for the first time. */
  readonly confirm: (id: string, item: number) => Promise<void>;
  readonly clock: Clock;
  readonly revealMs: number;
}): Handlers<ConsoleContract>['exports'] {
  const { store, clipboard, host } = parts;
  const textOf = async (id: string, item: number, format: ExportFormat): Promise<string> => {
    // One that is not there is said before anybody is asked, and it may be gone afterwards.
    store.heldInForm(id, item, format);
    await parts.confirm(id, item);
    return writePlaintext(store.heldInForm(id, item, format).plaintext, format);
  };
  /** A dialog may stand open for as long as nobody is there: what was wiped meanwhile is not written any more. */
  const save = async (given: { id: string; item: number }, file: string, text: () => string) => ({
    path: await host.save(file, () => {
      store.held(given.id, given.item);
      return text();
    }),
  });
  return {
    prepare: (target) => store.prepare(target),
    list: () => Promise.resolve(store.list(parts.profileId())),
    reveal: async ({ id, item, format }) => ({
      text: await textOf(id, item, format),
      hidesAtMs: parts.clock.now() + parts.revealMs,
    }),
    copy: async ({ id, item, format }) => ({
      clearsAtMs: await clipboard.put(await textOf(id, item, format)),
    }),
    saveAge: async ({ id, item, format, passphrase }) => {
      const { name } = store.held(id, item);
      const file = await writeAgeFile(await textOf(id, item, format), passphrase);
      return save({ id, item }, `${fileStem(name)}.${EXTENSION[format]}.age`, () => file);
    },
    saveKeystore: async ({ id, item, passphrase }) => {
      const { name, description } = store.held(id, item);
      const address = description.derived.find(({ value }) => /^0x[0-9a-fA-F]{40}$/.test(value))?.value;
      if (!description.keystore || address === undefined) throw exportError('EXPORT_NOT_IN_FORM');
      await parts.confirm(id, item);
      const file = await writeKeystore(store.held(id, item).plaintext, address, passphrase);
      return save({ id, item }, `${fileStem(name)}.keystore.json`, () => file);
    },
    savePlain: async ({ id, item, format, confirmation }) => {
      const { name } = store.held(id, item);
      if (confirmation.trim() !== name.trim()) throw exportError('EXPORT_NOT_CONFIRMED');
      store.heldInForm(id, item, format);
      await parts.confirm(id, item);
      return save({ id, item }, `${fileStem(name)}.${EXTENSION[format]}.txt`, () =>
        writePlaintext(store.heldInForm(id, item, format).plaintext, format),
      );
    },
    wipe: ({ id }) => {
      store.wipe(id);
      return Promise.resolve(undefined);
    },
  };
}

const EXTENSION: Readonly<Record<ExportFormat, string>> = {
  HEXADECIMAL: 'hex',
  SOLANA: 'solana',
  BITCOIN_MAINNET_WIF: 'wif',
  BITCOIN_TESTNET_WIF: 'testnet-wif',
  SUI_BECH32: 'sui',
  MNEMONIC: 'words',
  TEXT: 'secret',
};

/** A name as a file may have it, on every system: letters, digits, dots and dashes. */
const fileStem = (name: string): string =>
  name
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/^[^\w]+|[^\w]+$/g, '')
    .slice(0, 60) || 'export';

type Needs = RequestParts &
  LocalActionParts &
  Pick<ConsoleContext, 'host' | 'clock' | 'timing' | 'sessions' | 'storage' | 'profileId' | 'ports'>;

/** What others need of exports. */
export interface KeyExportParts {
  /** Holds what an answer file brought, where an export of the service would be held. */
  readonly held: Pick<KeyExportStore, 'hold' | 'wipe'>;
}

/** The export of key material. */
export const keyExport = defineModule({
  start: ({
    host,
    clock,
    timing,
    flow,
    sessions,
    storage,
    profileId,
    ports,
    local,
  }: Needs): ModuleParts<'exports', KeyExportParts> => {
    const onFault = (error: unknown): void => reportFault('clipboard', error);
    const clipboard = guardClipboard({ host, clock, clearMs: timing.clipboardMs, onFault });
    const store = createKeyExportStore({
      flow,
      ask: sessions.query,
      pinnedKeys: async (id) => (await storage.profiles.find(id))?.keys ?? null,
      clock,
      holdMs: timing.exportMs,
      onChange: () => host.send('console', 'exports.changed', store.list(profileId())),
    });
    // By export and item. Where nothing is set up, the approval of the export itself has to be enough.
    const confirmed = new Set<string>();
    const confirm = async (id: string, item: number): Promise<void> => {
      const key = `${id} ${item}`;
      if (confirmed.has(key) || (await ports.userVerification.ask()?.method()) === null) return;
      await local.approve(describeTakingOut(store.held(id, item).name));
      confirmed.add(key);
    };
    ports.ownsTarget.answerWith((publicKey) => store.owns(publicKey));
    /** Wipes target keys, plaintexts and what lies on the clipboard. */
    const wipeAll = async (): Promise<void> => {
      confirmed.clear();
      store.wipeAll();
      await clipboard.clear().catch(onFault);
    };
    return {
      parts: { held: store },
      handlers: {
        exports: exportHandlers({
          ...{ store, profileId, clipboard, host, confirm, clock },
          revealMs: timing.revealMs,
        }),
      },
      onLock: () => void wipeAll(),
      // What waits for votes is kept for its own profile, and the clipboard is left to its time.
      onProfileChange: () => store.leave(),
      close: wipeAll,
    };
  },
});
