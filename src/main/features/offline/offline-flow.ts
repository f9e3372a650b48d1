import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { ClaimedTable } from '#chains/model/chain.ts';
import type { Verification } from '#preload/contract/requests.ts';
import { fingerprintOf } from '#protocol/activity.ts';
import { fromHex, sha256Hex, toHex, toUtf8 } from '#protocol/encoding.ts';
import type { OfflineAnswer, OfflineRequest, OfflineStamp } from '#protocol/offline/offline-files.ts';
import { STAMP_HEADER, type Signer, stamp as makeStamp } from '#protocol/stamp.ts';
import { WEBAUTHN_STAMP_HEADER } from '#protocol/webauthn-stamp.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { contextError } from '../../context/errors.ts';
import { subjectOf } from '../../journal/line.ts';
import { consoleError } from '../../platform/errors.ts';
import { createCarrier } from '../../service-client/carry.ts';
import type { Target } from '../../service-client/client.ts';
import { submitOperation } from '../../service-client/request-parts.ts';
import { DEFAULT_NETWORK } from '../../service-client/routes.ts';
import type { StoredCredential } from '../../storage/credentials.ts';
import { LOCAL_PROFILE_ID, type StoredProfile } from '../../storage/profiles.ts';
import { passkeyStamper } from '../../webauthn/ceremonies.ts';
import { type PreviewModuleParts, expectationSchema } from '../previews/module.ts';
import { type RequestParts, outcomeWord, settleCarried } from '../requests/module.ts';
import { createAnswerKeys } from './answer-keys.ts';
import { offlineError } from './errors.ts';
import { MOST_IN_BATCH, type OfflineBatch, describeOfflineBatch } from './offline-batch.ts';
import { type RequestMaker, createRequestMaker, findProfile } from './make-request.ts';
import {
  type OpenedAnswer,
  answerNote,
  openSealed,
  readAnswer,
  requireSameRequest,
} from './offline-answers.ts';
import { type LookedAt, offlineCard } from './offline-card.ts';
import type { OwnReads } from './offline-reads.ts';
import {
  type PinnedProfile,
  absentCredential,
  credentialFor,
  hasLine,
  profileFor,
  requireFresh,
  requirePinned,
  requireStampOf,
  sessionOf,
} from './offline-requests.ts';

/** What an answer came to, with what is said of how much it proves. */
export interface OpenedFile extends OpenedAnswer {
  readonly operation: string;
  readonly note: string;
  readonly body: Uint8Array;
  readonly profile: PinnedProfile;
}

/** What is handed over beside a request file: none of it is in the file, and none of it changes what is stamped. */
interface Beside {
  /** A key for this request alone: then its credential need not be here. */
  readonly secret?: Signer | undefined;
  /** Lookup tables that the operator added. Nobody vouches for them. */
  readonly tables?: readonly ClaimedTable[];
  /** Bitcoin transactions that the operator added, as bytes without witnesses. */
  readonly previous?: readonly Uint8Array[];
}

/** Requests by file: made anywhere, stamped where the credential is, carried by whoever has a network, opened at home. */
export interface OfflineRequests extends RequestMaker {
  /**
   * Reads a request for whoever decides.
   * @throws AppError, where it is not for this console, too
   */
  look(request: OfflineRequest, beside?: Beside): Promise<LookedAt>;
  /**
   * Reads a request that is only carried, or made anew: whose credential it is and whether it lapsed does not matter.
   * @throws AppError where it is for another organization or service, or no request
   */
  read(request: OfflineRequest, beside?: Omit<Beside, 'secret'>): Promise<Pick<LookedAt, 'card' | 'profile'>>;
  /**
   * Stamps a request. Its line stands in the journal before the stamp is given.
   * @param approved the digest of the preview that was approved
   * @param beside what the approved preview was read with
   * @throws AppError `CLOCK_UNCONFIRMED`, `OFFLINE_PREVIEW_CHANGED`, `OFFLINE_LAPSED` …
   */
  stamp(request: OfflineRequest, approved: string, beside?: Beside): Promise<OfflineStamp>;
  /**
   * Reads many requests of one credential together, for one approval. @throws AppError `OFFLINE_BATCH`, and those of `look`
   */
  lookAtAll(requests: readonly OfflineRequest[]): Promise<OfflineBatch>;
  /**
   * Stamps many requests, each with a line of its own; what was stamped before one failed is given to `onStamp`.
   * @param approved the digest of the batch that was approved
   * @throws AppError as `stamp`
   */
  stampAll(
    requests: readonly OfflineRequest[],
    approved: string,
    onStamp: (stamp: OfflineStamp, index: number) => void,
  ): Promise<void>;
  /** Brings a stamped request to its service. @throws AppError, ServiceError */
  send(request: OfflineRequest, stamp: OfflineStamp): Promise<OfflineAnswer>;
  /** Holds an answer against what was stamped here, and writes its line. @throws AppError */
  open(answer: OfflineAnswer, wantsPlaintext: boolean): Promise<OpenedFile>;
  close(): Promise<void>;
}

type Needs = ConsoleContext & RequestParts & PreviewModuleParts;

/** Who may use it, and how: a window asks a person who is there; a terminal has nobody to ask. */
export interface OfflineRules {
  /** Refuses whoever may not use it now. @throws AppError `CONSOLE_LOCKED` */
  readonly admit: () => Promise<void>;
  /** Whether a passkey may be asked, which takes a browser. */
  readonly asksPasskeys: boolean;
}

/**
 * The rules of a terminal. A console whose owner has to prove that they are here is not used past its lock: that is done in
 * its window. A keychain that was closed at the start may say only now that there is one.
 */
export const rulesOfTerminal = ({
  runtime,
  ports,
}: Pick<ConsoleContext, 'runtime' | 'ports'>): OfflineRules => ({
  admit: async () => {
    const verification = ports.userVerification.ask();
    if (runtime.locked || verification === null || (await verification.method()) !== null)
      throw consoleError('CONSOLE_LOCKED');
  },
  asksPasskeys: false,
});

/** The rules of a window: it is locked or not, and its approval surface asks whoever has to prove that they are here. */
export const rulesOfWindow = ({ runtime }: Pick<ConsoleContext, 'runtime'>): OfflineRules => ({
  admit: () => (runtime.locked ? Promise.reject(consoleError('CONSOLE_LOCKED')) : Promise.resolve()),
  asksPasskeys: true,
});

const STAMPED = 'stamped for a file';
/** What a row of a request that was stamped for a file knows beside what is checked. */
const offlineRow = z.object({ offline: z.object({ request: z.string(), claimed: z.boolean() }) });
/** The digest of the request file that a body was stamped for; undefined for one that was sent from here. */
const requestOf = ({ expectation }: { readonly expectation: string }): string | undefined =>
  offlineRow.safeParse(JSON.parse(expectation)).data?.offline.request;

/** Requests by file, over a console that runs. */
export function createOfflineRequests(needs: Needs, { admit, asksPasskeys }: OfflineRules): OfflineRequests {
  const { storage, vault, clock, journal, requestSeal, knownProfiles, sending, reads } = needs;
  const keys = createAnswerKeys(needs.keychain);
  const random = (): number => randomInt(1_000_000) / 1_000_000;
  const carrier = createCarrier({ clock, timing: needs.timing, random }, needs.version, needs.routes);

  /** What this console knows by itself: the keys of its keychain, its own interfaces, the profile's contacts. */
  const ownReads = async ({ id }: { readonly id: string }): Promise<OwnReads> => {
    const own = await keys.list();
    return {
      ...(reads.interfaces === undefined ? {} : { interfaces: reads.interfaces }),
      ...(reads.ownKeys === undefined ? {} : { ownKeys: reads.ownKeys }),
      ownsTarget: (publicKey) => own.has(publicKey),
      madeHere: (key) => own.has(key),
      // The request's own profile, which need not be the one that is shown.
      contacts: () => needs.ports.contacts.ask(id),
    };
  };
  const maker = createRequestMaker(needs, keys, ownReads);
  const look: OfflineRequests['look'] = async (request, { secret, ...added } = {}) => {
    await admit();
    requireFresh(request, clock);
    const profile = await profileFor(request, { storage, knownProfiles });
    const credential = await credentialOf(request, profile, secret);
    const known = { own: await ownReads(profile), ...added };
    const card = await offlineCard(request, sessionOf(profile, credential), known, clock);
    const fingerprint = fingerprintOf(request.body);
    const before = await storage.requests.find(fingerprint);
    // What its answer is held against is kept once: a second file with the body would get none that opens.
    if (before !== undefined && requestOf(before) !== card.requestDigest)
      throw offlineError('OFFLINE_BODY_REFUSED', {
        why: 'it was approved here before, and not for this file',
      });
    const isOpen = (await storage.requests.findUnanswered(fingerprint)) !== undefined;
    // No stamp left without a line: what has none was approved, and its stamp failed.
    const line = { digest: sha256Hex(request.body), outcome: STAMPED };
    if (before !== undefined && !isOpen && (await hasLine(journal, line, before.sentAtMs)))
      throw offlineError('OFFLINE_ANSWERED');
    return { profile, credential, card, stampedAtMs: isOpen ? before?.sentAtMs : undefined };
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

  /** The stamp itself. A lock that came meanwhile keeps it from being made. */
  const stampBody = async (
    body: Uint8Array,
    { kind, publicKey, curve, label }: StoredCredential,
    secret: Signer | undefined,
  ): Promise<Pick<OfflineStamp, 'header' | 'value'>> => {
    if (kind === 'passkey') {
      const passkey = await storage.passkeys.find(publicKey);
      if (passkey === undefined) throw contextError('CREDENTIAL_MISSING');
      await admit();
      const { value } = await passkeyStamper(needs.ceremonies, passkey, label).stamp(body);
      return { header: WEBAUTHN_STAMP_HEADER, value };
    }
    const signer = secret ?? (await vault.signer(publicKey, curve));
    await admit();
    return { header: STAMP_HEADER, value: makeStamp(body, signer) };
  };

  const lookAtAll = async (requests: readonly OfflineRequest[]): Promise<OfflineBatch> => {
    const items: { readonly request: OfflineRequest; readonly looked: LookedAt }[] = [];
    for (const request of requests) items.push({ request, looked: await look(request) });
    const [first] = items;
    if (first === undefined || items.length < 2) throw offlineError('OFFLINE_BATCH.few');
    if (items.length > MOST_IN_BATCH) throw offlineError('OFFLINE_BATCH.many', { most: MOST_IN_BATCH });
    const { profile, credential } = first.looked;
    const isSame = ({ looked }: (typeof items)[number]): boolean =>
      looked.profile.id === profile.id && looked.credential.publicKey === credential.publicKey;
    if (!items.every(isSame)) throw offlineError('OFFLINE_BATCH.mixed');
    if (credential.kind === 'passkey') throw offlineError('OFFLINE_BATCH.passkey');
    const { timing } = needs;
    return describeOfflineBatch(items, sessionOf(profile, credential), await ownReads(profile), {
      clock,
      timing,
    });
  };

  const stamp: OfflineRequests['stamp'] = async (request, approved, beside) => {
    needs.ports.requireClock.ask();
    const { card, profile, credential, stampedAtMs } = await look(request, beside);
    if (card.previewDigest !== approved)
      throw offlineError('OFFLINE_PREVIEW_CHANGED', { now: card.previewDigest, approved });
    if (credential.kind === 'passkey' && !asksPasskeys) throw offlineError('OFFLINE_CREDENTIAL_KIND.passkey');
    const { publicKey } = credential;
    const body = Uint8Array.from(request.body);
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
    const mac = await requestSeal.make({ ...row, moves: profile.moves });
    await storage.requests.add({ ...row, fingerprint, sentAtMs: clock.now(), mac });
    const made = await stampBody(body, credential, beside?.secret).catch(async (error: unknown) => {
      // What can't be settled now is found at the next start, as after a crash.
      await storage.requests
        .settle(fingerprint, stampedAtMs === undefined ? 'answered' : 'open')
        .catch(() => undefined);
      throw error;
    });
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
      ...made,
    };
  };

  return {
    look,
    lookAtAll,
    stamp,
    stampAll: async (requests, approved, onStamp) => {
      needs.ports.requireClock.ask();
      const { digest: now, previewDigests } = await lookAtAll(requests);
      if (now !== approved) throw offlineError('OFFLINE_PREVIEW_CHANGED', { now, approved });
      for (const [index, request] of requests.entries())
        onStamp(await stamp(request, previewDigests[index] ?? ''), index);
    },
    read: async (request, added = {}) => {
      await admit();
      const profile = await profileFor(request, { storage, knownProfiles });
      const { publicKey, curve, kind } = request.credential;
      const credential = { ...absentCredential(profile.id, toHex(publicKey), curve), kind };
      const known = { own: await ownReads(profile), ...added };
      return { profile, card: await offlineCard(request, sessionOf(profile, credential), known, clock) };
    },
    prepare: async (input, whom) => {
      await admit();
      return maker.prepare(input, whom);
    },
    ofPreview: async (preview, whom) => {
      await admit();
      return maker.ofPreview(preview, whom);
    },
    again: async (request, isAlone) => {
      await admit();
      return maker.again(request, isAlone);
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
      await admit();
      const row = await storage.requests.find(`sha256:${toHex(answer.body)}`);
      const meta = offlineRow.safeParse(row === undefined ? undefined : JSON.parse(row.expectation));
      if (row === undefined || !meta.success) throw offlineError('OFFLINE_ANSWER_UNASKED');
      const profile = await profileOf(row.profileId);
      // One that moved since has pinned other keys, or lies elsewhere: the answer is not its.
      const { moves } = profile;
      if (!(await requestSeal.holds({ ...row, moves }, row.mac)))
        throw offlineError('OFFLINE_REQUEST_CHANGED');
      const body = toUtf8(row.body);
      requireSameRequest(answer, { request: meta.data.offline.request, body });
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
      try {
        const isRecorded = await hasLine(journal, line, row.sentAtMs);
        await settleCarried(sending, sent, opened.outcome, isRecorded);
      } catch (error) {
        // Nobody else gets them any more.
        for (const { plaintext } of opened.plaintexts) plaintext.wipe();
        throw error;
      }
      return { ...opened, operation: row.operation, note: answerNote(row.operation), body, profile };
    },
    close: () => carrier.close(),
  };
}

/** Where an answer came from; nothing is stamped for it any more. */
const targetOf = (profile: PinnedProfile, publicKey: string): Target => ({
  baseUrl: profile.baseUrl,
  organizationId: profile.organizationId,
  profileId: profile.id,
  profileName: profile.name,
  moves: profile.moves,
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
