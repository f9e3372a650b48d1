import type { Console, ConsoleOptions } from './console-options.ts';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { approvalContract } from '../../preload/approval-contract.ts';
import { contract } from '../../preload/contract.ts';
import type { AppSnapshot } from '../../preload/contract/app.ts';
import { listPrivateKeys } from '../../protocol/catalogue/list-private-keys.ts';
import { errorText } from '../../protocol/define-errors.ts';
import { openApprovalSurface } from '../features/approvals/approval-surface.ts';
import { createRouter } from '../bridge/router.ts';
import { createClient } from '../service-client/client.ts';
import { readPublished } from '../service-client/published.ts';
import { sleep } from '../platform/clock.ts';
import { currentProfile } from '../context/active-profile.ts';
import { ownKeys, readTheme, snapshot } from './app-snapshot.ts';
import type { RuntimeState } from '../context/runtime-state.ts';
import { createExports } from '../features/key-export/key-exports.ts';
import { createGivenFiles, handOver } from '../features/files/given-files.ts';
import { createPaidRecipients, withPaid } from '../features/requests/paid-recipients.ts';
import { earlierRecipients } from '../features/previews/earlier-recipients.ts';
import { createLocalActions } from '../features/local-actions/local-actions.ts';
import type { PreviewReads } from '../features/previews/preview-maker.ts';
import { createKeyInventory } from '../context/key-inventory.ts';
import { createKeyImports } from '../features/key-import/key-imports.ts';
import { createIssuerLogins } from '../features/login-sessions/issuer-logins.ts';
import { createSessionExpiryMonitor } from '../features/login-sessions/session-expiry-monitor.ts';
import { createLoginSessions } from '../features/login-sessions/login-sessions.ts';
import { createRequestPruner } from '../features/requests/request-pruner.ts';
import { createMadeKeys } from '../features/requests/made-keys.ts';
import { createRequestFlow } from '../features/requests/request-flow.ts';
import { startWatch } from '../features/activities/start-watch.ts';
import { activityHandlers } from '../features/activities/handlers.ts';
import { appHandlers } from './handlers.ts';
import { approvalHandlers } from '../features/approvals/handlers.ts';
import { credentialHandlers } from '../features/credentials/handlers.ts';
import { fileHandlers } from '../features/files/handlers.ts';
import { loginSessionHandlers } from '../features/login-sessions/handlers.ts';
import { networkHandlers } from '../features/network/handlers.ts';
import { profileHandlers } from '../features/profiles/handlers.ts';
import { publishedHandlers } from '../features/published/handlers.ts';
import { queryHandlers } from '../features/queries/handlers.ts';
import { requestHandlers } from '../features/requests/handlers.ts';
import { sealingHandlers } from '../features/sealing/handlers.ts';
import { templateHandlers } from '../features/templates/handlers.ts';
import { secretHandlers } from '../features/secret-import/handlers.ts';
import { batchHandlers } from '../features/batches/handlers.ts';
import { groupHandlers } from '../features/request-groups/handlers.ts';
import { passkeyHandlers } from '../features/passkeys/handlers.ts';
import { createPrivateOpener } from '../platform/loopback/private-opener.ts';
import { openConsoleJournal } from '../journal/open-console-journal.ts';
import { createQueryRecorder } from '../journal/record-query.ts';
import { createCeremonies } from '../webauthn/ceremonies.ts';
import { createRefresh } from './refresh.ts';
import { reportFault } from '../platform/fault-log.ts';
import { createSelections } from '../context/selections.ts';
import { createCoalescingQueue } from '../platform/coalescing-queue.ts';
import { createLocalService } from '../embedded-service/local-service.ts';
import { pinLocalKeys } from '../embedded-service/pin-keys.ts';
import { setUpInterfaces } from '../features/contract-interfaces/set-up-interfaces.ts';
import { afterCall, isNews, UNKNOWN_REACH } from '../context/service-reach.ts';
import { createContextResolver } from '../context/context-resolver.ts';
import { consoleError } from '../platform/errors.ts';
import { createConsoleGroups } from './console-groups.ts';
import { openStorage } from '../storage/open-storage.ts';
import { TIMING } from '../platform/timing.ts';
import { watchKeychain } from '../vault/keychain-state.ts';
import { createKnownProfiles } from '../vault/known-profiles.ts';
import { createRequestSeal } from '../vault/request-seal.ts';
import { createVault } from '../vault/vault.ts';

/** How long the first snapshot waits for a keychain that is slow to answer. */
const FIRST_LOOK_MS = 1_500;
/** How long it waits for the journal's check: a short journal is checked by then, and a long one is shown as it is. */
const FIRST_CHECK_MS = 200;

/**
 * Builds the console. It knows no Electron: everything that needs a screen is in `host`.
 * @throws StorageError when the data folder is in use or its database cannot be read
 */
export async function createConsole(options: ConsoleOptions): Promise<Console> {
  const { host, dataFolder, clock, version } = options;
  const timing = { ...TIMING, ...options.timing };
  const storage = await openStorage(dataFolder);
  const volatile: RuntimeState = {
    profileId: (await currentProfile(storage)).id,
    locked: false,
    reach: UNKNOWN_REACH,
    clockOffsets: new Map(),
    identities: new Map(),
    journalFault: null,
    waitingForMe: 0,
  };

  const onJournalFault = (error: unknown): void => {
    reportFault('journal', error);
    volatile.journalFault = 'The journal could not be written: the last stamp has no line in it.';
  };
  const { journal, recovered } = await openConsoleJournal(dataFolder, storage, clock, onJournalFault);

  const forgetting = createRequestPruner({
    requests: storage.requests,
    clock,
    onFault: (error) => reportFault('storage', error),
  });

  const theme = readTheme(await storage.settings.get('theme'));
  if (theme !== 'system') host.setTheme(theme);

  let closed = false;
  const announcing = createCoalescingQueue(
    async () => {
      if (!closed) host.send('console', 'app.changed', await bootstrap());
    },
    (error) => reportFault('app.changed', error),
  );
  const announce = (): void => void announcing.run();

  const vault = createVault(options.keychain);
  const requestSeal = createRequestSeal(options.keychain);
  const knownProfiles = createKnownProfiles(options.keychain, storage.profiles);
  const keychain = watchKeychain(options.keychain, vault, announce, (error) =>
    reportFault('keychain', error),
  );
  // Whoever comes to a machine that was left alone finds no key in its memory.
  host.onAway(() => vault.lock());
  const service = createLocalService({
    host,
    vault,
    dataFolder,
    acceptOlderDatabase: options.acceptOlderDatabase ?? false,
    keychainIsOpen: () => keychain.status().state === 'ready',
    admit: ({ keys }) => pinLocalKeys(storage.profiles, keys),
    onChange: announce,
    onFault: reportFault,
  });
  const recordQuery = createQueryRecorder(journal, clock);
  const random = (): number => randomInt(1_000_000) / 1_000_000;
  const client = createClient({ clock, timing, random }, version, {
    onCall: (call) => {
      if (call.offsetMs !== null) volatile.clockOffsets.set(call.profileId, call.offsetMs);
      if (call.profileId !== volatile.profileId) return;
      const before = volatile.reach;
      volatile.reach = afterCall(before, call, clock.now());
      if (isNews(before, volatile.reach)) announce();
    },
    onQuery: (query) => void recordQuery(query).catch(onJournalFault),
    onAnswer: (publicKey, refusal) => keeper.onServiceAnswer(publicKey, refusal),
  });
  const published = readPublished(timing);
  const keeper = createSessionExpiryMonitor({
    storage,
    vault,
    host,
    clock,
    onChange: announce,
    onFault: reportFault,
  });
  host.onWake(() => void keeper.refresh());
  const ceremonies = createCeremonies({
    ...{ host, clock },
    opener: createPrivateOpener(host, join(dataFolder, 'browser', 'passkey')),
  });
  const sessions = createContextResolver({
    ...{ storage, service, vault, client, volatile, ceremonies, clock, knownProfiles },
  });
  const bootstrap = (): Promise<AppSnapshot> =>
    snapshot({ host, dataFolder, version, storage, journal, keychain, service, volatile });

  const watch = startWatch({
    host,
    sessions,
    clock,
    everyMs: timing.watchMs,
    volatile,
    announce,
    onFault: (error) => reportFault('watch', error),
  });

  const refreshing = createRefresh({
    storage,
    service,
    sessions,
    isClosed: () => closed,
    announce,
    onKnown: () => watch.refreshSoon(),
  });
  const profileId = (): string => volatile.profileId;
  const onSelected = (): void => {
    // What waits is counted for one credential; the next look counts for this one.
    volatile.waitingForMe = 0;
    signers.forget();
    requestSeal.lock();
    void refreshing.run();
  };

  const { desk, view } = openApprovalSurface({
    host,
    clock,
    bootstrap,
    onFault: (error) => reportFault('approval', error),
  });
  const files = createGivenFiles();
  const known = setUpInterfaces(storage, clock, files);
  const listKeys = async () => (await sessions.query(listPrivateKeys, {})).privateKeys;
  const signers = createKeyInventory(sessions, clock);
  const madeKeys = createMadeKeys();
  const paid = createPaidRecipients({ store: storage.earlierRecipients, seal: requestSeal, clock });
  const reads: PreviewReads = {
    listPrivateKeys: signers.listPrivateKeys,
    listAccounts: signers.listAccounts,
    earlierRecipients: (chain) =>
      withPaid(
        async () => paid.list((await currentProfile(storage)).id, chain.type),
        earlierRecipients(reads.ask, chain),
      ),
    ask: (operation, parameters) => sessions.query(operation, parameters),
    self: () => sessions.self(),
    ownsTarget: (publicKey) => exported.owns(publicKey),
    ownKeys: () => ownKeys(storage, vault),
    madeHere: (key) => madeKeys.has(key),
    sealedAddresses: (encryptedBundle) => keyImports.addressesIn(encryptedBundle),
    interfaces: known.interfaces,
  };
  const sending = {
    client,
    journal,
    requests: storage.requests,
    requestSeal,
    paid,
    clock,
    onRecorded: () => {
      announce();
      watch.refreshSoon();
    },
    onJournalFault,
  };
  const { note: noteSelection, watchProfile } = createSelections();
  const flow = createRequestFlow({
    ...sending,
    watchProfile,
    timing,
    gate: desk,
    session: (publicKey) => sessions.current(publicKey),
    target: (profileId, publicKey) => sessions.target(profileId, publicKey),
    reads,
  });
  const { sets, secrets, batches, ...many } = await createConsoleGroups({
    ...sending,
    watchProfile,
    storage,
    sessions,
    timing,
    desk,
    reads,
    host,
    profileId,
  });
  const leave = (): void => {
    issuerLogins.cancel();
    ceremonies.cancel();
    flow.leave();
    many.leave();
    keyImports.wipe();
    exported.leave();
  };
  const onProfile = async (): Promise<void> => {
    noteSelection();
    const { id } = await currentProfile(storage);
    if (id !== volatile.profileId) {
      volatile.profileId = id;
      volatile.reach = UNKNOWN_REACH;
      leave();
    }
    onSelected();
  };
  const drop = (): void => {
    issuerLogins.cancel();
    ceremonies.cancel();
    flow.reset();
    many.drop();
    signers.forget();
    keyImports.wipe();
    void exported.wipeAll();
  };

  const local = createLocalActions({ desk, storage, journal, clock, timing, onRecorded: announce });
  const logins = createLoginSessions({
    ...{ flow, sessions, storage, vault, client, clock, volatile, keeper },
    onMade: madeKeys.add,
  });
  const exported = createExports({ host, clock, timing, flow, sessions, storage, profileId });
  const keyImports = createKeyImports({ host, flow, sessions, storage, volatile, files });
  const issuerLogins = createIssuerLogins({
    ...{ clock, logins, local },
    settings: storage.settings,
    opener: createPrivateOpener(host, join(dataFolder, 'browser', 'login')),
  });

  const firstLook = keychain.look().then(
    () => Promise.all([keeper.refresh(), refreshing.run()]),
    (error: unknown) => reportFault('keychain', error),
  );
  const checked = Promise.all([journal.checked(), recovered]).then(announce);
  const looked = Promise.all([
    Promise.race([firstLook, sleep(clock, FIRST_LOOK_MS)]),
    Promise.race([checked, sleep(clock, FIRST_CHECK_MS)]),
  ]);

  const routers = {
    console: createRouter(
      contract,
      {
        app: appHandlers({
          host,
          storage,
          vault,
          keychain,
          volatile,
          bootstrap: () => looked.then(bootstrap),
          announce,
          refresh: () => refreshing.run(),
          drop,
        }),
        profiles: profileHandlers({ storage, clock, local, knownProfiles, onSelected: onProfile }),
        credentials: credentialHandlers({
          ...{ storage, vault, host, clock, local, files, onSelected },
          isKnown: (publicKey) => volatile.identities.has(publicKey),
          backend: options.keychain.backend,
        }),
        loginSessions: loginSessionHandlers(logins, keeper, issuerLogins),
        passkeys: passkeyHandlers({
          ceremonies,
          flow,
          sessions,
          storage,
          clock,
          volatile,
          onMade: madeKeys.add,
          onKept: announce,
          onGesture: () => desk.gesture(),
        }),
        keys: { list: listKeys, accounts: async () => [...(await signers.listAccounts())] },
        queries: queryHandlers(sessions),
        network: networkHandlers(sessions),
        published: publishedHandlers({ published, sessions, service, settings: storage.settings, local }),
        requests: requestHandlers(flow, storage.requests, known.interfaces, profileId),
        files: fileHandlers(files, host, local),
        interfaces: known.handlers,
        sealing: sealingHandlers(storage),
        templates: templateHandlers(storage.templates),
        requestGroups: groupHandlers(sets, profileId),
        batches: batchHandlers(batches, files),
        secrets: secretHandlers(secrets, files),
        activities: activityHandlers(sessions, reads),
        exports: exported.handlers,
        keyImports: keyImports.handlers,
        journal: { list: ({ before, limit, filter }) => journal.list(before, limit, filter) },
      },
      reportFault,
      () => volatile.locked,
    ),
    approval: createRouter(
      approvalContract,
      approvalHandlers(desk, view, () => host.behindApproval()),
      reportFault,
      () => volatile.locked,
    ),
  };

  const closing = async (): Promise<void> => {
    closed = true;
    drop();
    await watch.stop();
    vault.lock();
    await keeper.close();
    await exported.wipeAll();
    await Promise.all([client.close(), published.close()]);
    await service.stop();
    await Promise.all([refreshing.idle(), announcing.idle()]);
    await Promise.all([flow.idle(), many.idle(), recovered, forgetting.close()]);
    await journal.close();
    await storage.close();
    options.keychain.lock?.close();
  };
  let closeOnce: Promise<void> | undefined;
  return {
    dispatch: (surface, name, input) => {
      if (!closed) return routers[surface](name, input);
      return Promise.resolve({ ok: false, ...errorText(consoleError('CONSOLE_CLOSED')) });
    },
    handOver: (path) => handOver(files, path, volatile.locked || closed),
    close: () => (closeOnce ??= closing()),
  };
}
