import { buildApi } from '#preload/api.ts';
import { type Call, type Contract, type Envelope, type Handlers, shapeOf } from '#preload/contract/call.ts';
import { type ConsoleContract, contract } from '#preload/contract.ts';
import type { AppSnapshot } from '#preload/contract/app.ts';
import type { Credential } from '#preload/contract/credentials.ts';
import { answers, walletAccounts } from './fake-answers.ts';
import { authProxyPlace, walletKitConfig, webhookKeys } from './fake-published.ts';
import { fakeBatches } from './fake-batches.ts';
import { fakeCeremonies } from './fake-ceremonies.ts';
import { fakeNodes, fakeTransfers } from './fake-transfers.ts';
import { fakeContacts } from './fake-contacts.ts';
import { fakeKeyImports } from './fake-key-imports.ts';
import { fakeSecrets } from './fake-secrets.ts';
import {
  activityRows,
  detailOf,
  connectionChecks,
  descriptorState,
  importedAbi,
  journalLines,
  loginSessions,
  NOW_MS,
  preview,
  privateKeys,
  reading,
  ROOT_USER,
  savedFilters,
  vendorConnection,
  workingSnapshot,
} from './fake-data.ts';
import { lookedAtPayments } from './fake-payments.ts';
import { fakeExports } from './fake-exports.ts';
import { fakeOffline } from './fake-offline.ts';
import { fakeProgram, fakeUpdates } from './fake-program.ts';

const serviceBackup = {
  path: '/home/operator/keyops-service-20261124-090000.sqlite',
  ...{ organizationId: '0f7c8a5e-3a54-4d3c-9d2b-5f5f6d0b8f11', organizationName: 'This machine' },
  ...{ createdAtMs: NOW_MS - 86_400_000, activities: 12, sha256: 'ab'.repeat(32) },
  newest: { atMs: NOW_MS, type: 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2' },
};

/** What is chosen in the double's dialog. Its handles are the paths themselves. */
const CHOSEN = '/home/operator/keys/ops.private';

type Listener = (payload: unknown) => void;

/** A refusal that a fake call answers with. */
export class FakeRefusal extends Error {
  readonly code: string;
  readonly remedy: string;

  constructor(code: string, message: string, remedy: string) {
    super(message);
    this.code = code;
    this.remedy = remedy;
  }
}

/**
 * Stands in for the privileged side where a test is about the window alone: keychain, service and approval surface
 * cannot be put into every state on demand. Derived from the contract, and held to it: inputs and outputs are parsed.
 */
export class FakeConsole {
  bootstrap: AppSnapshot;
  idleMinutes: 5 | 15 | 60 = 15;
  /** Calls in their order, as `area.name`, with their inputs. */
  readonly calls: { readonly name: string; readonly input: unknown }[] = [];
  /** Replaces the handler of a call, by `area.name`. */
  readonly overrides = new Map<string, (input: unknown) => Promise<unknown>>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #handlers: Handlers<ConsoleContract>;

  constructor(changes: Partial<AppSnapshot> = {}) {
    this.bootstrap = { ...workingSnapshot, ...changes };
    this.#handlers = this.#makeHandlers();
  }

  /** Answers one call as the bridge would: parsed, handled, parsed again, in an envelope. */
  async call(name: string, input: unknown): Promise<Envelope> {
    const [area = '', member = ''] = name.split('.');
    const declared = (contract as Contract)[area]?.[member];
    if (declared?.kind !== 'call') throw new Error(`The contract has no call ${name}.`);
    this.calls.push({ name, input });
    try {
      const value = await this.#answer(name, area, member, declared, input);
      return { ok: true, value };
    } catch (thrown) {
      if (!(thrown instanceof FakeRefusal)) throw thrown;
      return { ok: false, code: thrown.code, message: thrown.message, remedy: thrown.remedy };
    }
  }

  /** What the preload would put on the window. */
  exposed(): ReturnType<typeof buildApi> {
    return buildApi(shapeOf(contract), {
      invoke: (name, input) => this.call(name, input),
      subscribe: (name, listener) => this.subscribe(name, listener),
    });
  }

  /** The names of the contract, area by area. */
  shape(): Record<string, Record<string, string>> {
    return shapeOf(contract);
  }

  subscribe(name: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  /** Changes the state and sends it as news. */
  change(changes: Partial<AppSnapshot>): Promise<undefined> {
    this.bootstrap = { ...this.bootstrap, ...changes };
    this.tell('app.changed', this.bootstrap);
    return Promise.resolve(undefined);
  }

  /** Sends news to whoever follows them. */
  tell(name: string, payload: unknown): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(payload);
  }

  async #answer(
    name: string,
    area: string,
    member: string,
    declared: Call,
    input: unknown,
  ): Promise<unknown> {
    const handlers = this.#handlers as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
    const handler = this.overrides.get(name) ?? handlers[area]?.[member];
    if (!handler) throw new Error(`The double has no handler for ${name}.`);
    return declared.output.parse(await handler(declared.input.parse(input)));
  }

  async #addCredential(label: string, curve: Credential['curve']): Promise<Credential> {
    const { credentials, profileId } = this.bootstrap;
    const publicKey = `02${String(credentials.length + 1).padStart(2, '0')}${'5f13265861febd76e7a9c61a1140d2'.repeat(2)}ab`;
    const added: Credential = {
      kind: 'key',
      publicKey,
      label,
      curve,
      profileId,
      createdAtMs: NOW_MS,
      expiresAtMs: null,
      current: credentials.length === 0,
    };
    await this.change({ credentials: [...credentials, added] });
    return added;
  }

  #makeHandlers(): Handlers<ConsoleContract> {
    const nothing = (): Promise<undefined> => Promise.resolve(undefined);
    return {
      app: {
        bootstrap: () => Promise.resolve(this.bootstrap),
        setTheme: ({ theme }) => this.change({ theme }),
        lock: () => this.change({ locked: true }),
        unlock: () => this.change({ locked: false }),
        reload: nothing,
        recheck: () => this.change({ health: workingSnapshot.health }),
        copy: nothing,
        save: ({ name }) => Promise.resolve({ path: `/home/operator/Downloads/${name}` }),
      },
      contacts: fakeContacts(),
      nodes: fakeNodes,
      transfers: fakeTransfers,
      offlineState: {
        confirmClock: () =>
          this.change({
            offline: { by: 'switch', file: null, clockConfirmedMs: Date.UTC(2026, 10, 22, 22, 5) },
          }),
        setNextStart: ({ isOffline }) => this.change({ startsOffline: isOffline }),
      },
      lock: {
        state: () =>
          Promise.resolve({ offered: ['passphrase', 'passkey'], idleMinutes: this.idleMinutes, fault: null }),
        choose: ({ method }) => this.change({ verification: method, unlockChosen: true }),
        goWithout: () => this.change({ unlockChosen: true }),
        remove: () => this.change({ verification: null }),
        setIdle: ({ minutes }) => {
          this.idleMinutes = minutes;
          return nothing();
        },
      },
      profiles: {
        select: ({ id }) => this.change({ profileId: id }),
        add: async ({ name, baseUrl, organizationId }) => {
          const added = { id: 'added', name, kind: 'hosted' as const, baseUrl, organizationId };
          await this.change({
            profiles: [
              ...this.bootstrap.profiles,
              {
                ...added,
                organizationName: null,
                username: null,
                userId: null,
                connection: vendorConnection,
              },
            ],
          });
          return { id: 'added' };
        },
        edit: async ({ id, name, baseUrl, organizationId }) => {
          const changed = { name, baseUrl, organizationId };
          await this.change({
            profiles: this.bootstrap.profiles.map((each) =>
              each.id === id ? { ...each, ...changed } : each,
            ),
          });
          return { moved: false };
        },
        test: () => Promise.resolve({ checks: connectionChecks }),
        cancelTest: nothing,
        remove: ({ id }) =>
          this.change({ profiles: this.bootstrap.profiles.filter((each) => each.id !== id) }),
      },
      queries: { ask: ({ operation }) => Promise.resolve(answers[operation] ?? {}) },
      network: { standing: () => Promise.resolve({ source: '127.0.0.1', standing: 'in' as const }) },
      published: {
        webhookKeys: () => Promise.resolve(webhookKeys),
        authProxyPlace: () => Promise.resolve(authProxyPlace),
        placeAuthProxy: nothing,
        authProxy: () => Promise.resolve({ configuration: walletKitConfig, isOurs: true }),
      },
      credentials: {
        create: ({ label, curve }) => this.#addCredential(label, curve),
        importFrom: ({ label, curve }) => this.#addCredential(label, curve ?? 'API_KEY_CURVE_P256'),
        select: ({ publicKey }) =>
          this.#mapCredentials((each) => ({ ...each, current: each.publicKey === publicKey })),
        rename: ({ publicKey, label }) =>
          this.#mapCredentials((each) => (each.publicKey === publicKey ? { ...each, label } : each)),
        forget: ({ publicKey }) =>
          this.change({
            credentials: this.bootstrap.credentials.filter((each) => each.publicKey !== publicKey),
          }),
      },
      files: {
        pick: () => Promise.resolve({ file: CHOSEN, name: CHOSEN }),
        name: ({ path }) => Promise.resolve({ file: path, name: path }),
      },
      camera: {
        open: nothing,
        close: nothing,
        settings: () => Promise.resolve({ rate: 5, density: 250, camera: '', lines: 720 }),
        remember: nothing,
      },
      loginSessions: {
        list: () => Promise.resolve(loginSessions),
        prepare: ({ origin }) => Promise.resolve({ ...preview, operation: origin }),
        logIn: () => Promise.resolve({ ...preview, operation: 'oauth_login' }),
        cancelLogIn: nothing,
        renew: () => Promise.resolve({ ...preview, operation: 'stamp_login' }),
        end: nothing,
      },
      passkeys: {
        register: () => Promise.resolve({ ...preview, operation: 'create_authenticators' }),
        cancel: nothing,
      },
      keys: {
        list: () => Promise.resolve(privateKeys),
        known: () => Promise.resolve(privateKeys),
        accounts: () => Promise.resolve(walletAccounts),
      },
      interfaces: {
        list: () => Promise.resolve([importedAbi]),
        importAbi: ({ chainId, address, name }) =>
          Promise.resolve({ ...importedAbi, chainId, address, name }),
        removeAbi: nothing,
        descriptors: () => Promise.resolve(descriptorState),
        useDescriptorFolder: ({ file }) => Promise.resolve({ ...descriptorState, folder: file }),
      },
      savedFilters: {
        list: ({ list }) => Promise.resolve(savedFilters.filter(({ filter }) => filter.list === list)),
        ...{ keep: nothing, rename: nothing, forget: nothing },
      },
      templates: { list: () => Promise.resolve([]), save: nothing, remove: nothing },
      sealing: { seal: () => Promise.resolve({ sealed: '3sealed' }) },
      requests: {
        prepare: ({ operation }) => Promise.resolve({ ...preview, operation }),
        review: () =>
          Promise.resolve({
            state: 'completed' as const,
            activityId: activityRows[0]?.id ?? '',
            fingerprint: `sha256:${preview.digest}`,
            result: {},
            verifications: [
              { name: 'Signature', passed: true, detail: 'It recovers to the key that was asked for.' },
            ],
            transaction: null,
          }),
        discard: nothing,
        revisit: () => Promise.reject(new Error('Nothing waits in the double.')),
        resume: () => Promise.resolve({ state: 'denied' as const }),
        unfinished: () => Promise.resolve([]),
        read: () => Promise.resolve({ ok: true as const, reading, bytes: 176 }),
      },
      ...fakeBatches((set) => this.tell('requestGroups.changed', set)),
      secrets: fakeSecrets(),
      keyImports: fakeKeyImports(),
      activities: {
        people: () => Promise.resolve([{ id: ROOT_USER, name: 'root' }]),
        list: () => Promise.resolve({ rows: activityRows, next: null }),
        save: () =>
          Promise.resolve({ path: '/home/ops/activities.csv', count: activityRows.length, isWhole: true }),
        count: () => Promise.resolve({ count: activityRows.length, isWhole: true }),
        tryPolicy: () =>
          Promise.resolve({
            ...{ looked: 5, isWhole: true, unclear: 0, changedInAll: 0, changed: [] },
          }),
        policyWords: () =>
          Promise.resolve({
            ...{ effect: 'EFFECT_ALLOW', facts: [], warnings: [], notLimited: null, notApplied: null },
          }),
        requestKinds: () => Promise.resolve([{ name: 'Create wallet', effect: 'write' as const }]),
        whoCan: () =>
          Promise.resolve({
            users: [
              {
                ...{
                  id: ROOT_USER,
                  name: 'root',
                  power: 'alone' as const,
                  hasCredential: true,
                  isByRoot: true,
                  isRoot: true,
                },
                ...{ allowedBy: 0, deniedBy: 0 },
              },
            ],
            policyLists: [[]],
            rootThreshold: 1,
            unread: [],
          }),
        get: ({ id }) => {
          const found = activityRows.find((each) => each.id === id);
          if (!found)
            throw new FakeRefusal('NOT_FOUND', 'This activity doesn’t exist.', 'Go back to the list.');
          return Promise.resolve(detailOf(found));
        },
      },
      paymentFiles: {
        columns: () =>
          Promise.resolve({
            titles: ['beneficiary', 'amount', 'ccy', 'invoice'],
            lines: 2,
            first: [
              ['Alder & Wade LLP', '4120.00', 'USDC', 'AW-77120'],
              ['0x5f6404B4533ab25cDD0a44f4886A025113c74F27', '0.36', 'ETH', 'CC-11-26'],
            ],
            columns: { to: 'beneficiary', amount: 'amount', asset: 'ccy', reference: 'invoice' },
          }),
        look: () => Promise.resolve(lookedAtPayments),
        read: () =>
          Promise.resolve({
            state: 'refused' as const,
            problems: [{ line: 3, field: 'amount', message: 'It has 7 decimals; USDC has 6.' }],
            total: 1,
          }),
        saveTemplate: () => Promise.resolve({ path: '/home/ops/payments.csv' }),
        saveWrong: () => Promise.resolve({ path: '/home/ops/vendors-wrong-rows.csv', count: 1 }),
      },
      votes: {
        cast: ({ fingerprints }) =>
          Promise.resolve({
            ...{ decision: 'approve' as const, counted: fingerprints.length, failed: [] },
            ...{ unanswered: 0, stopped: null },
          }),
      },
      exports: fakeExports(),
      journal: {
        list: () => Promise.resolve(journalLines),
        listClosed: () => Promise.resolve([]),
        startNext: () => Promise.resolve(undefined),
      },
      serviceBackup: {
        make: () => Promise.resolve(serviceBackup),
        verify: () => Promise.resolve(serviceBackup),
        restore: () => Promise.resolve({ ...serviceBackup, replaced: '/home/ops/service.sqlite.replaced' }),
      },
      program: fakeProgram(),
      updates: fakeUpdates((state) => this.tell('updates.changed', state)),
      offline: fakeOffline((state) => this.tell('offline.changed', state)),
      keyCeremonies: fakeCeremonies((state) => this.tell('keyCeremonies.changed', state)),
    };
  }

  #mapCredentials(map: (credential: Credential) => Credential): Promise<undefined> {
    return this.change({ credentials: this.bootstrap.credentials.map(map) });
  }
}
