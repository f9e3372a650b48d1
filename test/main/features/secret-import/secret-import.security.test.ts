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
