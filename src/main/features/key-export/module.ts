import type { ConsoleContract } from '../../../preload/contract.ts';
import type { Handlers } from '../../../preload/contract/call.ts';
import type { Clock } from '../../platform/clock.ts';
import { guardClipboard } from './clipboard-guard.ts';
import { createKeyExportStore } from './key-export-store.ts';
import type { RequestFlow } from '../requests/request-flow.ts';
import { exportHandlers } from './handlers.ts';
import type { Host } from '../../platform/host.ts';
import { reportFault } from '../../platform/fault-log.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';
import type { Timing } from '../../platform/timing.ts';

/** The export of key material, as the console holds it. */
export interface Exports {
  readonly handlers: Handlers<ConsoleContract>['exports'];
  /** Whether an export of this run is to be sealed to that public key, hex. */
  owns(publicKey: string): boolean;
  /** Wipes what is on a screen: another profile is shown. */
  leave(): void;
  /** Wipes target keys, plaintexts and what lies on the clipboard: the console is locked or closed. */
  wipeAll(): Promise<void>;
}

export function createExports(parts: {
  readonly host: Host;
  readonly clock: Clock;
  readonly timing: Timing;
  readonly flow: RequestFlow;
  readonly sessions: ContextResolver;
  readonly storage: ConsoleStorage;
  /** The profile that the window shows. */
  readonly profileId: () => string;
}): Exports {
  const { host, clock, timing, storage } = parts;
  const onFault = (error: unknown): void => reportFault('clipboard', error);
  const clipboard = guardClipboard({ host, clock, clearMs: timing.clipboardMs, onFault });
  const desk = createKeyExportStore({
    flow: parts.flow,
    ask: (operation, parameters) => parts.sessions.query(operation, parameters),
    pinnedKeys: async (profileId) =>
      (await storage.profiles.list()).find(({ id }) => id === profileId)?.keys ?? null,
    clock,
    holdMs: timing.exportMs,
    onChange: () => host.send('console', 'exports.changed', desk.list(parts.profileId())),
  });
  return {
    handlers: exportHandlers({
      desk,
      profileId: parts.profileId,
      clipboard,
      host,
      clock,
      revealMs: timing.revealMs,
    }),
    owns: (publicKey) => desk.owns(publicKey),
    leave: () => desk.leave(),
    wipeAll: async () => {
      desk.wipeAll();
      await clipboard.clear().catch(onFault);
    },
  };
}
