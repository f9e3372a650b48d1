import { randomBytes, randomUUID } from 'node:crypto';
import type { ExportFormat, ExportTarget, ExportView } from '#preload/contract/exports.ts';
import type { CompletedOutcome, Preview, Verification } from '#preload/contract/requests.ts';
import { toHex } from '#protocol/encoding.ts';
import { type P256KeyPair, P256_RANDOM_LENGTH, generateP256KeyPair } from '#protocol/p256-key.ts';
import type { PinnedKeys } from '#protocol/pinned-keys.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { contextError } from '../../context/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RequestFlow } from '../requests/module.ts';
import { exportError } from './errors.ts';
import { type OpenedItem, openAnswer } from './open-answer.ts';
import { type ExportPlan, planExport } from './plan-export.ts';

/** Makes the P-256 key that one answer is sealed to. It lives in memory alone; whoever asked wipes it. */
export const makeTargetKey = (): P256KeyPair =>
  generateP256KeyPair(Uint8Array.from(randomBytes(P256_RANDOM_LENGTH)));

/** A plaintext that is held: what may be done with it is decided by whoever asks for it. */
export interface HeldItem extends OpenedItem {
  readonly name: string;
}

/** The exports of this run: target keys and plaintexts are here and nowhere else. */
export interface KeyExportStore {
  /** @throws AppError `KEYS_NOT_PINNED`, and those of the queries and of the preparation */
  prepare(target: ExportTarget): Promise<{ id: string; preview: Preview }>;
  /** Those of a profile. */
  list(profileId: string): ExportView[];
  /** Whether an export of this run is to be sealed to that public key, uncompressed hex. */
  owns(publicKey: string): boolean;
  /** @throws AppError `EXPORT_UNKNOWN` when it was wiped or its time is over */
  held(id: string, item: number): HeldItem;
  /** As `held`, for a text in a form. @throws AppError `EXPORT_UNKNOWN`, `EXPORT_NOT_IN_FORM` */
  heldInForm(id: string, item: number, format: ExportFormat): HeldItem;
  wipe(id: string): void;
  /** Wipes what is on a screen: another profile is shown. What waits for votes is kept for its own profile. */
  leave(): void;
  /** Wipes everything: the console is locked or closed. */
  wipeAll(): void;
}

export interface KeyExportStoreParts {
  readonly flow: Pick<RequestFlow, 'prepare' | 'discard'>;
  readonly ask: ContextResolver['query'];
  /** A profile's pinned keys; null where it has none. */
  readonly pinnedKeys: (profileId: string) => Promise<PinnedKeys | null>;
  readonly clock: Clock;
  /** How long a plaintext is held, in ms. */
  readonly holdMs: number;
  readonly onChange: () => void;
}

interface Entry {
  readonly id: string;
  readonly target: ExportTarget;
  readonly plan: ExportPlan;
  readonly targetKeys: readonly P256KeyPair[];
  previewId: string;
  profileId: string;
  organizationId: string;
  quorumPublicKey: string;
  status: ExportView['status'];
  items: readonly OpenedItem[];
  cancelTimer: () => void;
}

export function createKeyExportStore(parts: KeyExportStoreParts): KeyExportStore {
  const { clock } = parts;
  const entries = new Map<string, Entry>();
  const move = (entry: Entry, status: Entry['status']): void => {
    entry.status = status;
    parts.onChange();
  };
  const wipe = (id: string): void => {
    const entry = entries.get(id);
    if (entry === undefined) return;
    entry.cancelTimer();
    wipeKeys(entry);
    for (const { plaintext } of entry.items) plaintext.wipe();
    entries.delete(id);
    parts.onChange();
  };

  const completed = async (entry: Entry, outcome: CompletedOutcome): Promise<readonly Verification[]> => {
    // Locked or wiped while the request was on its way: the key to the answer is gone.
    if (!entries.has(entry.id)) throw exportError('EXPORT_UNKNOWN');
    const { activityId } = outcome;
    try {
      if (outcome.verifications.some((check) => !check.passed)) throw exportError('EXPORT_UNVERIFIED');
      const answer = entry.plan.readAnswer(outcome.result);
      const { checks, items } = await openAnswer(answer, entry);
      if (items === null) {
        move(entry, { state: 'refused', activityId, checks: [...checks] });
        return checks;
      }
      if (!entries.has(entry.id)) {
        for (const { plaintext } of items) plaintext.wipe();
        throw exportError('EXPORT_UNKNOWN');
      }
      entry.items = items;
      entry.cancelTimer = clock.after(parts.holdMs, () => wipe(entry.id));
      move(entry, {
        state: 'open',
        activityId,
        checks: [...outcome.verifications, ...checks],
        items: items.map(({ description }, index) => ({ name: nameOf(entry.plan, index), ...description })),
        wipesAtMs: clock.now() + parts.holdMs,
      });
      return checks;
    } finally {
      wipeKeys(entry);
      if (entry.status.state === 'asked' || entry.status.state === 'waiting') wipe(entry.id);
    }
  };

  const held = (id: string, item: number): HeldItem => {
    const entry = entries.get(id);
    // A machine that slept wakes before its timers.
    if (entry?.status.state === 'open' && clock.now() >= entry.status.wipesAtMs) wipe(id);
    const opened = entries.get(id)?.items[item];
    if (entry === undefined || opened === undefined) throw exportError('EXPORT_UNKNOWN');
    return { ...opened, name: nameOf(entry.plan, item) };
  };

  return {
    list: (profileId) => [...entries.values()].filter((entry) => entry.profileId === profileId).map(viewOf),
    owns: (publicKey) =>
      [...entries.values()].some(({ targetKeys }) =>
        targetKeys.some((key) => toHex(key.publicKey) === publicKey),
      ),
    held,
    heldInForm: (id, item, format) => {
      const found = held(id, item);
      if (!found.description.formats.includes(format)) throw exportError('EXPORT_NOT_IN_FORM');
      return found;
    },
    wipe: (id) => {
      const entry = entries.get(id);
      // A preview whose target key is gone cannot be used any more.
      if (entry?.status.state === 'asked') parts.flow.discard(entry.previewId);
      wipe(id);
    },
    leave: () => {
      for (const { id, status } of [...entries.values()]) if (status.state !== 'waiting') wipe(id);
    },
    wipeAll: () => {
      for (const id of [...entries.keys()]) wipe(id);
    },
    prepare: async (target) => {
      const plan = await planExport(target, parts.ask);
      const entry: Entry = {
        id: randomUUID(),
        target,
        plan,
        // One key pair for each message: none is used twice (PROTOCOL.md, section 2).
        targetKeys: plan.records.map(() => makeTargetKey()),
        previewId: '',
        profileId: '',
        organizationId: '',
        quorumPublicKey: '',
        status: { state: 'asked' },
        items: [],
        cancelTimer: () => undefined,
      };
      entries.set(entry.id, entry);
      const publicKeys = entry.targetKeys.map(({ publicKey }) => toHex(publicKey));
      const preview = await parts.flow.prepare(plan.operation, plan.parameters(publicKeys), {
        completed: (outcome) => completed(entry, outcome),
        waits: (activityId) => entries.has(entry.id) && move(entry, { state: 'waiting', activityId }),
        onAbandoned: () => {
          wipeKeys(entry);
          wipe(entry.id);
        },
      });
      const keys = await parts.pinnedKeys(preview.profile.id);
      if (keys === null || !entries.has(entry.id)) {
        parts.flow.discard(preview.id);
        throw keys === null ? contextError('KEYS_NOT_PINNED') : exportError('EXPORT_UNKNOWN');
      }
      entry.previewId = preview.id;
      entry.profileId = preview.profile.id;
      entry.organizationId = preview.profile.organizationId;
      entry.quorumPublicKey = keys.enclaveQuorum;
      parts.onChange();
      return { id: entry.id, preview };
    },
  };
}

const wipeKeys = ({ targetKeys }: Entry): void => {
  for (const { privateKey } of targetKeys) privateKey.wipe();
};

const nameOf = (plan: ExportPlan, index: number): string => plan.records[index]?.name ?? plan.name;

const viewOf = ({ id, previewId, target, plan, status }: Entry): ExportView => ({
  id,
  previewId,
  target,
  name: plan.name,
  identifier: plan.identifier,
  status,
});
