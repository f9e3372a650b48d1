import { randomUUID } from 'node:crypto';
import type { Fact, SentencePart, Warning } from '#chains/model/decoded.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { currentCredential, currentProfile } from '../../context/runtime-state.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Clock, Timing } from '../../platform/clock.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';
import { approvalError } from '../approvals/errors.ts';
import type { ApprovalGate, ApprovalRequest } from '../approvals/module.ts';

/** Names that no operation of the catalogue has: what is done on this computer, and nothing is stamped for. */
export const LOCAL_OPERATIONS = [
  'forget_credential',
  'add_profile',
  'remove_profile',
  'set_auth_proxy_address',
  'log_in_at_new_issuer',
  'read_file',
] as const;

/** An act on this computer that the operator has to see apart from the window. */
export interface LocalAction {
  readonly operation: (typeof LOCAL_OPERATIONS)[number];
  readonly effect: 'write' | 'destroy';
  /** A few words, as a title. */
  readonly summary: string;
  readonly sentence: readonly SentencePart[];
  readonly facts: readonly Fact[];
  readonly warnings: readonly Warning[];
  /** What it is about, for the journal. */
  readonly subject: string;
  /** The profile that it is about, by its name; the selected one when absent. */
  readonly profileName?: string;
}

/** Acts on this computer that need an approval though nothing is stamped. */
export interface LocalActions {
  /**
   * Shows the act on the approval surface and waits. When this resolves it was approved, and its line is in the journal.
   * @throws AppError `ACTION_DENIED`, `ACTION_EXPIRED`, `REVIEW_BUSY`, `JOURNAL_UNWRITABLE`
   */
  approve(action: LocalAction): Promise<void>;
}

export function createLocalActions(parts: {
  readonly gate: ApprovalGate<ApprovalRequest>;
  readonly storage: ConsoleStorage;
  readonly journal: Pick<Journal, 'append'>;
  readonly clock: Clock;
  readonly timing: Timing;
  /** After a line was written. */
  readonly onRecorded: () => void;
}): LocalActions {
  const { gate, storage, journal, clock, timing } = parts;
  return {
    approve: async (action) => {
      // Asked for first: what a person pressed a moment ago is what this is for.
      const permit = gate.permit();
      const profile = await currentProfile(storage);
      const credential = await currentCredential(storage, profile.id);
      const digest = digestOf(action);
      const name = action.profileName ?? profile.name;
      const organizationId = profile.organizationId ?? '';
      const preview: Preview = {
        id: randomUUID(),
        operation: action.operation,
        effect: action.effect,
        isLocal: true,
        summary: action.summary,
        createdAtMs: clock.now(),
        expiresAtMs: clock.now() + timing.reviewMs,
        sentence: [...action.sentence],
        facts: [...action.facts],
        warnings: [...action.warnings],
        pending: [],
        reading: null,
        body: '',
        digest,
        credential: {
          label: credential?.label ?? '',
          publicKey: credential?.publicKey ?? '',
          curve: credential?.curve ?? 'API_KEY_CURVE_P256',
        },
        profile: { id: profile.id, name, organizationId, organizationName: profile.organizationName ?? name },
      };
      const decided = await gate.review(permit, { id: preview.id, digest, preview }, timing.reviewMs);
      if (decided.decision !== 'approve')
        throw approvalError(decided.decision === 'deny' ? 'ACTION_DENIED' : 'ACTION_EXPIRED');
      // Made anew: what is done is what was shown.
      decided.approval.consume({ id: preview.id, digest: digestOf(action) });
      // Before the act: no act without a line.
      await journal.append({
        profile: name,
        publicKey: credential?.publicKey ?? '',
        operation: action.operation,
        digest,
        subject: action.subject,
        outcome: 'approved',
      });
      parts.onRecorded();
    },
  };
}

/** SHA-256 as hex over everything that is shown of an act. */
const digestOf = ({ operation, sentence, facts, warnings, subject }: LocalAction): string =>
  sha256Hex(toUtf8(JSON.stringify([operation, sentence, facts, warnings, subject])));
