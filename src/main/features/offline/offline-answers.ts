import { z } from 'zod';
import type { CompletedOutcome, Outcome, Verification } from '#preload/contract/requests.ts';
import { fingerprintOf } from '#protocol/activity.ts';
import { readExportBundle } from '#protocol/bundle/import-export.ts';
import { exportPrivateKey } from '#protocol/catalogue/private-keys.ts';
import { exportSecrets } from '#protocol/catalogue/secrets.ts';
import { exportWallet, exportWalletAccount } from '#protocol/catalogue/wallets.ts';
import { submitResponse } from '#protocol/catalogue/operation.ts';
import { errorText } from '#protocol/define-errors.ts';
import { fromHex, fromUtf8, toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { open } from '#protocol/hpke.ts';
import { isSameBytes } from '#protocol/offline/cbor.ts';
import type { OfflineAnswer } from '#protocol/offline/offline-files.ts';
import { Secret } from '#protocol/secret.ts';
import type { Clock } from '../../platform/clock.ts';
import { notAnswered } from '../../service-client/carry.ts';
import { requireOurs } from '../../service-client/client.ts';
import { isAheadOfRequest, readErrorBody } from '../../service-client/service-refusal.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';
import type { Vault } from '../../vault/vault.ts';
import { receiveSession } from '../login-sessions/module.ts';
import { type SentRequest, concludeActivity } from '../requests/module.ts';
import { type AnswerKeys, ORIGIN_OF_SESSION, isExport } from './answer-keys.ts';
import { offlineError } from './errors.ts';
import type { PinnedProfile } from './offline-requests.ts';

/** What an answer came to, and what was checked about it. */
export interface OpenedAnswer {
  readonly outcome: Outcome;
  /** Key material that the answer brought; whoever asked wipes it. */
  readonly plaintexts: readonly { readonly name: string; readonly plaintext: Secret }[];
  /** Lets go of the keys that opened it, once what it brought is safe. */
  readonly forgetKeys: () => Promise<void>;
}

/**
 * Refuses an answer to another request than the one that was stamped here.
 * @throws AppError `OFFLINE_ANSWER_FOREIGN`
 */
export function requireSameRequest(
  answer: OfflineAnswer,
  asked: { readonly request: string; readonly body: Uint8Array },
): void {
  if (!isSameBytes(answer.request, fromHex(asked.request)))
    throw offlineError('OFFLINE_ANSWER_FOREIGN', { what: 'it names another request file' });
  if (`sha256:${toHex(answer.body)}` !== fingerprintOf(asked.body))
    throw offlineError('OFFLINE_ANSWER_FOREIGN', { what: 'it names another body' });
}

/**
 * Reads what the service said of a request.
 * @throws AppError `OFFLINE_ANSWER_MALFORMED`, `SERVICE_ANSWER_MISMATCH`, and the refusal itself where it says nothing of an
 *   earlier try: then the request is as open as before
 */
export function readAnswer(answer: OfflineAnswer, sent: SentRequest): Outcome {
  let text: string;
  let value: unknown;
  try {
    text = fromUtf8(answer.answer, 'answer');
    value = JSON.parse(text);
  } catch (cause) {
    throw offlineError('OFFLINE_ANSWER_MALFORMED', { why: 'it is no JSON', cause });
  }
  if (answer.status !== 200) {
    const refusal = readErrorBody(answer.status, text);
    if (refusal.code === 'SERVICE_ANSWER_INVALID')
      throw offlineError('OFFLINE_ANSWER_MALFORMED', { why: refusal.message.replace(/\.$/, '') });
    // Earlier versions, and other carriers, bring such refusals as answers.
    if (refusal.delivery === 'uncertain' || isAheadOfRequest(refusal)) throw notAnswered(refusal);
    return {
      state: 'failed',
      ...errorText(refusal),
      ...(refusal.refusalBody === undefined ? {} : { service: refusal.refusalBody }),
    };
  }
  const parsed = submitResponse.safeParse(value);
  if (!parsed.success) throw offlineError('OFFLINE_ANSWER_MALFORMED', { why: 'it holds no activity' });
  requireOurs(parsed.data.activity, sent.target, sent.operation, sent.body);
  return concludeActivity(sent, parsed.data.activity);
}

interface OpenParts {
  readonly keys: AnswerKeys;
  readonly vault: Pick<Vault, 'keep'>;
  readonly storage: Pick<ConsoleStorage, 'credentials' | 'loginSessions'>;
  readonly clock: Clock;
  readonly profile: PinnedProfile;
}

const bodyOf = z.looseObject({ timestampMs: z.string(), parameters: z.looseObject({}) });

/** Opens what the answer is sealed to: bundles of exports, keys of sessions. What does not hold is a check that failed. */
export async function openSealed(
  parts: OpenParts,
  sent: SentRequest,
  outcome: Outcome,
  wantsPlaintext: boolean,
): Promise<OpenedAnswer> {
  const nothing = { outcome, plaintexts: [], forgetKeys: () => Promise.resolve() };
  if (outcome.state !== 'completed' || outcome.verifications.some(({ passed }) => !passed)) return nothing;
  const { path } = sent.operation;
  const { timestampMs, parameters } = bodyOf.parse(JSON.parse(fromUtf8(sent.body)));
  try {
    if (isExport(path)) return await openExport(parts, outcome, { path, parameters, wantsPlaintext });
    if (path in ORIGIN_OF_SESSION)
      return await openSession(parts, outcome, {
        origin: ORIGIN_OF_SESSION[path as keyof typeof ORIGIN_OF_SESSION],
        parameters,
        madeMs: Number(timestampMs),
      });
    return nothing;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      ...nothing,
      outcome: withChecks(outcome, [
        { name: error.code, passed: false, detail: `${error.message} ${error.remedy}` },
      ]),
    };
  }
}

const withChecks = (outcome: CompletedOutcome, checks: readonly Verification[]): CompletedOutcome => ({
  ...outcome,
  verifications: [...outcome.verifications, ...checks],
});

interface Bundle {
  readonly bundle: string;
  readonly name: string;
  readonly targetPublicKey: string;
  readonly named: Readonly<Record<string, string>>;
}

/** The bundles of an export's result, each with the key that it was asked for with. */
function bundlesOf(path: string, parameters: object, result: unknown): Bundle[] {
  switch (path) {
    case exportPrivateKey.path: {
      const { privateKeyId, targetPublicKey } = exportPrivateKey.parameters.parse(parameters);
      const { exportBundle } = exportPrivateKey.output.parse(result);
      return [{ bundle: exportBundle, name: privateKeyId, targetPublicKey, named: { privateKeyId } }];
    }
    case exportWallet.path: {
      const { walletId, targetPublicKey } = exportWallet.parameters.parse(parameters);
      const { exportBundle } = exportWallet.output.parse(result);
      return [{ bundle: exportBundle, name: walletId, targetPublicKey, named: { walletId } }];
    }
    case exportWalletAccount.path: {
      const { address, targetPublicKey } = exportWalletAccount.parameters.parse(parameters);
      const { exportBundle } = exportWalletAccount.output.parse(result);
      return [{ bundle: exportBundle, name: address, targetPublicKey, named: { address } }];
    }
    default: {
      const { secrets } = exportSecrets.parameters.parse(parameters);
      const { secretPayloads } = exportSecrets.output.parse(result);
      if (secretPayloads.length !== secrets.length)
        throw offlineError('OFFLINE_ANSWER_MALFORMED', {
          why: 'it holds another number of bundles than were asked for',
        });
      return secrets.map(({ secretId, targetPublicKey }, index) => ({
        bundle: secretPayloads[index] ?? '',
        name: secretId,
        targetPublicKey,
        named: {},
      }));
    }
  }
}

async function openExport(
  { keys, profile }: OpenParts,
  outcome: CompletedOutcome,
  { path, parameters, wantsPlaintext }: { path: string; parameters: object; wantsPlaintext: boolean },
): Promise<OpenedAnswer> {
  const bundles = bundlesOf(path, parameters, outcome.result);
  // All of them are held against the pinned key before any is opened.
  const sealed = bundles.map(({ bundle, named }) =>
    readExportBundle(bundle, {
      organizationId: profile.organizationId,
      quorumPublicKey: profile.keys.enclaveQuorum,
      named,
    }),
  );
  const signed: Verification = {
    name: 'Export bundle',
    passed: true,
    detail: `The quorum key that is pinned here signed ${bundles.length === 1 ? 'it' : `all ${bundles.length}`}, for this organization.`,
  };
  const own = await keys.list();
  const isOurs = bundles.every(({ targetPublicKey }) => own.has(targetPublicKey));
  if (!wantsPlaintext || !isOurs) {
    const detail = isOurs
      ? 'Sealed to a key in this computer’s keychain. It stays sealed until there is somewhere to write it.'
      : 'Sealed to a key that isn’t in this computer’s keychain.';
    return {
      outcome: withChecks(outcome, [signed, { name: 'Sealed', passed: true, detail }]),
      plaintexts: [],
      forgetKeys: () => Promise.resolve(),
    };
  }
  const plaintexts: { name: string; plaintext: Secret }[] = [];
  try {
    for (const [index, { targetPublicKey, name }] of bundles.entries()) {
      const message = sealed[index];
      if (message === undefined) throw new Error('One message for each bundle.');
      const { privateKey } = await keys.find(targetPublicKey);
      try {
        plaintexts.push({
          name,
          plaintext: new Secret(await privateKey.use((bytes) => open(message, bytes))),
        });
      } finally {
        privateKey.wipe();
      }
    }
  } catch (error) {
    for (const { plaintext } of plaintexts) plaintext.wipe();
    throw error;
  }
  const opened = {
    name: 'Opened',
    passed: true,
    detail: 'It opened with the key that was made for this request alone.',
  };
  return {
    outcome: withChecks(outcome, [signed, opened]),
    plaintexts,
    forgetKeys: async () => {
      for (const { targetPublicKey } of bundles) await keys.forget(targetPublicKey);
    },
  };
}

const sessionParameters = z.looseObject({
  targetPublicKey: z.string().optional(),
  publicKey: z.string().optional(),
  expirationSeconds: z.string().optional(),
});
/** How long a session lasts where its request doesn't say (PROTOCOL.md, section 4). */
const DEFAULT_SECONDS = 900;

async function openSession(
  { keys, vault, storage, clock, profile }: OpenParts,
  outcome: CompletedOutcome,
  {
    origin,
    parameters,
    madeMs,
  }: {
    origin: (typeof ORIGIN_OF_SESSION)[keyof typeof ORIGIN_OF_SESSION];
    parameters: object;
    madeMs: number;
  },
): Promise<OpenedAnswer> {
  const asked = sessionParameters.parse(parameters);
  const askedKey = asked.targetPublicKey ?? asked.publicKey ?? '';
  const isKept = (await keys.list()).has(askedKey);
  if (!isKept) {
    const detail = 'Its key isn’t in this computer’s keychain: it was kept before, or belongs elsewhere.';
    return {
      outcome: withChecks(outcome, [{ name: 'Session key', passed: true, detail }]),
      plaintexts: [],
      forgetKeys: () => Promise.resolve(),
    };
  }
  const key = await keys.find(askedKey);
  try {
    const received = await receiveSession({ origin }, outcome.result, key, {
      organizationId: profile.organizationId,
      keys: profile.keys,
      nowMs: clock.now(),
    });
    const publicKey = await vault.keep('API_KEY_CURVE_P256', received.key);
    const seconds = Number(asked.expirationSeconds ?? DEFAULT_SECONDS);
    if ((await storage.credentials.find(publicKey)) === undefined)
      await storage.loginSessions.add({
        ...{ publicKey, origin, organizationId: profile.organizationId, profileId: profile.id },
        organizationName: profile.organizationName ?? profile.organizationId,
        userId: received.userId ?? '',
        username: received.userId ?? '',
        label: 'Session of a file',
        createdAtMs: clock.now(),
        expiresAtMs: received.serviceEndMs ?? madeMs + seconds * 1000,
        lastUsedAtMs: null,
      });
    const kept = { name: 'Session kept', passed: true, detail: `Its key ${publicKey} is in the keychain.` };
    return {
      outcome: withChecks(outcome, [...received.checks, kept]),
      plaintexts: [],
      forgetKeys: () => keys.forget(askedKey),
    };
  } finally {
    key.privateKey.wipe();
  }
}

/** What is said beside the checks: how much of an answer anybody signed. */
export const answerNote = (path: string): string =>
  isExport(path)
    ? 'The service signed the bundle, and nothing else in this answer.'
    : path in ORIGIN_OF_SESSION
      ? 'The service signed a session’s token, where there is one, and nothing else in this answer.'
      : path.startsWith('sign_')
        ? 'The signature proves itself. Nothing else in this answer is signed: whoever carried it could have written it.'
        : 'Nothing in this answer is signed by the service: whoever carried it could have written it.';
