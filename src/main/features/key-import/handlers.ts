import type { ConsoleContract } from '../../../preload/contract.ts';
import type { Handlers } from '../../../preload/contract/call.ts';
import type { RuntimeState } from '../../context/runtime-state.ts';
import { consoleError } from '../../platform/errors.ts';
import type { GivenFiles } from '../files/given-files.ts';
import type { KeyImportStore } from './key-import-store.ts';

export function keyImportHandlers(
  desk: KeyImportStore,
  volatile: RuntimeState,
  files: Pick<GivenFiles, 'pathOf'>,
): Handlers<ConsoleContract>['keyImports'] {
  return {
    current: () => Promise.resolve(desk.current()),
    read: async ({ kind, source, ...passphrases }) => {
      const from = 'file' in source ? { path: files.pathOf(source.file) } : source;
      const read = await desk.read(kind, from, passphrases);
      // Locked while the file was opened: nothing stays in memory.
      if (volatile.locked) {
        desk.wipe();
        throw consoleError('CONSOLE_LOCKED');
      }
      return read;
    },
    choose: (choice) => Promise.resolve().then(() => desk.choose(choice)),
    begin: ({ name }) => Promise.resolve().then(() => desk.begin(name)),
    goOn: () => Promise.resolve().then(() => desk.resume()),
    clear: () => {
      desk.wipe();
      return Promise.resolve(undefined);
    },
  };
}
