// Attacks on an import of secrets: what is read across a lock, or a switch of profiles, is nobody's any more.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type SecretImportParts, createSecretImport } from '#main/features/secret-import/secret-import.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-secrets-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** An import, whose service has those names. */
const createImport = (takenNames: SecretImportParts['takenNames'] = () => Promise.resolve(new Set())) =>
  createSecretImport({
    store: { list: () => Promise.resolve([]) },
    gathered: { leftOut: 0 },
    takenNames,
    profileId: () => 'one',
    onChange: () => undefined,
  } as unknown as SecretImportParts);
/** The values that are wiped from now on. */
function watchWiped(): string[] {
  const wiped: string[] = [];
  vi.spyOn(Secret.prototype, 'wipe').mockImplementation(function (this: Secret) {
    wiped.push(this.use((bytes) => fromUtf8(bytes, 'value')));
  });
  return wiped;
}

it.each(['reset', 'leave'] as const)(
  'attack: memory is read after a folder was read across a lock (%s); its values are gone, and in no draft',
  async (what) => {
    for (const name of ['one', 'two']) writeFileSync(join(folder, name), `value of ${name}`);
    const secrets = createImport();
    const wiped = watchWiped();
    const adding = secrets.addFile(folder);
    secrets[what]();
    await expect(adding).rejects.toMatchObject({ code: 'IMPORT_STAGE' });
    expect(wiped.sort()).toEqual(['value of one', 'value of two']);
    expect(await secrets.current()).toBeNull();
  },
);

it('attack: names of the profile before are held against the secrets of the next one', async () => {
  let answer: (names: Set<string>) => void = () => undefined;
  const late = new Promise<Set<string>>((resolve) => (answer = resolve));
  const reads = [late, Promise.resolve(new Set<string>())];
  const secrets = createImport(() => reads.shift() ?? Promise.resolve(new Set()));
  const before = secrets.addTyped([{ name: 'DATABASE', value: 'a' }]);
  secrets.leave();
  await secrets.addTyped([{ name: 'DATABASE', value: 'b' }]);
  answer(new Set(['DATABASE']));
  await expect(before).rejects.toMatchObject({ code: 'IMPORT_STAGE' });
  expect((await secrets.current())?.rows).toMatchObject([{ name: 'DATABASE', problem: '' }]);
});

/** An import whose groups a test plays: it says what happens at each step, and reads what is left. */
function playImport(at: (step: string) => void) {
  const made: { id: string; requests: number }[] = [];
  const reviewed: string[] = [];
  const step = (name: string): Promise<void> => {
    at(name);
    return Promise.resolve();
  };
  const view = { state: 'ended', waiting: 1, failed: 0, stopped: null };
  const groups = {
    create: async (_draft: unknown, requests: readonly unknown[]) => {
      const id = `set ${made.length}`;
      made.push({ id, requests: requests.length });
      await step('create');
      return { id, profileId: 'one' };
    },
    run: async (id: string) => {
      reviewed.push(id);
      await step('run');
      return 'approve';
    },
    settled: () => step('settled'),
    view: () => Promise.resolve(view),
    refresh: () => step('refresh'),
    discard: (id: string) => {
      made.splice(
        made.findIndex((each) => each.id === id),
        1,
      );
      return Promise.resolve();
    },
  };
  const secrets = createSecretImport({
    groups,
    store: { list: () => Promise.resolve([]) },
    gathered: { leftOut: 0 },
    takenNames: async () => {
      await step('names');
      return new Set();
    },
    profileId: () => 'one',
    onChange: () => undefined,
  } as unknown as SecretImportParts);
  return { secrets, made, reviewed };
}

const ENDS = ['reset', 'leave', 'clear'] as const;
it.each(['names', 'create', 'run', 'settled'].flatMap((where) => ENDS.map((what) => [what, where] as const)))(
  'attack: a %s in the middle (%s) has keys asked for no secret, or leaves the next import under way',
  async (what, where) => {
    let isArmed = false;
    const played = playImport((step) => {
      if (!isArmed || step !== where) return;
      isArmed = false;
      void secrets[what]();
    });
    const { secrets, made, reviewed } = played;
    await secrets.addTyped([{ name: 'DATABASE', value: 'kept by nobody' }]);
    const wiped = watchWiped();
    isArmed = true;
    await expect(secrets.begin()).rejects.toMatchObject({ code: 'IMPORT_STAGE' });
    expect(wiped).toContain('kept by nobody');
    // Nothing is left of it, and none was asked for nothing.
    expect(made).toEqual([]);
    expect(reviewed).toHaveLength(where === 'names' || where === 'create' ? 0 : 1);
    expect(await secrets.current()).toBeNull();
    expect(await secrets.addTyped([{ name: 'NEXT', value: 'b' }])).toMatchObject({
      stage: 'gathering',
      fault: null,
    });
  },
);

it.each(ENDS)('attack: a %s while the keys wait for votes leaves the next import under way', async (what) => {
  const { secrets, made } = playImport(() => undefined);
  await secrets.addTyped([{ name: 'DATABASE', value: 'a' }]);
  expect(await secrets.begin()).toMatchObject({ stage: 'targets' });
  await secrets[what]();
  expect(await secrets.addTyped([{ name: 'NEXT', value: 'b' }])).toMatchObject({ stage: 'gathering' });
  expect(made).toEqual([]);
});

it('attack: a sealed import of the profile before is shown for the next one', async () => {
  let find: (left: unknown[]) => void = () => undefined;
  const secrets = createSecretImport({
    store: {
      list: () => new Promise((resolve) => (find = resolve)),
      page: () => Promise.resolve([]),
    },
    groups: { view: () => Promise.resolve({}) },
    gathered: { leftOut: 0 },
    profileId: () => 'one',
    onChange: () => undefined,
  } as unknown as SecretImportParts);
  const before = secrets.current();
  secrets.leave();
  find([{ id: 'set', title: 'Secrets', purpose: 'secrets', profileId: 'one' }]);
  expect(await before).toBeNull();
});
