import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { Verification } from '#preload/contract/requests.ts';
import { fingerprintOf } from '#protocol/activity.ts';
import { fromHex, sha256Hex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import {
  type OfflineAnswer,
  type OfflineRequest,
  type OfflineStamp,
  digestOfFile,
} from '#protocol/offline/offline-files.ts';
import { STAMP_HEADER, type Signer, stamp as makeStamp } from '#protocol/stamp.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import type { SigningContext } from '../../context/context-resolver.ts';
import { contextError } from '../../context/errors.ts';
import { currentCredential, currentProfile } from '../../context/runtime-state.ts';
import { subjectOf } from '../../journal/line.ts';
import { consoleError } from '../../platform/errors.ts';
import { createCarrier } from '../../service-client/carry.ts';
import { DEFAULT_NETWORK } from '../../service-client/routes.ts';
import type { Target } from '../../service-client/client.ts';
import { submitOperation } from '../../service-client/request-parts.ts';
import type { StoredCredential } from '../../storage/credentials.ts';
import { LOCAL_PROFILE_ID, type StoredProfile } from '../../storage/profiles.ts';
import { type PreviewModuleParts, expectationSchema, genericPreview } from '../previews/module.ts';
import { type RequestParts, outcomeWord, prepare, settleCarried } from '../requests/module.ts';
import { createAnswerKeys, fillAnswerKeys } from './answer-keys.ts';
import { offlineError } from './errors.ts';
import {
  type OpenedAnswer,
  answerNote,
  openSealed,
  readAnswer,
  requireSameRequest,
} from './offline-answers.ts';
import { type OfflineCard, offlineCard, parametersOf } from './offline-card.ts';
import { type OwnReads, recordingReads } from './offline-reads.ts';
import {
  type PinnedProfile,
  type RequestFor,
  absentCredential,
  credentialFor,
  hasLine,
  profileFor,
  requestAround,
  requireFresh,
  requirePinned,
  requireStampOf,
  sessionOf,
} from './offline-requests.ts';

export type { OfflineCard } from './offline-card.ts';
export { offlineCard } from './offline-card.ts';
export { absentCredential, requireStampOf } from './offline-requests.ts';
export type { RequestFor } from './offline-requests.ts';

/** What a request takes along that its maker vouches for to nobody. */
export type Brought = Partial<Pick<OfflineRequest['untrusted'], 'abis' | 'descriptors' | 'names'>>;

/** What a stamp is made for: who is asked, and what they saw. */
export interface LookedAt {
  readonly card: OfflineCard;
  readonly profile: PinnedProfile;
  readonly credential: StoredCredential;
}

/** What an answer came to, with what is said of how much it proves. */
export interface OpenedFile extends OpenedAnswer {
  readonly operation: string;
  readonly note: string;
}

/** Requests by file: made anywhere, stamped where the credential is, carried by whoever has a network, opened at home. */
export interface OfflineRequests {
  /**
   * Makes a request file. Exports and sessions that leave out their key get one of this console's.
   * @throws AppError
   */
  prepare(
    input: { readonly operation: string; readonly parameters: unknown; readonly brought?: Brought },
    whom?: RequestFor,
  ): Promise<OfflineRequest>;
  /**
   * Makes a request with the same content and a new time.
   * @param isAlone whether the service is asked nothing
   * @throws AppError
   */
  again(request: OfflineRequest, isAlone?: boolean): Promise<OfflineRequest>;
  /**
   * Reads a request for whoever decides.
   * @param secret a key that is handed over for it: then its credential need not be here
   * @throws AppError, where it is not for this console, too
   */
  look(request: OfflineRequest, secret?: Signer): Promise<LookedAt>;
  /**
   * Stamps a request. Its line stands in the journal before the stamp is given.
   * @param approved the digest of the preview that was approved
   * @param secret a key that was handed over for this stamp alone
   * @throws AppError `CLOCK_UNCONFIRMED`, `OFFLINE_PREVIEW_CHANGED`, `OFFLINE_LAPSED` …
   */
  stamp(request: OfflineRequest, approved: string, secret?: Signer): Promise<OfflineStamp>;
  /** Brings a stamped request to its service. @throws AppError, ServiceError */
  send(request: OfflineRequest, stamp: OfflineStamp): Promise<OfflineAnswer>;
  /** Holds an answer against what was stamped here, and writes its line. @throws AppError */
  open(answer: OfflineAnswer, wantsPlaintext: boolean): Promise<OpenedFile>;
  close(): Promise<void>;
}

type Needs = ConsoleContext & RequestParts & PreviewModuleParts;

const STAMPED = 'stamped for a file';
/** What a row of a request that was stamped for a file knows beside what is checked. */
const offlineRow = z.object({ offline: z.object({ request: z.string(), claimed: z.boolean() }) });
/** The digest of the request file that a body was stamped for; undefined for one that was sent from here. */
const requestOf = ({ expectation }: { readonly expectation: string }): string | undefined =>
  offlineRow.safeParse(JSON.parse(expectation)).data?.offline.request;

export function createOfflineRequests(needs: Needs): OfflineRequests {
  const { storage, vault, clock, journal, requestSeal, knownProfiles, sending, reads } = needs;
  const keys = createAnswerKeys(needs.keychain);
  const random = (): number => randomInt(1_000_000) / 1_000_000;
  const carrier = createCarrier({ clock, timing: needs.timing, random }, needs.version, needs.routes);

  /**
   * A console whose owner has to prove that they are here is not used past its lock: that is done in its window. A keychain
   * that was closed at the start may say only now that there is one.
   */
  const requireUnlocked = async (): Promise<void> => {
    const verification = needs.ports.userVerification.ask();
    if (needs.runtime.locked || verification === null || (await verification.method()) !== null)
      throw consoleError('CONSOLE_LOCKED');
  };
  /** What this console knows by itself: the keys of its keychain, its own interfaces. */
  const ownReads = async (): Promise<OwnReads> => {
    const own = await keys.list();
    return {
      ...(reads.interfaces === undefined ? {} : { interfaces: reads.interfaces }),
      ...(reads.ownKeys === undefined ? {} : { ownKeys: reads.ownKeys }),
      ownsTarget: (publicKey) => own.has(publicKey),
      madeHere: (key) => own.has(key),
    };
  };
  const whomFor = async ({ profile: named, publicKey, curve, isAlone }: RequestFor): Promise<Whom> => {
    const profile = requirePinned(
      named === undefined ? await currentProfile(storage) : findProfile(await storage.profiles.list(), named),
    );
    const kept =
      publicKey === undefined
        ? await currentCredential(storage, profile.id)
        : await storage.credentials.find(publicKey);
    const isHere = kept?.profileId === profile.id;
    if (!isHere && publicKey === undefined) throw contextError('CREDENTIAL_MISSING');
    const credential = isHere ? kept : absentCredential(profile.id, publicKey ?? '', curve);
    return { profile, session: sessionOf(profile, credential), isAlone: isAlone === true };
  };
  /** Asks the service as the console's own credential, where it shows that profile and has one. */
  const askFor = async (profile: PinnedProfile, isAlone: boolean): Promise<typeof reads.ask | undefined> => {
    if (isAlone || needs.ports.isOffline.ask() || (await currentProfile(storage)).id !== profile.id)
      return undefined;
    const own = await currentCredential(storage, profile.id);
    return own === undefined || own.kind === 'passkey' ? undefined : reads.ask;
  };
  /** The file around parameters, at this moment. */
  const make = async (
    { profile, session, isAlone }: Whom,
    { operation, parameters }: { readonly operation: string; readonly parameters: unknown },
    untrusted: (records: OfflineRequest['untrusted']['records']) => OfflineRequest['untrusted'],
  ): Promise<OfflineRequest> => {
    const recorded = recordingReads(await ownReads(), session, clock, await askFor(profile, isAlone));
    const options = { operation, parameters, session, clock, previewMs: needs.timing.previewMs };
    let preview;
    try {
      ({ preview } = await prepare({ ...options, reads: recorded.reads }));
    } catch (error) {
      // What cannot be said here may be said where it is stamped; what is no request can be nowhere.
      if (!(error instanceof AppError) || error.code === 'PARAMETERS_INVALID') throw error;
      ({ preview } = await prepare({ ...options, reads: recorded.reads, maker: genericPreview }));
    }
    const request = requestAround(session, profile, {
      operation,
      body: preview.body,
      madeMs: preview.createdAtMs,
      untrusted: untrusted(recorded.records()),
    });
    // What cannot be read again is not handed out.
    parametersOf(request);
    digestOfFile(request);
    return request;
  };
  const look = async (request: OfflineRequest, secret?: Signer): Promise<LookedAt> => {
    await requireUnlocked();
    requireFresh(request, clock);
    const profile = await profileFor(request, { storage, knownProfiles });
    const credential = await credentialOf(request, profile, secret);
    return {
      profile,
      credential,
      card: await offlineCard(request, sessionOf(profile, credential), await ownReads(), clock),
    };
  };
  const credentialOf = async (
    request: OfflineRequest,
    profile: PinnedProfile,
    secret: Signer | undefined,
  ): Promise<StoredCredential> => {
    if (secret === undefined) return credentialFor(request, profile, storage);
    const publicKey = toHex(request.credential.publicKey);
    if (secret.publicKey !== publicKey) throw offlineError('OFFLINE_CREDENTIAL_KIND.secret', { publicKey });
    const kept = await storage.credentials.find(publicKey);
    if (kept?.profileId === profile.id) return credentialFor(request, profile, storage);
    return absentCredential(profile.id, publicKey, request.credential.curve);
  };
  const profileOf = async (id: string): Promise<PinnedProfile> => {
    const profile = requirePinned(findProfile(await storage.profiles.list(), id));
    await knownProfiles.require(profile);
    return profile;
  };
  const placeOf = async (profile: StoredProfile): Promise<Parameters<typeof carrier.carry>[0]> => {
    if (profile.id !== LOCAL_PROFILE_ID)
      return {
        baseUrl: profile.baseUrl,
        profileId: profile.id,
        network: profile.network ?? DEFAULT_NETWORK,
      };
    await needs.refreshing.run();
    const ready = needs.service.ready();
    if (ready === null)
      throw contextError(needs.ports.isOffline.ask() ? 'CONSOLE_OFFLINE' : 'SERVICE_NOT_READY');
    return { baseUrl: ready.url };
  };

  return {
    look: (request, secret) => look(request, secret),
    prepare: async ({ operation, parameters, brought = {} }, whom = {}) => {
      await requireUnlocked();
      submitOperation(operation);
      const filled = await fillAnswerKeys(operation, parameters, keys);
      try {
        return await make(await whomFor(whom), { operation, parameters: filled.parameters }, (records) => ({
          abis: [],
          descriptors: [],
          names: [],
          ...brought,
          records,
        }));
      } catch (error) {
        // Nothing will be sealed to them.
        for (const publicKey of filled.made) await keys.forget(publicKey);
        throw error;
      }
    },
    again: async (request, isAlone = false) => {
      await requireUnlocked();
      const profile = await profileFor(request, { storage, knownProfiles });
      const { publicKey, curve, kind } = request.credential;
      const credential = { ...absentCredential(profile.id, toHex(publicKey), curve), kind };
      const parameters = parametersOf(request);
      const whom = { profile, session: sessionOf(profile, credential), isAlone };
      // What was read a while ago is replaced where it can be read now.
      return make(whom, { operation: request.operation, parameters }, (records) => ({
        ...request.untrusted,
        records: records.length > 0 ? records : request.untrusted.records,
      }));
    },
    stamp: async (request, approved, secret) => {
      needs.ports.requireClock.ask();
      const { card, profile, credential } = await look(request, secret);
      if (card.previewDigest !== approved)
        throw offlineError('OFFLINE_PREVIEW_CHANGED', { now: card.previewDigest, approved });
      if (credential.kind === 'passkey') throw offlineError('OFFLINE_CREDENTIAL_KIND.passkey');
      const { publicKey, curve } = credential;
      const body = Uint8Array.from(request.body);
      const signer = secret ?? (await vault.signer(publicKey, curve));
      const { path: operation } = submitOperation(request.operation);
      const meta = { offline: { request: card.requestDigest, claimed: card.isClaimed } };
      const row = {
        operation,
        body: new TextDecoder('utf-8', { fatal: true }).decode(body),
        profileId: profile.id,
        publicKey,
        expectation: JSON.stringify({ ...card.expectation, ...meta }),
      };
      const fingerprint = fingerprintOf(body);
      const before = await storage.requests.find(fingerprint);
      // What its answer is held against is kept once: a second file with the body would get none that opens.
      if (before !== undefined && requestOf(before) !== card.requestDigest)
        throw offlineError('OFFLINE_BODY_REFUSED', { why: 'it was stamped before, and not for this file' });
      const mac = await requestSeal.make(row);
      await storage.requests.add({ ...row, fingerprint, sentAtMs: clock.now(), mac });
      const value = makeStamp(body, signer);
      await storage.requests.settle(fingerprint, 'open');
      // No stamp leaves without a line: a journal that cannot be written keeps it here.
      const digest = sha256Hex(body);
      const subject = subjectOf(operation, body);
      await journal.append({
        profile: profile.name,
        publicKey,
        operation,
        digest,
        subject,
        outcome: STAMPED,
      });
      return {
        format: 'keyops-stamp',
        version: 1,
        request: fromHex(card.requestDigest),
        body: fromHex(digest),
        header: STAMP_HEADER,
        value,
      };
    },
    send: async (request, stamp) => {
      requireStampOf(request, stamp);
      const operation = submitOperation(request.operation);
      const profile = await profileFor(request, { storage, knownProfiles });
      const { header: name, value } = stamp;
      const answer = await carrier.carry(await placeOf(profile), operation, request.body, { name, value });
      return {
        format: 'keyops-answer',
        version: 1,
        request: stamp.request,
        body: stamp.body,
        status: answer.status,
        answer: answer.bytes,
        received: clock.now(),
      };
    },
    open: async (answer, wantsPlaintext) => {
      await requireUnlocked();
      const row = await storage.requests.find(`sha256:${toHex(answer.body)}`);
      const meta = offlineRow.safeParse(row === undefined ? undefined : JSON.parse(row.expectation));
      if (row === undefined || !meta.success) throw offlineError('OFFLINE_ANSWER_UNASKED');
      if (!(await requestSeal.holds(row, row.mac))) throw offlineError('OFFLINE_REQUEST_CHANGED');
      const body = toUtf8(row.body);
      requireSameRequest(answer, { request: meta.data.offline.request, body });
      const profile = await profileOf(row.profileId);
      const sent = {
        operation: submitOperation(row.operation),
        body,
        target: targetOf(profile, row.publicKey),
        profileId: profile.id,
        expectation: expectationSchema.parse(JSON.parse(row.expectation)),
        resumed: true,
      };
      const said = readAnswer(answer, sent);
      const outcome =
        said.state === 'completed' && meta.data.offline.claimed
          ? { ...said, verifications: said.verifications.map(asClaimed) }
          : said;
      const opened = await openSealed(
        { keys, vault, storage, clock, profile },
        sent,
        outcome,
        wantsPlaintext,
      );
      const line = { digest: sha256Hex(body), outcome: outcomeWord(opened.outcome) };
      const isRecorded = await hasLine(journal, line, row.sentAtMs);
      await settleCarried(sending, sent, opened.outcome, isRecorded);
      return { ...opened, operation: row.operation, note: answerNote(row.operation) };
    },
    close: () => carrier.close(),
  };
}

interface Whom {
  readonly profile: PinnedProfile;
  readonly session: SigningContext;
  /** Whether the service is asked nothing. */
  readonly isAlone: boolean;
}

function findProfile(profiles: readonly StoredProfile[], named: string): StoredProfile {
  const found = profiles.find(({ id }) => id === named) ?? profiles.find(({ name }) => name === named);
  if (found === undefined) throw contextError('PROFILE_UNKNOWN');
  return found;
}

/** Where an answer came from; nothing is stamped for it any more. */
const targetOf = (profile: PinnedProfile, publicKey: string): Target => ({
  baseUrl: profile.baseUrl,
  organizationId: profile.organizationId,
  profileId: profile.id,
  profileName: profile.name,
  stamper: {
    publicKey,
    asksEachTime: true,
    stamp: () => Promise.reject(new Error('An answer is read without a stamp.')),
  },
});

/** Whose signature was expected came from the file: what holds against that proves no more. */
const asClaimed = (check: Verification): Verification => ({
  ...check,
  detail: `${check.detail} Which key that is, only the request file said.`,
});
