import type { KeyImport, KeyImportStep, KeyImportSubject } from '#preload/contract/key-imports.ts';
import type { CompletedOutcome, Outcome, Preview, Verification } from '#preload/contract/requests.ts';
import { makeClientMessage } from '#protocol/bundle/client-message.ts';
import { readImportBundle } from '#protocol/bundle/import-bundle.ts';
import type { ParametersOf } from '#protocol/catalogue/operation.ts';
import { importPrivateKey, initImportPrivateKey } from '#protocol/catalogue/private-keys.ts';
import { whoami } from '#protocol/catalogue/users.ts';
import { importWallet, initImportWallet } from '#protocol/catalogue/wallets.ts';
import { errorText } from '#protocol/define-errors.ts';
import { AppError } from '#protocol/error.ts';
import type { PinnedKeys } from '#protocol/pinned-keys.ts';
import type { Secret } from '#protocol/secret.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import { contextError } from '../../context/errors.ts';
import type { RequestFlow, ResultHandler } from '../requests/module.ts';
import { compareRecord } from './compare-record.ts';
import { keyImportError } from './errors.ts';
import type { KeySource } from './read-source.ts';

/** Whom a target key has to be for, and by whom it has to be signed. */
interface TargetExpectation {
  readonly organizationId: string;
  readonly userId: string;
  /** The profile's pinned sign half of the quorum key, hex. */
  readonly quorumPublicKey: string;
}

/**
 * Checks a target key against the pinned quorum key, the organization and the user, seals to it, and wipes the plaintext
 * whatever comes of it.
 * @param importBundle as `init_import_private_key` and `init_import_wallet` answer
 * @returns `encryptedBundle` for the second request, and what was checked
 * @throws AppError those of {@link readImportBundle}; then nothing was sealed
 */
export async function sealKey(
  plaintext: Secret,
  importBundle: string,
  expected: TargetExpectation,
): Promise<{ readonly encryptedBundle: string; readonly check: Verification }> {
  try {
    const target = readImportBundle(importBundle, expected, expected.quorumPublicKey);
    return {
      encryptedBundle: await makeClientMessage(plaintext, target),
      check: {
        name: 'Target key',
        passed: true,
        detail: 'The key to seal to is signed by the pinned quorum key, for this organization and this user.',
      },
    };
  } finally {
    plaintext.wipe();
  }
}

/** The first request of an import: a key of one use to seal to. */
const targetOperation = ({ kind }: Pick<KeyImportSubject, 'kind'>) =>
  kind === 'privateKey' ? initImportPrivateKey : initImportWallet;

/** A request that can be prepared. */
interface ImportRequest {
  readonly operation: string;
  readonly parameters: unknown;
}

/** The second request: what was sealed, and under which name, curve, addresses or accounts it is kept. */
function importRequest(
  subject: KeyImportSubject,
  sealed: { readonly userId: string; readonly name: string; readonly encryptedBundle: string },
): ImportRequest {
  const { userId, name, encryptedBundle } = sealed;
  if (subject.kind === 'privateKey') {
    const { curve, addresses } = subject;
    const addressFormats = addresses.map(({ addressFormat }) => addressFormat);
    const parameters: ParametersOf<typeof importPrivateKey> = {
      ...{ userId, privateKeyName: name, encryptedBundle, curve, addressFormats },
    };
    return { operation: importPrivateKey.path, parameters };
  }
  const accounts = subject.accounts.map(({ curve, path, addressFormat }) => ({
    ...{ curve, pathFormat: 'PATH_FORMAT_BIP32' as const, path, addressFormat },
  }));
  const parameters: ParametersOf<typeof importWallet> = {
    userId,
    walletName: name,
    encryptedBundle,
    accounts,
  };
  return { operation: importWallet.path, parameters };
}

/** A key or wallet that is held, and how far it is. */
export interface HeldKey {
  readonly source: KeySource;
  view: KeyImport;
  /** Where the first request went: the second one has to go there, too. */
  place: (TargetExpectation & { readonly profileId: string }) | null;
  /** The preview of the first request, whose approval stands for the press that asks for the second one. */
  asked?: string;
  /** What the second request sends; null until a target key was checked. */
  encryptedBundle: string | null;
}

export interface KeyRequestParts {
  readonly flow: Pick<RequestFlow, 'prepare' | 'review' | 'discard' | 'revisit' | 'resume'>;
  readonly ask: ContextResolver['query'];
  /** A profile's pinned keys; null where it has none. */
  readonly pinnedKeys: (profileId: string) => Promise<PinnedKeys | null>;
  /** Whether a key is still held: it may be wiped while a request is on its way. */
  readonly holds: (held: HeldKey) => boolean;
  readonly onMove: (held: HeldKey) => void;
}

/** The two requests that bring a key in. */
export interface KeyRequests {
  /** Asks for a target key, and sends what is sealed to it. @throws AppError `KEYS_NOT_PINNED`, those of preparing and reviewing */
  begin(held: HeldKey, name: string): Promise<void>;
  /** Goes on with one that waits, got no answer, or is sealed. @throws AppError as `begin` */
  resume(held: HeldKey): Promise<void>;
}

export function createKeyRequests(parts: KeyRequestParts): KeyRequests {
  const { flow } = parts;
  const move = (held: HeldKey, status: KeyImport['status']): void => {
    held.view = { ...held.view, status };
    parts.onMove(held);
  };
  const end = (held: HeldKey, step: KeyImportStep, outcome: Outcome): void => {
    held.source.plaintext.wipe();
    move(held, { state: 'ended', step, outcome });
  };

  const resultHandler = (
    held: HeldKey,
    step: KeyImportStep,
    use: (outcome: CompletedOutcome) => Promise<Verification>,
  ): ResultHandler => ({
    completed: async (outcome) => {
      const check = await checkOf(held, outcome, use);
      if (step === 'key' || !check.passed)
        end(held, step, { ...outcome, verifications: [...outcome.verifications, check] });
      return [check];
    },
    waits: (activityId) => move(held, { state: 'waiting', step, activityId }),
    onAbandoned: () => {
      const { state } = held.view.status;
      // While it is run from here, its outcome says how it ended.
      if (state === 'waiting' || state === 'unanswered') end(held, step, ENDED_ELSEWHERE);
    },
  });
  const checkOf = async (
    held: HeldKey,
    outcome: CompletedOutcome,
    use: (outcome: CompletedOutcome) => Promise<Verification>,
  ): Promise<Verification> => {
    try {
      if (!parts.holds(held)) throw keyImportError('KEY_IMPORT_WIPED');
      if (outcome.verifications.some((check) => !check.passed)) throw keyImportError('KEY_IMPORT_UNVERIFIED');
      return await use(outcome);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { name: error.code, passed: false, detail: `${error.message} ${error.remedy}` };
    }
  };

  /** Runs a call for a step; where it throws, everything is as it was before. */
  const run = async (held: HeldKey, step: KeyImportStep, call: () => Promise<Outcome>): Promise<void> => {
    const before = held.view.status;
    move(held, { state: 'running', step });
    let outcome: Outcome;
    try {
      outcome = await call();
    } catch (error) {
      move(held, before);
      throw error;
    }
    await settle(held, step, outcome);
  };
  const settle = async (held: HeldKey, step: KeyImportStep, outcome: Outcome): Promise<void> => {
    if (outcome.state === 'unanswered')
      move(held, { state: 'unanswered', step, fingerprint: outcome.fingerprint });
    // Those that completed or wait told their follow-up.
    else if (outcome.state !== 'completed' && outcome.state !== 'waiting') end(held, step, outcome);
    else if (held.view.status.state === 'sealed' && parts.holds(held)) await sendSealed(held);
  };
  const review = async (held: HeldKey, step: KeyImportStep, { id }: Preview): Promise<void> => {
    try {
      const follows = step === 'key' ? held.asked : undefined;
      if (step === 'target') held.asked = id;
      await run(held, step, () => flow.review(id, follows));
    } catch (error) {
      flow.discard(id);
      throw error;
    }
  };

  const sendSealed = async (held: HeldKey): Promise<void> => {
    const { place, encryptedBundle } = held;
    if (place === null || encryptedBundle === null) throw keyImportError('KEY_IMPORT_STAGE');
    const { name, subject } = held.view;
    const request = importRequest(subject, { userId: place.userId, name, encryptedBundle });
    const compare = ({ result }: CompletedOutcome) => compareRecord(subject, result, parts.ask);
    const preview = await flow.prepare(
      request.operation,
      request.parameters,
      resultHandler(held, 'key', compare),
    );
    const { id: profileId, organizationId } = preview.profile;
    if (profileId !== place.profileId || organizationId !== place.organizationId) {
      flow.discard(preview.id);
      throw keyImportError('IMPORT_PROFILE_CHANGED');
    }
    await review(held, 'key', preview);
  };

  return {
    begin: async (held, name) => {
      const { userId } = await parts.ask(whoami, {});
      const operation = targetOperation(held.view.subject);
      const seal = async ({ result }: CompletedOutcome): Promise<Verification> => {
        if (held.place === null) throw keyImportError('KEY_IMPORT_STAGE');
        const { importBundle } = operation.output.parse(result);
        const { encryptedBundle, check } = await sealKey(held.source.plaintext, importBundle, held.place);
        held.encryptedBundle = encryptedBundle;
        move(held, { state: 'sealed' });
        return check;
      };
      const preview = await flow.prepare(operation.path, { userId }, resultHandler(held, 'target', seal));
      const { id: profileId, organizationId } = preview.profile;
      const keys = await parts.pinnedKeys(profileId);
      if (keys === null || !parts.holds(held)) {
        flow.discard(preview.id);
        throw keys === null ? contextError('KEYS_NOT_PINNED') : keyImportError('KEY_IMPORT_WIPED');
      }
      held.place = { profileId, organizationId, userId, quorumPublicKey: keys.enclaveQuorum };
      held.view = { ...held.view, name };
      await review(held, 'target', preview);
    },
    resume: async (held) => {
      const { status } = held.view;
      if (status.state === 'waiting') await run(held, status.step, () => flow.revisit(status.activityId));
      else if (status.state === 'unanswered')
        await run(held, status.step, () => flow.resume(status.fingerprint));
      else await sendSealed(held);
    },
  };
}

const ENDED_ELSEWHERE: Outcome = { state: 'failed', ...errorText(keyImportError('KEY_IMPORT_ENDED')) };
