import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { UpdateMode, UpdateState, UpdateStep } from '#preload/contract/updates.ts';
import { errorText } from '#protocol/define-errors.ts';
import { AppError } from '#protocol/error.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { consoleError, reportFault } from '../../platform/errors.ts';
import type { ReleaseSource } from '../../platform/release-source.ts';
import { KeychainError } from '../../vault/keychain.ts';
import {
  type LocalActionParts,
  describeInstallUpdate,
  describeUpdateChecks,
} from '../local-actions/module.ts';
import { updateError } from './errors.ts';
import { FETCH_LIMITS, createReleaseFetcher } from './fetch-release.ts';
import { installCommand, packageKinds, thisInstallation } from './hand-over.ts';
import { createPackageStore } from './package-store.ts';
import {
  MANIFEST_FILE,
  MANIFEST_LIMIT,
  type ReleaseManifest,
  type ReleasePackage,
  SIGNATURE_FILE,
  SIGNATURE_LIMIT,
  choosePackage,
  compareVersions,
  readManifest,
} from './release-manifest.ts';
import { createUpdateChoices, isBefore } from './update-choice.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Each asks more often than the one before. */
const MODES: readonly UpdateMode[] = ['off', 'ask', 'daily'];
/** The window hears of a download's progress so often, in bytes. */
const PROGRESS_BYTES = 2 << 20;

type Needs = LocalActionParts &
  Pick<
    ConsoleContext,
    | 'host'
    | 'clock'
    | 'version'
    | 'dataFolder'
    | 'storage'
    | 'keychain'
    | 'keychainState'
    | 'runtime'
    | 'releases'
    | 'ports'
    | 'news'
  >;

/** A release that was verified, and its package for this computer. */
interface Offer {
  readonly version: string;
  readonly wanted: ReleasePackage;
}

/** Updates of the console itself: off until the operator turns them on, verified before anything is kept, never run by us. */
export const updates = defineModule({
  start: (needs: Needs): ModuleParts<'updates'> => {
    const { host, clock, version, storage, releases, local, runtime, keychainState, news } = needs;
    const { settings } = storage;
    const fetcher = createReleaseFetcher({ ...FETCH_LIMITS, ...releases?.limits });
    const store = createPackageStore(join(needs.dataFolder, 'updates'));
    const installation = thisInstallation();
    const choices = createUpdateChoices({ keychain: needs.keychain, settings, dataFolder: needs.dataFolder });
    let current: UpdateStep = { step: 'idle' };
    let offer: Offer | null = null;
    let running: { readonly abort: AbortController; readonly ended: Promise<void> } | null = null;
    let cancelTimer: () => void = () => undefined;
    let beginning: Promise<void> = Promise.resolve();
    let isWaiting = false;

    /** When the server was last asked and answered, in ms since the epoch. */
    const lastCheck = async (): Promise<number | null> => {
      const kept = Number((await settings.get('updates.checked')) ?? NaN);
      return Number.isFinite(kept) ? kept : null;
    };
    const state = async (): Promise<UpdateState> => {
      const checked = await lastCheck();
      return {
        mode: choices.mode(),
        address: releases?.address ?? null,
        keys: (releases?.publicKeys ?? []).map(fingerprintOf),
        checkedAtMs: checked,
        current,
      };
    };
    const tell = async (next?: UpdateStep): Promise<void> => {
      if (next !== undefined) current = next;
      if (!runtime.closed) host.send('console', 'updates.changed', await state());
    };
    /** The one place that says whether the release server may be asked. */
    const admitContact = async (): Promise<ReleaseSource> => {
      if (releases === null) throw updateError('UPDATES_UNAVAILABLE');
      await choices.read();
      if (choices.mode() === 'off') throw updateError('UPDATES_OFF');
      if (needs.ports.isOffline.ask()) throw updateError('UPDATES_OFFLINE');
      return releases;
    };
    /** Does one thing at a time; what goes wrong is the state, and is thrown. */
    const inTurn = async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
      if (running !== null) throw updateError('UPDATE_BUSY');
      const abort = new AbortController();
      const ended = work(abort.signal);
      running = { abort, ended: ended.catch(() => undefined) };
      try {
        await ended;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await tell({ step: 'failed', error: errorText(error) });
        throw error;
      } finally {
        running = null;
      }
    };

    const check = (): Promise<void> =>
      inTurn(async (signal) => {
        const source = await admitContact();
        offer = null;
        await tell({ step: 'checking' });
        const manifest = await fetchManifest(source, signal);
        await settings.set('updates.checked', String(clock.now()));
        await requireNewest(manifest);
        if (compareVersions(manifest.version, version) === 0) return tell({ step: 'current' });
        const { platform, arch } = process;
        const wanted = choosePackage(manifest, { platform, arch, kinds: packageKinds(installation) });
        offer = { version: manifest.version, wanted };
        const isHere = (await store.find(offer.version, wanted)) !== null;
        await tell({ step: isHere ? 'ready' : 'available', version: offer.version, size: wanted.size });
      });
    const fetchManifest = async (source: ReleaseSource, signal: AbortSignal): Promise<ReleaseManifest> => {
      const bytes = await fetcher.read(`${source.address}/${MANIFEST_FILE}`, MANIFEST_LIMIT, signal);
      const signature = await fetcher.read(`${source.address}/${SIGNATURE_FILE}`, SIGNATURE_LIMIT, signal);
      return readManifest(bytes, signature, source.publicKeys);
    };
    /** Neither what runs nor what was once offered may be followed by something older. */
    const requireNewest = async ({ version: offered, publishedAt }: ReleaseManifest): Promise<void> => {
      const { newest: seen, published } = await choices.read();
      const newest = seen !== null && compareVersions(seen, version) > 0 ? seen : version;
      if (compareVersions(offered, newest) < 0)
        throw updateError('RELEASE_OLDER.version', { version: offered, newest });
      if (offered === seen && published !== null && isBefore(publishedAt, published))
        throw updateError('RELEASE_OLDER.list', { version: offered });
      await choices.noteOffered(offered, publishedAt);
    };

    const download = (): Promise<void> =>
      inTurn(async (signal) => {
        const source = await admitContact();
        if (offer === null) throw updateError('UPDATE_NOT_READY');
        const { version: offered, wanted } = offer;
        const facts = { version: offered, size: wanted.size };
        let told = 0;
        let received = 0;
        await tell({ step: 'downloading', ...facts, received });
        await store.keep(offered, wanted, (write) =>
          fetcher.download(`${source.address}/${wanted.file}`, wanted.size, signal, async (piece) => {
            await write(piece);
            received += piece.length;
            if (received - told < PROGRESS_BYTES) return;
            told = received;
            await tell({ step: 'downloading', ...facts, received });
          }),
        );
        await tell({ step: 'ready', ...facts });
      });

    const install = async (): Promise<void> => {
      if (offer === null || running !== null) throw updateError('UPDATE_NOT_READY');
      const { version: offered, wanted } = offer;
      const { locks } = runtime;
      const path = await store.find(offered, wanted);
      if (path === null) throw updateError('UPDATE_NOT_READY');
      const command = installCommand(path, wanted, installation);
      await local.approve(
        describeInstallUpdate({ ...{ running: version, offered, path, command }, ...wanted }),
      );
      // What is handed over is what was verified, however long the operator took.
      if ((await store.find(offered, wanted)) === null) throw updateError('RELEASE_CHANGED');
      // Reading all of it took a while.
      if (runtime.locks !== locks) throw consoleError('CONSOLE_LOCKED');
      await (command === null ? host.openPackage(path) : host.copy(command));
      await tell({ step: 'handedOver', version: offered, size: wanted.size, command });
    };

    const setMode = async (next: UpdateMode): Promise<void> => {
      if (next !== 'off' && releases === null) throw updateError('UPDATES_UNAVAILABLE');
      if (next === 'off') running?.abort.abort();
      else await choices.read();
      // From now on it asks more often than before.
      const isMore = MODES.indexOf(next) > MODES.indexOf(choices.mode());
      if (next !== 'off' && isMore && releases !== null)
        await local.approve(describeUpdateChecks(releases.address, next));
      try {
        await choices.setMode(next);
      } finally {
        await schedule();
        await tell();
      }
    };
    /** Once a day, counted from the last check; what goes wrong is shown where the operator looks. */
    const schedule = async (): Promise<void> => {
      cancelTimer();
      const checked = await lastCheck();
      if (choices.mode() !== 'daily' || releases === null || runtime.closed) return;
      const sinceMs = clock.now() - (checked ?? -Infinity);
      cancelTimer();
      // A clock that was set back waits a day at most.
      const waitMs = Math.min(Math.max(DAY_MS - sinceMs, 0), DAY_MS);
      cancelTimer = clock.after(waitMs, () => void checkDaily());
    };
    const checkDaily = async (): Promise<void> => {
      // A check that fails is repeated tomorrow as well.
      cancelTimer = clock.after(DAY_MS, () => void checkDaily());
      try {
        await check();
      } catch (error) {
        if (!(error instanceof AppError)) reportFault('updates', error);
      }
    };

    /** A keychain that is locked or missing leaves it off; it is read when it opens. */
    const readChoice = async (): Promise<void> => {
      try {
        await choices.read();
      } catch (error) {
        if (!(error instanceof KeychainError)) throw error;
        waitForKeychain();
        return;
      }
      await schedule();
      if (choices.mode() !== 'off') await tell();
    };
    const waitForKeychain = (): void => {
      if (isWaiting) return;
      isWaiting = true;
      let isReading = false;
      news.changed.on(() => {
        if (isReading || !isWaiting || runtime.closed || keychainState.status().state !== 'ready') return;
        isReading = true;
        beginning = readChoice()
          .then(() => {
            isWaiting = !choices.isKnown();
          })
          .catch((error: unknown) => reportFault('updates', error))
          .finally(() => {
            isReading = false;
          });
      });
    };

    return {
      handlers: {
        updates: {
          state,
          setMode: async ({ mode: next }) => {
            await setMode(next);
            return undefined;
          },
          check: () => check().then(() => undefined),
          download: () => download().then(() => undefined),
          cancel: () => {
            running?.abort.abort();
            return Promise.resolve(undefined);
          },
          install: () => install().then(() => undefined),
        },
      },
      begin: () =>
        (beginning = store.sweep(version).then(() => (releases === null ? undefined : readChoice()))),
      close: async () => {
        cancelTimer();
        running?.abort.abort();
        await Promise.allSettled([beginning, running?.ended]);
        await fetcher.close();
      },
    };
  },
});

/** SHA-256 of a public key, hex in; hex. */
const fingerprintOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'hex')).digest('hex');
