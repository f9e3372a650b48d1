import type { ConsoleContract } from '#preload/contract.ts';
import type { Handlers } from '#preload/contract/call.ts';
import type { ExportFormat } from '#preload/contract/exports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ClipboardGuard } from './clipboard-guard.ts';
import type { KeyExportStore } from './key-export-store.ts';
import { writeAgeFile, writeKeystore, writePlaintext } from './write-plaintext.ts';
import type { Host } from '../../platform/host.ts';
import { exportError } from './errors.ts';

export function exportHandlers(parts: {
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
