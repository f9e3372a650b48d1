import { expect, it, vi } from 'vitest';
import { createUpdateChoices } from '#main/features/updates/update-choice.ts';
import { KeychainError } from '#main/vault/keychain.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';

/** Choices that were daily when the keychain locked. */
async function daily() {
  const keychain = memoryKeychain();
  const settings = { get: () => Promise.resolve(undefined), set: () => Promise.resolve() };
  const choices = createUpdateChoices({ keychain, settings, dataFolder: '/data' });
  await choices.setMode('daily');
  const replace = vi.spyOn(keychain, 'replace');
  const locked = new KeychainError('locked', 'linux');
  return { choices, replace, locked };
}

it('attack: off, where the keychain is locked, comes back as daily when another mode can’t be kept either', async () => {
  const { choices, replace, locked } = await daily();
  replace.mockRejectedValue(locked);
  await expect(choices.setMode('off')).rejects.toBe(locked);
  await expect(choices.setMode('ask')).rejects.toBe(locked);
  expect(choices.mode()).toBe('off');
  replace.mockRestore();
  await choices.setMode('ask');
  expect(choices.mode()).toBe('ask');
});

it('attack: a mode that is kept late turns on again what was turned off meanwhile', async () => {
  const { choices, replace, locked } = await daily();
  let keep: () => void = () => undefined;
  replace.mockImplementationOnce(() => new Promise((resolve) => (keep = resolve)));
  const asked = choices.setMode('ask');
  await vi.waitFor(() => expect(replace).toHaveBeenCalledOnce(), 30_000);
  replace.mockRejectedValue(locked);
  const off = choices.setMode('off');
  keep();
  await asked;
  await expect(off).rejects.toBe(locked);
  expect(choices.mode()).toBe('off');
});
