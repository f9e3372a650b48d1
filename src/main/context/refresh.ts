import { AppError } from '#protocol/error.ts';
import type { Emitter } from '../platform/emitter.ts';
import { reportFault } from '../platform/errors.ts';
import { type CoalescingQueue, createCoalescingQueue } from '../platform/pacing.ts';
import type { LocalService } from '../embedded-service/local-service.ts';
import { findRootKey, keepRootKey } from '../embedded-service/local-keys.ts';
import type { ContextResolver } from './context-resolver.ts';
import type { RuntimeState } from './runtime-state.ts';
import type { ConsoleStorage } from '../storage/open-storage.ts';
import { LOCAL_PROFILE_ID } from '../storage/profiles.ts';

/** Starts the local service where there is a credential for it, and asks the current service who the credential is. */
export const createRefresh = (parts: {
  readonly storage: ConsoleStorage;
  readonly service: LocalService;
  readonly sessions: ContextResolver;
  readonly runtime: Pick<RuntimeState, 'closed'>;
  readonly news: Readonly<Record<'changed' | 'identified' | 'restartDue', Emitter>>;
}): CoalescingQueue => {
  const { storage, service, sessions, runtime, news } = parts;
  const announce = news.changed.emit;
  const queue = createCoalescingQueue(
    async () => {
      if (runtime.closed) return;
      announce();
      const root = await findRootKey(storage);
      if (root !== undefined) await service.start(root);
      const ready = service.ready();
      if (root !== undefined && ready !== null) {
        await keepRootKey(storage, root);
        await storage.profiles.setOrganizationId(LOCAL_PROFILE_ID, ready.organizationId);
      }
      await sessions.identifyIfPossible();
      announce();
      news.identified.emit();
    },
    (error) => {
      // A service or keychain that refuses says so at the call that needs it.
      if (!(error instanceof AppError)) reportFault('refresh', error);
    },
  );
  news.restartDue.on(() => void queue.run());
  return queue;
};
