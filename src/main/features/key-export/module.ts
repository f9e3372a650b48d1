import type { ConsoleContract } from '#preload/contract.ts';
import type { Handlers } from '#preload/contract/call.ts';
import type { ExportFormat } from '#preload/contract/exports.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import type { Clock } from '../../platform/clock.ts';
import { reportFault } from '../../platform/errors.ts';
import type { Host } from '../../platform/host.ts';
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
  let lying: { readonly text: string; readonly cancel: () => void } | undefined;
  let clearing: Promise<void> = Promise.resolve();
  /** Who asks while it is being cleared waits for that: the end of the program does, right after the lock asked. */
  const clear = (): Promise<void> => {
    const taken = lying;
    if (taken === undefined) return clearing;
    lying = undefined;
    taken.cancel();
    clearing = host.clearClipboard(taken.text);
    return clearing;
  };
  return {
    clear,
    put: async (text) => {
      lying?.cancel();
      await host.copySecret(text);
      lying = { text, cancel: clock.after(clearMs, () => void clear().catch(parts.onFault)) };
      return clock.now() + clearMs;
    },
  };
}

function exportHandlers(parts: {
  readonly store: KeyExportStore;
  readonly profileId: () => string;
  readonly clipboard: ClipboardGuard;
  readonly host: Pick<Host, 'save'>;
  readonly clock: Clock;
  readonly revealMs: number;
}): Handlers<ConsoleContract>['exports'] {
  const { store, clipboard, host } = parts;
  const textOf = (id: string, item: number, format: ExportFormat): string =>
    writePlaintext(store.heldInForm(id, item, format).plaintext, format);
  return {
    prepare: (target) => store.prepare(target),
    list: () => Promise.resolve(store.list(parts.profileId())),
    reveal: ({ id, item, format }) =>
      Promise.resolve().then(() => ({
        text: textOf(id, item, format),
        hidesAtMs: parts.clock.now() + parts.revealMs,
      })),
    copy: async ({ id, item, format }) => ({ clearsAtMs: await clipboard.put(textOf(id, item, format)) }),
    saveAge: async ({ id, item, format, passphrase }) => {
      const { name } = store.held(id, item);
      const file = await writeAgeFile(textOf(id, item, format), passphrase);
      return { path: await host.save(`${fileStem(name)}.${EXTENSION[format]}.age`, file) };
    },
    saveKeystore: async ({ id, item, passphrase }) => {
      const { name, plaintext, description } = store.held(id, item);
      const address = description.derived.find(({ value }) => /^0x[0-9a-fA-F]{40}$/.test(value))?.value;
      if (!description.keystore || address === undefined) throw exportError('EXPORT_NOT_IN_FORM');
      const file = await writeKeystore(plaintext, address, passphrase);
      return { path: await host.save(`${fileStem(name)}.keystore.json`, file) };
    },
    savePlain: async ({ id, item, format, confirmation }) => {
      const { name } = store.held(id, item);
      if (confirmation.trim() !== name.trim()) throw exportError('EXPORT_NOT_CONFIRMED');
      return {
        path: await host.save(`${fileStem(name)}.${EXTENSION[format]}.txt`, textOf(id, item, format)),
      };
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
  Pick<ConsoleContext, 'host' | 'clock' | 'timing' | 'sessions' | 'storage' | 'profileId' | 'ports'>;

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
  }: Needs): ModuleParts<'exports'> => {
    const onFault = (error: unknown): void => reportFault('clipboard', error);
    const clipboard = guardClipboard({ host, clock, clearMs: timing.clipboardMs, onFault });
    const store = createKeyExportStore({
      flow,
      ask: sessions.query,
      pinnedKeys: async (id) => (await storage.profiles.list()).find((each) => each.id === id)?.keys ?? null,
      clock,
      holdMs: timing.exportMs,
      onChange: () => host.send('console', 'exports.changed', store.list(profileId())),
    });
    ports.ownsTarget.answerWith((publicKey) => store.owns(publicKey));
    /** Wipes target keys, plaintexts and what lies on the clipboard. */
    const wipeAll = async (): Promise<void> => {
      store.wipeAll();
      await clipboard.clear().catch(onFault);
    };
    return {
      handlers: {
        exports: exportHandlers({ store, profileId, clipboard, host, clock, revealMs: timing.revealMs }),
      },
      onLock: () => void wipeAll(),
      // What waits for votes is kept for its own profile, and the clipboard is left to its time.
      onProfileChange: () => store.leave(),
      close: wipeAll,
    };
  },
});
