import { fromHex, sha256Hex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { isSameBytes } from '#protocol/offline/cbor.ts';
import {
  type OfflineRequest,
  type OfflineStamp,
  digestOfFile,
  requestVersionOf,
  takenBetween,
} from '#protocol/offline/offline-files.ts';
import { type PinnedKeys, keyFingerprint } from '#protocol/pinned-keys.ts';
import { API_KEY_CURVES, type ApiKeyCurve, STAMP_HEADER, parseStamp, verifyStamp } from '#protocol/stamp.ts';
import { holdsWebauthnVote } from '#protocol/webauthn-stamp.ts';
import type { SigningContext } from '../../context/context-resolver.ts';
import { contextError } from '../../context/errors.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../platform/clock.ts';
import type { StoredCredential } from '../../storage/credentials.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';
import type { StoredProfile } from '../../storage/profiles.ts';
import type { KnownProfiles } from '../../vault/row-seals.ts';
import { offlineError } from './errors.ts';

/** Whom a request is made for, where that isn't what the console shows. */
export interface RequestFor {
  /** A profile's name or ID. */
  readonly profile?: string | undefined;
  /** A credential's public key, hex; one that another console holds, too. */
  readonly publicKey?: string | undefined;
  /** The curve of a credential that isn't here. */
  readonly curve?: ApiKeyCurve | undefined;
  /** Whether the service is asked nothing: there is no network, or it need not know. */
  readonly isAlone?: boolean;
}

/** A profile with all that a request names of it. */
export interface PinnedProfile extends StoredProfile {
  readonly organizationId: string;
  readonly keys: PinnedKeys;
}

/** A profile as requests need it. @throws AppError `KEYS_NOT_PINNED` */
export function requirePinned(profile: StoredProfile): PinnedProfile {
  const { organizationId, keys } = profile;
  if (organizationId === null || keys === null) throw contextError('KEYS_NOT_PINNED');
  return { ...profile, organizationId, keys };
}

/** Who stamps for whom, as a request says it. */
export const sessionOf = (profile: PinnedProfile, credential: StoredCredential): SigningContext => ({
  profile: {
    id: profile.id,
    name: profile.name,
    organizationId: profile.organizationId,
    organizationName: profile.organizationName ?? profile.organizationId,
  },
  credential,
  moves: profile.moves,
});

/** A credential that another console holds. */
export const absentCredential = (
  profileId: string,
  publicKey: string,
  curve: ApiKeyCurve | undefined,
): StoredCredential => ({
  kind: 'key',
  publicKey,
  profileId,
  curve: curve ?? (publicKey.length === 64 ? API_KEY_CURVES[2] : API_KEY_CURVES[0]),
  label: `${publicKey.slice(0, 12)}…`,
  createdAtMs: 0,
  expiresAtMs: null,
});

const fingerprintsOf = (keys: PinnedKeys): OfflineRequest['service']['keys'] => ({
  enclaveQuorum: fromHex(keyFingerprint(keys.enclaveQuorum)),
  fetcherQuorum: fromHex(keyFingerprint(keys.fetcherQuorum)),
  onRampEncryption: fromHex(keyFingerprint(keys.onRampEncryption)),
  sessionNotarizer: fromHex(keyFingerprint(keys.sessionNotarizer)),
});

/** The address of the service on this computer changes with each start: files leave it out. */
const addressOf = ({ kind, baseUrl }: StoredProfile): string => (kind === 'local' ? '' : baseUrl);

/** Makes a request file's content around a body. @param madeMs the time that the body names */
export function requestAround(
  session: SigningContext,
  profile: PinnedProfile,
  content: {
    readonly operation: string;
    readonly body: string;
    readonly madeMs: number;
    readonly untrusted: OfflineRequest['untrusted'];
  },
): OfflineRequest {
  const { credential } = session;
  return {
    format: 'keyops-request',
    version: requestVersionOf(content.untrusted),
    operation: content.operation,
    body: toUtf8(content.body),
    made: content.madeMs,
    lapses: takenBetween(content.madeMs).lapsesMs,
    organization: profile.organizationId,
    service: { address: addressOf(profile), keys: fingerprintsOf(profile.keys) },
    credential: {
      publicKey: fromHex(credential.publicKey),
      kind: credential.kind,
      curve: credential.curve,
    },
    untrusted: content.untrusted,
  };
}

/** The profile here that a request is for. @throws AppError `OFFLINE_ORGANIZATION_UNKNOWN`, `OFFLINE_SERVICE_DIFFERS`, `PROFILE_CHANGED` */
export async function profileFor(
  { organization, service }: OfflineRequest,
  parts: {
    readonly storage: Pick<ConsoleStorage, 'profiles'>;
    readonly knownProfiles: Pick<KnownProfiles, 'require'>;
  },
): Promise<PinnedProfile> {
  const same = (await parts.storage.profiles.list()).filter((each) => each.organizationId === organization);
  const [first] = same;
  if (first === undefined) throw offlineError('OFFLINE_ORGANIZATION_UNKNOWN', { organization });
  let profile: PinnedProfile | undefined;
  let what = '';
  for (const each of same) {
    what = differenceOf(each, service);
    if (what === '') profile = requirePinned(each);
    if (profile !== undefined) break;
  }
  if (profile === undefined) throw offlineError('OFFLINE_SERVICE_DIFFERS', { profile: first.name, what });
  await parts.knownProfiles.require(profile);
  return profile;
}

function differenceOf(profile: StoredProfile, service: OfflineRequest['service']): string {
  if (profile.keys === null) return 'the profile pins no keys yet';
  const own = fingerprintsOf(profile.keys);
  const names = (['enclaveQuorum', 'fetcherQuorum', 'onRampEncryption', 'sessionNotarizer'] as const).filter(
    (name) => !isSameBytes(own[name], service.keys[name]),
  );
  if (names.length > 0) return `its keys differ (${names.join(', ')})`;
  if (addressOf(profile) !== service.address)
    return `its address is ${addressOf(profile) || 'this computer'}, the request’s ${service.address || 'that of a service on one computer'}`;
  return '';
}

/** The credential here that a request is for. @throws AppError `OFFLINE_CREDENTIAL_UNKNOWN`, `OFFLINE_CREDENTIAL_KIND` */
export async function credentialFor(
  { credential }: OfflineRequest,
  profile: StoredProfile,
  storage: Pick<ConsoleStorage, 'credentials'>,
): Promise<StoredCredential> {
  const publicKey = toHex(credential.publicKey);
  const kept = await storage.credentials.find(publicKey);
  if (kept?.profileId !== profile.id || kept.curve !== credential.curve)
    throw offlineError('OFFLINE_CREDENTIAL_UNKNOWN', { publicKey, profile: profile.name });
  if (kept.kind !== credential.kind)
    throw offlineError('OFFLINE_CREDENTIAL_KIND.differs', { said: credential.kind, kept: kept.kind });
  return kept;
}

/** @throws AppError `OFFLINE_LAPSED`, `OFFLINE_TOO_EARLY` */
export function requireFresh({ made }: OfflineRequest, clock: Clock): void {
  const { fromMs, lapsesMs } = takenBetween(made);
  const nowMs = clock.now();
  if (nowMs >= lapsesMs) throw offlineError('OFFLINE_LAPSED', { at: new Date(lapsesMs).toISOString() });
  if (nowMs < fromMs) throw offlineError('OFFLINE_TOO_EARLY', { at: new Date(made).toISOString() });
}

/** Refuses a stamp that is not the request's, or does not hold. @throws AppError `OFFLINE_STAMP_FOREIGN`, `OFFLINE_STAMP_INVALID` */
export function requireStampOf(request: OfflineRequest, stamp: OfflineStamp): void {
  if (!isSameBytes(stamp.body, fromHex(sha256Hex(request.body))))
    throw offlineError('OFFLINE_STAMP_FOREIGN', { what: 'its body is another' });
  if (!isSameBytes(stamp.request, digestOfFile(request)))
    throw offlineError('OFFLINE_STAMP_FOREIGN', {
      what: 'the request file was changed after it was stamped',
    });
  const publicKey = toHex(request.credential.publicKey);
  if (stamp.header !== STAMP_HEADER) {
    if (request.credential.kind === 'passkey' && holdsWebauthnVote(publicKey, request.body, stamp.value))
      return;
    throw offlineError('OFFLINE_STAMP_INVALID', { why: 'it isn’t the passkey’s over this body' });
  }
  let parsed;
  try {
    parsed = parseStamp(stamp.value);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw offlineError('OFFLINE_STAMP_INVALID', { why: 'it is malformed', cause });
  }
  if (parsed.publicKey !== publicKey)
    throw offlineError('OFFLINE_STAMP_INVALID', { why: 'it is by another key than the request’s' });
  if (!verifyStamp(parsed, request.body))
    throw offlineError('OFFLINE_STAMP_INVALID', { why: 'its signature is over other bytes' });
}

const PAGE = 500;

/** Whether the journal has a line about that body with that outcome, from when it was stamped on. */
export async function hasLine(
  journal: Pick<Journal, 'list'>,
  { digest, outcome }: { readonly digest: string; readonly outcome: string },
  sinceMs: number,
): Promise<boolean> {
  let before: number | null = null;
  for (;;) {
    const lines = await journal.list(before, PAGE, 'all');
    if (lines.some((line) => line.digest === digest && line.outcome === outcome)) return true;
    const last = lines.at(-1);
    if (last === undefined || lines.length < PAGE || Date.parse(last.time) < sinceMs) return false;
    before = last.number;
  }
}
