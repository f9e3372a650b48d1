import type { Clock } from '../platform/clock.ts';
import type { ApprovalGate } from '../features/approvals/approval-gate.ts';
import { batchPurpose, createBatchFlow } from '../features/batches/batch-flow.ts';
import type { BatchFlow } from '../features/batches/batch-flow.ts';
import { secretsPurpose, targetsPurpose } from '../features/secret-import/import-purposes.ts';
import { createSecretImport } from '../features/secret-import/secret-import.ts';
import type { SecretImportFlow } from '../features/secret-import/secret-import.ts';
import { secretNames } from '../features/secret-import/secret-names.ts';
import type { PreviewReads } from '../features/previews/preview-maker.ts';
import type { ApprovalRequest } from '../features/approvals/approval-request.ts';
import type { SendParts } from '../features/requests/send.ts';
import { createRequestGroups } from '../features/request-groups/request-groups.ts';
import type { RequestGroups } from '../features/request-groups/request-groups.ts';
import type { Host } from '../platform/host.ts';
import type { ContextResolver } from '../context/context-resolver.ts';
import { contextError } from '../context/errors.ts';
import { throttle } from '../platform/throttle.ts';
import type { ConsoleStorage } from '../storage/open-storage.ts';
import type { Timing } from '../platform/timing.ts';

/** The console's state is told no more often than this while a set runs, in ms. */
const RECORDED_MS = 500;

/** Requests that are approved together, and the flows that make them. */
export interface ConsoleGroups {
  readonly sets: RequestGroups;
  readonly secrets: SecretImportFlow;
  readonly batches: BatchFlow;
  /** Wipes what is gathered: another profile is shown. What runs goes on. */
  leave(): void;
  /** Pauses what runs, forgets approvals, wipes what is gathered. */
  drop(): void;
  /** Resolves when none of their requests is on its way. */
  idle(): Promise<void>;
}

export async function createConsoleGroups(
  parts: SendParts & {
    readonly storage: ConsoleStorage;
    readonly sessions: ContextResolver;
    readonly clock: Clock;
    readonly timing: Timing;
    readonly desk: ApprovalGate<ApprovalRequest>;
    readonly reads: PreviewReads;
    readonly host: Host;
    /** As that of `FlowParts`. */
    readonly watchProfile: () => () => void;
    /** The profile that the window shows. */
    readonly profileId: () => string;
  },
): Promise<ConsoleGroups> {
  const { storage, sessions, timing, desk, reads, host } = parts;
  await storage.sets.removeIncomplete();
  // The keys of an interrupted import are of no use: what was to be sealed to them was in memory alone.
  for (const { id, purpose } of await storage.sets.list())
    if (purpose === 'targets') await storage.sets.remove(id);

  const onSettled: SecretImportFlow['onSettled'] = (...news) => secrets.onSettled(...news);
  const sets = createRequestGroups({
    // Whoever follows the console's state need not hear of each of thousands.
    send: { ...parts, onRecorded: throttle(parts.clock, RECORDED_MS, parts.onRecorded) },
    sets: storage.sets,
    watchProfile: parts.watchProfile,
    reads,
    timing,
    desk,
    session: () => sessions.current(),
    target: (profileId, publicKey) => sessions.target(profileId, publicKey),
    purposes: {
      targets: targetsPurpose(onSettled),
      secrets: secretsPurpose(onSettled),
      batch: batchPurpose(reads, parts.clock),
    },
    onChange: (set) => {
      host.send('console', 'requestGroups.changed', set);
      secrets.onSet(set);
    },
  });
  const secrets = createSecretImport({
    sets,
    store: storage.sets,
    quorumKey: async (profileId) => {
      const profile = (await storage.profiles.list()).find(({ id }) => id === profileId);
      if (profile?.keys == null) throw contextError('KEYS_NOT_PINNED');
      return profile.keys.enclaveQuorum;
    },
    takenNames: () => secretNames((operation, parameters) => sessions.query(operation, parameters)),
    profileId: parts.profileId,
    onChange: (state) => host.send('console', 'secrets.changed', state),
  });
  return {
    sets,
    secrets,
    batches: createBatchFlow({
      sets,
      store: storage.sets,
      reads,
      clock: parts.clock,
      session: () => sessions.current(),
    }),
    leave: () => secrets.leave(),
    drop: () => {
      sets.drop();
      secrets.drop();
    },
    idle: () => sets.idle(),
  };
}
