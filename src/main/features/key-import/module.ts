import type { Handlers } from '../../../preload/contract/call.ts';
import type { ConsoleContract } from '../../../preload/contract.ts';
import type { RuntimeState } from '../../context/runtime-state.ts';
import { createKeyImportStore } from './key-import-store.ts';
import type { GivenFiles } from '../files/given-files.ts';
import type { KeyImportStore } from './key-import-store.ts';
import type { RequestFlow } from '../requests/request-flow.ts';
import { keyImportHandlers } from './handlers.ts';
import type { Host } from '../../platform/host.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';

/** The import of private keys and wallets, as the console holds it. */
export interface KeyImports extends Pick<KeyImportStore, 'addressesIn' | 'wipe'> {
  readonly handlers: Handlers<ConsoleContract>['keyImports'];
}

export function createKeyImports(parts: {
  readonly host: Host;
  readonly flow: RequestFlow;
  readonly sessions: ContextResolver;
  readonly storage: ConsoleStorage;
  readonly volatile: RuntimeState;
  readonly files: Pick<GivenFiles, 'pathOf'>;
}): KeyImports {
  const { host, flow, sessions, storage, volatile } = parts;
  const desk = createKeyImportStore({
    flow,
    ask: (operation, parameters) => sessions.query(operation, parameters),
    pinnedKeys: async (profileId) =>
      (await storage.profiles.list()).find(({ id }) => id === profileId)?.keys ?? null,
    onChange: (current) => host.send('console', 'keyImports.changed', current),
  });
  return {
    handlers: keyImportHandlers(desk, volatile, parts.files),
    addressesIn: (encryptedBundle) => desk.addressesIn(encryptedBundle),
    wipe: () => desk.wipe(),
  };
}
