import { AppError } from '#protocol/error.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import { submitEnvelope } from '#protocol/catalogue/operation.ts';
import { fromUtf8, toHex } from '#protocol/encoding.ts';
import { type OfflineRequest, digestOfFile } from '#protocol/offline/offline-files.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import type { SigningContext } from '../../context/context-resolver.ts';
import { contextError } from '../../context/errors.ts';
import { currentCredential, currentProfile } from '../../context/runtime-state.ts';
import { submitOperation } from '../../service-client/request-parts.ts';
import type { StoredProfile } from '../../storage/profiles.ts';
import { type PreviewModuleParts, genericPreview } from '../previews/module.ts';
import { prepare } from '../requests/module.ts';
import { type AnswerKeys, fillAnswerKeys } from './answer-keys.ts';
import { offlineError } from './errors.ts';
import { parametersOf } from './offline-card.ts';
import { type OwnReads, recordingReads } from './offline-reads.ts';
import {
  type PinnedProfile,
  type RequestFor,
  absentCredential,
  profileFor,
  requestAround,
  requirePinned,
  sessionOf,
} from './offline-requests.ts';

/** What a request takes along that its maker vouches for to nobody. */
export type Brought = Partial<
  Pick<
    OfflineRequest['untrusted'],
    'abis' | 'descriptors' | 'names' | 'lookupTables' | 'previousTransactions'
  >
>;

/** Makes request files. */
export interface RequestMaker {
  /**
   * Makes a request file. Exports and sessions that leave out their key get one of this console's.
   * @throws AppError
   */
  prepare(
    input: { readonly operation: string; readonly parameters: unknown; readonly brought?: Brought },
    whom?: RequestFor,
  ): Promise<OfflineRequest>;
  /**
   * Makes a request file of the very bytes that a preview in the window is of.
   * @throws AppError `OFFLINE_BODY_REFUSED` where the file's body would be another
   */
  ofPreview(
    preview: Pick<Preview, 'operation' | 'body' | 'createdAtMs' | 'profile'>,
    whom: RequestFor,
  ): Promise<OfflineRequest>;
  /**
   * Makes a request with the same content and a new time.
   * @param isAlone whether the service is asked nothing
   * @throws AppError
   */
  again(request: OfflineRequest, isAlone?: boolean): Promise<OfflineRequest>;
}

interface Whom {
  readonly profile: PinnedProfile;
  readonly session: SigningContext;
  /** Whether the service is asked nothing. */
  readonly isAlone: boolean;
}

/** What is asked for. */
interface Content {
  readonly operation: string;
  readonly parameters: unknown;
  /** The time that the body names, in ms since the epoch; the present one when left out. */
  readonly madeMs?: number;
}

/** A profile by its ID or its name. @throws AppError `PROFILE_UNKNOWN` */
export function findProfile(profiles: readonly StoredProfile[], named: string): StoredProfile {
  const found = profiles.find(({ id }) => id === named) ?? profiles.find(({ name }) => name === named);
  if (found === undefined) throw contextError('PROFILE_UNKNOWN');
  return found;
}

/** @param ownReads what the console knows by itself of what a profile is asked for */
export function createRequestMaker(
  needs: Pick<ConsoleContext, 'storage' | 'clock' | 'timing' | 'knownProfiles' | 'ports'> &
    Pick<PreviewModuleParts, 'reads'>,
  keys: AnswerKeys,
  ownReads: (profile: PinnedProfile) => Promise<OwnReads>,
): RequestMaker {
  const { storage, clock, knownProfiles, reads } = needs;
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
    { operation, parameters, madeMs }: Content,
    untrusted: (records: OfflineRequest['untrusted']['records']) => OfflineRequest['untrusted'],
  ): Promise<OfflineRequest> => {
    const recorded = recordingReads(await ownReads(profile), session, clock, await askFor(profile, isAlone));
    const at = madeMs === undefined ? clock : { ...clock, now: () => madeMs };
    const options = { operation, parameters, session, clock: at, previewMs: needs.timing.previewMs };
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
  return {
    prepare: async ({ operation, parameters, brought = {} }, whom = {}) => {
      // Its stamp would be good for as long as its credential: whoever carried the file could ask again for ever.
      if (operationByPath(operation)?.kind === 'query') throw offlineError('OFFLINE_QUERY');
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
    ofPreview: async ({ operation, body, createdAtMs: madeMs, profile }, whom) => {
      const { parameters } = submitEnvelope.parse(JSON.parse(body));
      const request = await make(
        await whomFor({ ...whom, profile: profile.id }),
        { operation, parameters, madeMs },
        (records) => ({ abis: [], descriptors: [], names: [], records }),
      );
      // What was looked at is what the file holds, byte for byte.
      if (fromUtf8(request.body, 'body') !== body)
        throw offlineError('OFFLINE_BODY_REFUSED', { why: 'it isn’t that of the preview' });
      return request;
    },
    again: async (request, isAlone = false) => {
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
  };
}
