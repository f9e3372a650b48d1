import { randomUUID } from 'node:crypto';
import type { Preview } from '#preload/contract/requests.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { currentCredential, currentProfile } from '../../context/runtime-state.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ChainedLine } from '../../journal/line.ts';
import type { Clock, Timing } from '../../platform/clock.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';
import { approvalError } from '../approvals/errors.ts';
import type { ApprovalGate, ApprovalParts, ApprovalRequest } from '../approvals/module.ts';
import type { LocalAction } from './local-action.ts';
import { type SignFile, createSignFile } from './sign-file.ts';

/** Acts on this computer that need an approval though nothing is stamped. */
export interface LocalActions {
  /**
   * Shows the act on the approval surface and waits. When this resolves it was approved, and its line is in the journal.
   * @returns its id, for an approval that follows, and its line
   * @throws AppError `ACTION_DENIED`, `ACTION_EXPIRED`, `REVIEW_BUSY`, `JOURNAL_UNWRITABLE`
   */
  approve(
    action: LocalAction,
    options?: LocalApproval,
  ): Promise<{ readonly id: string; readonly line: Pick<ChainedLine, 'number' | 'hash'> }>;
}

interface LocalApproval extends Pick<ApprovalRequest, 'takePassphrase'> {
  /** For the second approval of one act of this side, which counts against the first one: its id. */
  readonly follows?: string | undefined;
}

function createLocalActions(parts: {
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
    approve: async (action, { follows, takePassphrase } = {}) => {
      // Asked for first: what a person pressed a moment ago is what this is for.
      const permit = gate.permit(follows);
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
        ...(action.verifiesUser === true ? { verifiesUser: true as const } : {}),
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
      const subject = { id: preview.id, digest, preview };
      const decided = await gate.review(
        permit,
        takePassphrase === undefined ? subject : { ...subject, takePassphrase },
        timing.reviewMs,
      );
      if (decided.decision !== 'approve')
        throw approvalError(decided.decision === 'deny' ? 'ACTION_DENIED' : 'ACTION_EXPIRED');
      // Made anew: what is done is what was shown.
      decided.approval.consume({ id: preview.id, digest: digestOf(action) });
      // Before the act: no act without a line.
      const { number, hash } = await journal.append({
        profile: name,
        publicKey: credential?.publicKey ?? '',
        operation: action.operation,
        digest,
        subject: action.subject,
        outcome: 'approved',
      });
      parts.onRecorded();
      return { id: preview.id, line: { number, hash } };
    },
  };
}

/** SHA-256 as hex over everything that is shown of an act. */
const digestOf = ({ operation, sentence, facts, warnings, subject }: LocalAction): string =>
  sha256Hex(toUtf8(JSON.stringify([operation, sentence, facts, warnings, subject])));

export { type ClockShown, describeClock, describeOfflineStart } from './describe-offline.ts';
export {
  describeForget,
  describeImport,
  describeInstallUpdate,
  describeReadFile,
  describeTakingOut,
  describeUpdateChecks,
  describeVerification,
} from './describe-actions.ts';
export {
  type ContactFileOrigin,
  type ContactsFound,
  type Namesake,
  type Resemblance,
  describeContactsOnly,
  describeImportContacts,
  describeNewContactList,
  describeRemoveContact,
  describeSaveContact,
} from './describe-contacts.ts';
export { describeBackup, describeCeremonyApproval, describeRemoveCeremony } from './describe-ceremony.ts';
export { describeCloseJournal } from './describe-journal.ts';
export { describeNameNode, describeRemoveNode } from './describe-nodes.ts';
export { describeRestore } from './describe-restore.ts';
export {
  describeAddProfile,
  describeAuthProxy,
  describeEditProfile,
  describeIssuer,
  describeRemoveProfile,
  describeTestConnection,
} from './describe-profiles.ts';

export interface LocalActionParts {
  readonly local: LocalActions;
  readonly signFile: SignFile;
}

/** Acts on this computer that need an approval though nothing is stamped. */
export const localActions = defineModule({
  start: ({
    announce,
    ...needs
  }: ApprovalParts &
    Pick<ConsoleContext, 'storage' | 'vault' | 'journal' | 'clock' | 'timing' | 'announce'>): ModuleParts<
    never,
    LocalActionParts
  > => {
    const local = createLocalActions({ ...needs, onRecorded: announce });
    const { storage, vault } = needs;
    return {
      parts: {
        local,
        signFile: createSignFile({ storage, vault, approve: (action) => local.approve(action) }),
      },
    };
  },
});
