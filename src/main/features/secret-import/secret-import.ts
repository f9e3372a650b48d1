import { basename } from 'node:path';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import type { Outcome } from '#preload/contract/requests.ts';
import type { SecretImport } from '#preload/contract/secrets.ts';
import { initImportSecrets } from '#protocol/catalogue/secrets.ts';
import { errorOf, errorText } from '#protocol/define-errors.ts';
import { AppError } from '#protocol/error.ts';
import type { RequestGroupStore, StoredRequest } from '../../storage/request-groups.ts';
import type { RequestGroups } from '../request-groups/module.ts';
import { secretImportError } from './errors.ts';
import { readSecrets } from './read-secrets.ts';
import { sealSecrets } from './seal-secrets.ts';
import { type SealedRow, readSealedRows, settleRows } from './sealed-rows.ts';
import type { GatheredSecrets } from './import-purposes.ts';
import { type NamedSecret, SecretDraft, toSecrets } from './secret-draft.ts';

/** The most keys that one `init_import_secrets` gives. */
const KEYS = 100;

export interface SecretImportParts {
  readonly groups: RequestGroups;
  readonly store: RequestGroupStore;
  readonly gathered: GatheredSecrets;
  /** The pinned key of a profile that signs target keys, hex. @throws AppError */
  quorumKey(profileId: string): Promise<string>;
  /** The names that the organization's secrets have. @throws ServiceError */
  takenNames(): Promise<Set<string>>;
  /** The profile that the window shows. */
  profileId(): string;
  readonly onChange: (state: SecretImport | null) => void;
}

/** One import of secrets at a time: gathered in memory, sealed, and then kept as requests. */
export interface SecretImportFlow {
  current(): Promise<SecretImport | null>;
  addTyped(entries: readonly { name: string; value: string }[]): Promise<SecretImport>;
  addFile(path: string): Promise<SecretImport>;
  /** Changes what is gathered. @throws AppError `IMPORT_STAGE` once it is sealed, `SECRETS_INVALID` */
  edit(change: (draft: SecretDraft) => void): Promise<SecretImport>;
  /** Takes a secret out; null when it was the last one. */
  remove(id: number): Promise<SecretImport | null>;
  /** @throws AppError `IMPORT_NOT_READY`, and those of groups and bundles */
  begin(): Promise<SecretImport>;
  clear(): Promise<void>;
  /** A request of one of its groups came to its end. */
  onSettled(id: string, request: Pick<StoredRequest, 'position' | 'body'>, outcome: Outcome): void;
  /** A set of it moved on. */
  onSet(set: RequestGroup): void;
  /** Lets go of it: another profile is shown. What was sealed is kept for its own profile. */
  leave(): void;
  /** Wipes what is in memory, for example when the console is locked. */
  reset(): void;
}

export function createSecretImport(parts: SecretImportParts): SecretImportFlow {
  const { groups, store, gathered } = parts;
  let draft = new SecretDraft();
  let taken: ReadonlySet<string> = new Set();
  let targets: {
    readonly id: string;
    /** The secrets that they are for: those that were ready. */
    readonly secretIds: ReadonlySet<number>;
    readonly answers: Map<number, readonly string[]>;
  } | null = null;
  let sealed: { readonly id: string; title: string; rows: SealedRow[] } | null = null;
  /** The set that asked for the target keys: its approval stands for the press that asks for the sealed one. */
  let asked: string | undefined;
  let fault: SecretImport['fault'] = null;
  let under: Promise<SecretImport> | null = null;
  // What was begun before a lock, or for another profile, ends there.
  let turn = 0;

  /** An import that an earlier run of the console sealed and did not end. */
  const recover = async (): Promise<void> => {
    const isFree = (): boolean => sealed === null && draft.secrets.length === 0;
    if (!isFree()) return;
    const mine = turn;
    const left = (await store.list()).find(
      ({ purpose, profileId }) => purpose === 'secrets' && profileId === parts.profileId(),
    );
    if (left === undefined) return;
    const rows = await readSealedRows(store, left.id);
    if (turn === mine && isFree()) sealed = { id: left.id, title: left.title, rows };
  };
  const titleOf = (): string =>
    draft.sources.length === 0 ? 'Entered manually' : draft.sources.map((path) => basename(path)).join(', ');
  const state = async (): Promise<SecretImport | null> => {
    if (sealed !== null) {
      const { id, title, rows } = sealed;
      return {
        title,
        stage: 'sealed',
        rows: rows,
        set: await groups.view(id),
        sources: [...draft.sources],
        leftOut: gathered.leftOut,
        fault,
      };
    }
    if (draft.secrets.length === 0) return null;
    const set = targets === null ? null : await groups.view(targets.id);
    const rows = draft.rows(taken);
    return {
      title: titleOf(),
      stage: targets === null ? 'gathering' : 'targets',
      rows,
      set,
      sources: [...draft.sources],
      leftOut: rows.filter(({ problem }) => problem !== '').length,
      fault,
    };
  };
  const tell = async (): Promise<void> => parts.onChange(await state());
  const now = async (): Promise<SecretImport> => {
    const current = await state();
    if (current === null) throw stage('There is nothing to import.');
    return current;
  };
  const requireGathering = (): void => {
    if (sealed !== null) throw stage('The import before is not done with.');
    if (targets !== null) throw stage('The import is under way.');
  };
  const requireTurn = (mine: number): void => {
    if (turn !== mine) throw interrupted();
  };
  const gather = async (source: string | null, secrets: readonly NamedSecret[]): Promise<SecretImport> => {
    const mine = turn;
    draft.add(secrets);
    if (source !== null && !draft.sources.includes(source)) draft.sources.push(source);
    const names = await parts.takenNames();
    requireTurn(mine);
    taken = names;
    return now();
  };

  const seal = async (mine: number): Promise<void> => {
    if (targets === null) throw new Error('Without targets nothing is sealed.');
    const messages = [...targets.answers].sort(([one], [other]) => one - other).flatMap(([, given]) => given);
    const asked = await store.find(targets.id);
    if (asked === undefined) throw targetsRefused();
    const quorumKey = await parts.quorumKey(asked.profileId);
    requireTurn(mine);
    const { secretIds } = targets;
    const ready = draft.secrets.filter(({ id }) => secretIds.has(id));
    const requests = await sealSecrets(ready, messages, asked.organizationId, quorumKey);
    const title = titleOf();
    const { id, profileId } = await groups.create({ purpose: 'secrets', title, results: null }, requests);
    if (profileId !== asked.profileId) {
      await groups.discard(id);
      throw stage('Another profile was selected in between.');
    }
    const rows = await readSealedRows(store, id);
    // It is kept for its own profile, which finds it again.
    requireTurn(mine);
    sealed = { id, title, rows };
    draft.wipe();
  };
  const dropTargets = async (): Promise<void> => {
    const id = targets?.id;
    targets = null;
    if (id !== undefined) await groups.discard(id);
  };
  const wipe = (): void => {
    turn += 1;
    draft.wipe();
    draft = new SecretDraft();
    gathered.leftOut = 0;
    fault = null;
    parts.onChange(null);
  };
  const reset = (): void => {
    wipe();
    // What is under way takes its keys away by itself.
    if (under === null) void dropTargets().catch(() => undefined);
  };

  const askForTargets = async (mine: number): Promise<boolean> => {
    const names = await parts.takenNames();
    requireTurn(mine);
    taken = names;
    const rows = draft.rows(taken);
    const ready = rows.filter(({ problem }) => problem === '');
    const [refused] = rows;
    if (ready.length === 0 && refused !== undefined)
      throw secretImportError('IMPORT_NOT_READY', {
        name: refused.name,
        problem: refused.problem.toLowerCase(),
      });
    const count = ready.length;
    gathered.leftOut = rows.length - count;
    const requests = Array.from({ length: Math.ceil(count / KEYS) }, (_, index) => ({
      operation: initImportSecrets,
      parameters: {
        encryptionSuite: 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1' as const,
        numSecrets: Math.min(KEYS, count - index * KEYS),
      },
    }));
    const { id } = await groups.create({ purpose: 'targets', title: titleOf(), results: null }, requests);
    targets = { id, secretIds: new Set(ready.map((row) => row.id)), answers: new Map() };
    requireTurn(mine);
    asked = id;
    return (await groups.run(id)) === 'approve';
  };
  /** Goes on from where the target keys are: asks for them, waits for votes, seals. */
  const reachSealed = async (mine: number): Promise<boolean> => {
    if (targets === null) {
      if (!(await askForTargets(mine))) {
        await dropTargets();
        return false;
      }
    } else {
      const { state, waiting } = await groups.view(targets.id);
      if (waiting > 0 && state !== 'running') await groups.refresh(targets.id);
      else await groups.run(targets.id);
    }
    if (targets === null) return false;
    await groups.settled(targets.id);
    const view = await groups.view(targets.id);
    if (view.state !== 'ended' || view.waiting > 0) {
      fault = view.stopped;
      return false;
    }
    try {
      if (view.failed > 0) throw fault === null ? targetsRefused() : errorOf(fault);
      await seal(mine);
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      fault = errorText(error);
      return false;
    } finally {
      await dropTargets();
    }
  };
  const begin = async (): Promise<SecretImport> => {
    fault = null;
    const mine = turn;
    if (sealed === null && draft.secrets.length === 0) throw stage('There is nothing to import.');
    try {
      const isOneAct = sealed === null;
      if (sealed !== null || (await reachSealed(mine))) {
        requireTurn(mine);
        if (sealed !== null) await groups.run(sealed.id, isOneAct ? asked : undefined);
      }
      requireTurn(mine);
    } catch (error) {
      if (targets !== null && sealed === null) await dropTargets();
      if (turn === mine) throw error;
      // Its secrets are wiped, and what failed for that says nothing.
      fault = null;
      throw interrupted();
    } finally {
      await tell();
    }
    return now();
  };

  return {
    current: async () => {
      await recover();
      return state();
    },
    addTyped: async (entries) => {
      requireGathering();
      return gather(null, toSecrets(entries.map(({ name, value }) => [name, value] as const)));
    },
    addFile: async (path) => {
      requireGathering();
      const mine = turn;
      const read = await readSecrets(path);
      if (turn !== mine) for (const { value } of read) value.wipe();
      requireTurn(mine);
      return gather(path, read);
    },
    edit: async (change) => {
      requireGathering();
      change(draft);
      return now();
    },
    remove: async (id) => {
      requireGathering();
      draft.remove(id);
      if (draft.secrets.length === 0) draft = new SecretDraft();
      return state();
    },
    begin: () => (under ??= begin().finally(() => (under = null))),
    clear: async () => {
      if (sealed !== null) await groups.discard(sealed.id);
      sealed = null;
      wipe();
      if (under === null) await dropTargets();
    },
    onSettled: (id, request, outcome) => {
      if (sealed?.id === id) sealed.rows = settleRows(sealed.rows, request, outcome);
      if (targets?.id !== id) return;
      const given =
        outcome.state === 'completed' ? initImportSecrets.output.safeParse(outcome.result).data : undefined;
      if (given !== undefined) targets.answers.set(request.position, given.enclaveTargetMessages);
      if (outcome.state === 'failed') fault = errorText(outcome);
    },
    onSet: ({ id }) => {
      // A set that is discarded meanwhile has no state to tell.
      if (id === sealed?.id || id === targets?.id) tell().catch(() => undefined);
    },
    leave: () => {
      sealed = null;
      reset();
    },
    reset,
  };
}

const stage = (message: string): AppError => secretImportError('IMPORT_STAGE', { message });

const interrupted = (): AppError =>
  stage('The console was locked, or another profile was selected, in between.');

const targetsRefused = (): AppError => secretImportError('TARGETS_REFUSED');
