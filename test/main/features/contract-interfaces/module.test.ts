import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Interface } from 'ethers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTransaction } from '#chains/chains.ts';
import {
  contractAbis,
  createDescriptors,
  interfaceHandlers,
} from '#main/features/contract-interfaces/module.ts';
import { type ConsoleStorage, openStorage } from '#main/storage/open-storage.ts';
import { STRANGE, encode, unsigned } from '#test/chains/ethereum/unsigned.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const ABI = new Interface(['function stake(uint256 amount)', 'function unstake()']).formatJson();
let folder: string;
let storage: ConsoleStorage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyops-abis-'));
  storage = await openStorage(folder);
});
afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});
const abis = () => contractAbis(storage, { now: () => NOW_MS, after: () => () => undefined });
const handlers = () =>
  interfaceHandlers(abis(), createDescriptors(storage.settings), { pathOf: (file) => file });
const contract = { chainId: '1', address: STRANGE };
async function add(text: string, more: object = {}): Promise<unknown> {
  const path = join(folder, 'vault.json');
  await writeFile(path, text);
  return handlers().importAbi({ ...contract, name: 'Vault', file: path, ...more });
}

describe('imported ABIs', () => {
  it('are kept for their contract, one each, and listed until they are removed', async () => {
    await add(ABI);
    const entry = await add(ABI, { name: 'Vault 2', address: STRANGE.toLowerCase() });
    expect(entry).toEqual({
      ...contract,
      name: 'Vault 2',
      network: 'Ethereum mainnet',
      functions: 2,
      importedAtMs: NOW_MS,
    });
    expect(await handlers().list(undefined)).toEqual([entry]);
    await handlers().removeAbi(contract);
    expect(await handlers().list(undefined)).toEqual([]);
    await expect(handlers().removeAbi(contract)).rejects.toMatchObject({ code: 'ABI_UNKNOWN' });
  });

  it('name calls in previews, with the day they were imported', async () => {
    await add(ABI);
    const call = unsigned({ to: STRANGE, data: encode('stake(uint256)', 7n) });
    const interfaces = await abis().interfaces();
    const { sentence } = readTransaction('TRANSACTION_TYPE_ETHEREUM', call, { interfaces });
    expect(sentence.map(({ value }) => value).join('')).toContain('imported on 2026-11-21');
  });

  it('are those of the profile that is in use, and go with it', async () => {
    await add(ABI);
    const profile = { id: 'hosted', kind: 'hosted', name: 'H', baseUrl: 'https://h' } as const;
    await storage.profiles.add(
      { ...profile, organizationId: null, organizationName: null, keys: null, network: null, moves: 0 },
      1,
    );
    await storage.settings.set('profile', 'hosted');
    expect(await handlers().list(undefined)).toEqual([]);
    await add(ABI);
    await storage.profiles.remove('hosted');
    expect(await storage.abis.list('hosted')).toEqual([]);
  });

  it.each([
    ['no ABI', '[]', 'ABI_INVALID'],
    ['no JSON', 'pragma solidity', 'JSON_INVALID'],
    ['a megabyte too much', ' '.repeat(1_100_000), 'FILE_TOO_LARGE'],
  ])('refuse a file that is %s, and keep nothing', async (_what, text, code) => {
    await expect(add(text)).rejects.toMatchObject({ code });
    expect(await handlers().list(undefined)).toEqual([]);
  });

  it('attack: a link or an address with a changed letter is refused', async () => {
    const link = join(folder, 'link.json');
    await symlink('/etc/passwd', link);
    await expect(add(ABI, { file: link })).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    const changed = STRANGE.replace('EEB', 'eEB');
    await expect(add(ABI, { address: changed })).rejects.toMatchObject({ code: 'ADDRESS_CHECKSUM_INVALID' });
  });
});
