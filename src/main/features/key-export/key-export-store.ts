import { randomBytes, randomUUID } from 'node:crypto';
import type { ExportFormat, ExportTarget, ExportView } from '#preload/contract/exports.ts';
import type { CompletedOutcome, Preview, Verification } from '#preload/contract/requests.ts';
import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { type P256KeyPair, P256_RANDOM_LENGTH, generateP256KeyPair } from '#protocol/p256-key.ts';
import type { PinnedKeys } from '#protocol/pinned-keys.ts';
import type { Secret } from '#protocol/secret.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { contextError } from '../../context/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RequestFlow } from '../requests/module.ts';
import { exportError } from './errors.ts';
import { type OpenedItem, compared, openAnswer } from './open-bundle.ts';
import { type ExportPlan, planExport } from './plan-export.ts';
import { recordOfRequest } from './service-record.ts';

/** Makes the P-256 key that one answer is sealed to. It lives in memory alone; whoever asked wipes it. */
export const makeTargetKey = (): P256KeyPair =>
  generateP256KeyPair(Uint8Array.from(randomBytes(P256_RANDOM_LENGTH)));

/** A plaintext that is held: what may be done with it is decided by whoever asks for it. */
export interface HeldItem extends OpenedItem {
  readonly name: string;
}

/** Key material that an answer file brought, after its bundles were held against the pinned keys and opened. */
export interface BroughtExport {
  readonly operation: string;
  readonly activityId: string;
  readonly checks: readonly Verification[];
  /** Each by what its request named it: an ID or an address. Whoever holds the export wipes them. */
  readonly plaintexts: readonly { readonly name: string; readonly plaintext: Secret }[];
}

/** The exports of this run: target keys and plaintexts are here and nowhere else. */
export interface KeyExportStore {
  /** @throws AppError `KEYS_NOT_PINNED`, and those of the queries and of the preparation */
  prepare(target: ExportTarget): Promise<{ id: string; preview: Preview }>;
  /**
   * Holds what an answer file brought, for the profile that is shown, as long as an answer of the service. What is not of its
   * kind is wiped, and said by a check.
   */
  hold(brought: BroughtExport, profileId: string): HeldExport;
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

/** How holding an export ended: its ID, or null where it was wiped; and what was checked. */
interface HeldExport {
  readonly id: string | null;
  readonly checks: readonly Verification[];
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
  readonly target: ExportTarget | null;
  readonly plan: Pick<ExportPlan, 'name' | 'identifier' | 'records'>;
  readonly targetKeys: readonly P256KeyPair[];
  previewId: string | null;
  profileId: string;
  organizationId: string;
  quorumPublicKey: string;
  status: ExportView['status'];
  /** Its answer is here: another one isn't opened beside it. */
  isOpening: boolean;
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

  /** Whether its answer is still to come. */
  const isAwaited = ({ id, status: { state } }: Entry): boolean =>
    entries.has(id) && (state === 'asked' || state === 'waiting');

  /** The plaintexts are out, and are held for a while. */
  const holdOpen = (
    entry: Entry,
    items: readonly OpenedItem[],
    { activityId, checks }: { readonly activityId: string; readonly checks: readonly Verification[] },
  ): void => {
    entry.items = items;
    entry.cancelTimer = clock.after(parts.holdMs, () => wipe(entry.id));
    move(entry, {
      state: 'open',
      activityId,
      checks: [...checks],
      items: items.map(({ description }, index) => ({ name: nameOf(entry.plan, index), ...description })),
      wipesAtMs: clock.now() + parts.holdMs,
    });
  };

  const completed = async (
    entry: Entry,
    plan: ExportPlan,
    outcome: CompletedOutcome,
  ): Promise<readonly Verification[]> => {
    // Locked or wiped while the request was on its way: the key to the answer is gone. Opened once, it isn't opened again.
    if (!isAwaited(entry) || entry.isOpening) throw exportError('EXPORT_UNKNOWN');
    entry.isOpening = true;
    const { activityId } = outcome;
    try {
      if (outcome.verifications.some((check) => !check.passed)) throw exportError('EXPORT_UNVERIFIED');
      const answer = plan.readAnswer(outcome.result);
      const { checks, items } = await openAnswer(answer, { ...entry, plan });
      if (items === null) {
        move(entry, { state: 'refused', activityId, checks: [...checks] });
        return checks;
      }
      if (!entries.has(entry.id)) {
        for (const { plaintext } of items) plaintext.wipe();
        throw exportError('EXPORT_UNKNOWN');
      }
      holdOpen(entry, items, { activityId, checks: [...outcome.verifications, ...checks] });
      return checks;
    } finally {
      wipeKeys(entry);
      if (isAwaited(entry)) wipe(entry.id);
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
    hold: ({ operation, plaintexts, ...brought }, profileId) => {
      const records = plaintexts.map(({ name }) => recordOfRequest(operation, name));
      const items: OpenedItem[] = [];
      try {
        for (const [index, { plaintext }] of plaintexts.entries()) {
          const record = records[index];
          if (record !== undefined) items.push({ plaintext, description: record.describe(plaintext) });
        }
      } catch (error) {
        for (const { plaintext } of plaintexts) plaintext.wipe();
        if (!(error instanceof AppError)) throw error;
        const detail = `${error.message} ${error.remedy}`;
        return { id: null, checks: [{ name: 'Plaintext', passed: false, detail }] };
      }
      const names = plaintexts.map(({ name }) => name);
      const [first = ''] = names;
      const entry: Entry = {
        id: randomUUID(),
        target: null,
        plan: {
          name: names.length === 1 ? first : `${names.length} secrets`,
          identifier: names.join(', '),
          records,
        },
        targetKeys: [],
        previewId: null,
        profileId,
        organizationId: '',
        quorumPublicKey: '',
        status: { state: 'asked' },
        isOpening: false,
        items: [],
        cancelTimer: () => undefined,
      };
      entries.set(entry.id, entry);
      const checks = items.flatMap(({ description }) => compared(description, 'the request'));
      holdOpen(entry, items, { ...brought, checks: [...brought.checks, ...checks] });
      return { id: entry.id, checks };
    },
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
      if (entry?.status.state === 'asked' && entry.previewId !== null) parts.flow.discard(entry.previewId);
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
        isOpening: false,
        items: [],
        cancelTimer: () => undefined,
      };
      entries.set(entry.id, entry);
      const publicKeys = entry.targetKeys.map(({ publicKey }) => toHex(publicKey));
      const preview = await parts.flow.prepare(plan.operation, plan.parameters(publicKeys), {
        completed: (outcome) => completed(entry, plan, outcome),
        waits: (activityId) => isAwaited(entry) && move(entry, { state: 'waiting', activityId }),
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

const nameOf = (plan: Entry['plan'], index: number): string => plan.records[index]?.name ?? plan.name;

const viewOf = ({ id, previewId, target, plan, status }: Entry): ExportView => ({
  id,
  previewId,
  target,
  name: plan.name,
  identifier: plan.identifier,
  status,
});
