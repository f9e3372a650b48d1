import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Interface } from 'ethers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTransaction } from '#chains/chains.ts';
import {
  contractAbis,
  createDescriptors,
  interfaceHandlers,
} from '#main/features/contract-interfaces/module.ts';
import { type ConsoleStorage, openStorage } from '#main/storage/open-storage.ts';
import { type RequestSeal, createRequestSeal } from '#main/vault/row-seals.ts';
import { STRANGE, encode, unsigned } from '#test/chains/ethereum/unsigned.ts';
import { vaultError } from '#main/vault/errors.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const ABI = new Interface(['function stake(uint256 amount)', 'function unstake()']).formatJson();
let folder: string;
let storage: ConsoleStorage;
let keychain: ReturnType<typeof memoryKeychain>;
let seal: RequestSeal;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyops-abis-'));
  storage = await openStorage(folder);
  keychain = memoryKeychain();
  seal = createRequestSeal(keychain);
});
afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});
const abis = () => contractAbis(storage, { now: () => NOW_MS, after: () => () => undefined }, seal);
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
      isOwn: true,
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

  describe('whose rows another program writes', () => {
    const OTHER = '0x6B175474E89094C44Da98b954EedeAC495271d0F';
    const FORGED = new Interface(['function harmless(uint256 amount)']).formatJson();
    const inDatabase = (statement: string, ...values: (string | number)[]): void => {
      const database = new DatabaseSync(join(folder, 'console.db'));
      try {
        expect(database.prepare(statement).run(...values).changes).toBe(1);
      } finally {
        database.close();
      }
    };
    const sentenceOf = async (): Promise<string> => {
      const call = unsigned({ to: STRANGE, data: encode('stake(uint256)', 7n) });
      const interfaces = await abis().interfaces();
      const { sentence } = readTransaction('TRANSACTION_TYPE_ETHEREUM', call, { interfaces });
      return sentence.map(({ value }) => value).join('');
    };

    it.each([
      ['its functions', 'UPDATE contract_abi SET abi = ?', FORGED],
      ['its name', 'UPDATE contract_abi SET name = ?', 'Treasury'],
      ['its contract', 'UPDATE contract_abi SET address = ?', OTHER],
      ['its chain', 'UPDATE contract_abi SET chain_id = ?', '137'],
      ['its day', 'UPDATE contract_abi SET imported_at = ?', 1],
      ['its seal', 'UPDATE contract_abi SET mac = ?', 'f'.repeat(64)],
      ['its seal, which is none', 'UPDATE contract_abi SET mac = ?', 'yes'],
      ['its ABI, which is none', 'UPDATE contract_abi SET abi = ?', '{'],
    ])(
      'attack: a contract’s interface changed in the database is not shown: %s',
      async (_what, statement, to) => {
        await add(ABI);
        const own = await sentenceOf();
        inDatabase(statement, to);
        expect(own).toContain('imported on');
        expect(await sentenceOf()).not.toContain('imported on');
        expect(await handlers().list(undefined)).toMatchObject([{ isOwn: false, functions: 0 }]);
      },
    );

    it('attack: a row written for a contract that has none names no call', async () => {
      inDatabase(
        'INSERT INTO contract_abi (profile_id, chain_id, address, name, abi, imported_at, mac) VALUES (?, ?, ?, ?, ?, ?, ?)',
        ...['local', '1', STRANGE, 'Vault', ABI, NOW_MS, '0'.repeat(64)],
      );
      expect(await sentenceOf()).not.toContain('imported on');
    });

    it('attack: the row of one contract, copied with its seal to another, names no call there', async () => {
      await add(ABI, { address: OTHER });
      inDatabase(
        'INSERT INTO contract_abi SELECT profile_id, chain_id, ?, name, abi, imported_at, mac FROM contract_abi',
        STRANGE,
      );
      expect(await sentenceOf()).not.toContain('imported on');
    });

    it('of an earlier version, without a seal, is not used until it is imported again', async () => {
      await add(ABI);
      inDatabase('UPDATE contract_abi SET mac = NULL');
      expect(await sentenceOf()).not.toContain('imported on');
      expect(await handlers().list(undefined)).toMatchObject([{ isOwn: false }]);
      await add(ABI);
      expect(await sentenceOf()).toContain('imported on');
      expect(await handlers().list(undefined)).toMatchObject([{ isOwn: true, functions: 2 }]);
      inDatabase('UPDATE contract_abi SET mac = NULL');
      await handlers().removeAbi(contract);
      expect(await handlers().list(undefined)).toEqual([]);
    });

    it('names no call while the keychain does not answer', async () => {
      await add(ABI);
      seal = createRequestSeal({
        ...keychain,
        get: () => Promise.reject(vaultError('VAULT_LOCKED')),
      });
      expect(await sentenceOf()).not.toContain('imported on');
    });
  });
});
