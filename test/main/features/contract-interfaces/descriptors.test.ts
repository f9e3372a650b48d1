import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDescriptors } from '#main/features/contract-interfaces/module.ts';
import { openStorage, type ConsoleStorage } from '#main/storage/open-storage.ts';
import { readTransaction } from '#chains/chains.ts';
import { STAKE, stakeArguments, vault } from '#test/chains/ethereum/erc7730/written.ts';
import { encode, OTHER, STRANGE, unsigned } from '#test/chains/ethereum/unsigned.ts';

let folder: string;
let storage: ConsoleStorage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyops-descriptors-'));
  storage = await openStorage(join(folder, 'data'));
});
afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});
const write = (name: string, content: unknown) => writeFile(join(folder, name), JSON.stringify(content));
const said = async (fields: Parameters<typeof unsigned>[0]): Promise<string> => {
  const interfaces = await createDescriptors(storage.settings).interfaces();
  const { sentence } = readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned(fields), { interfaces });
  return sentence.map(({ value }) => value).join('');
};

describe('descriptors', () => {
  it('come with the console, for contracts that nothing else reads', async () => {
    const { builtIn, folder: none } = await createDescriptors(storage.settings).state();
    expect([builtIn, none]).toEqual([4, null]);
    const pool = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2';
    const withdraw = encode('withdraw(address,uint256,address)', OTHER, 2n ** 256n - 1n, OTHER);
    expect(await said({ to: pool, data: withdraw })).toContain('Withdraw from Aave');
    const submit = encode('submit(address)', OTHER);
    expect(await said({ to: '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84', data: submit, value: 1n })).toMatch(
      /^“Stake ETH for stETH” on .* that comes with this console \(2026-11-21\)/,
    );
  });

  it('of a folder are used each whole or not at all, and found again after a start', async () => {
    await write('vault.json', vault());
    await write('broken.json', vault([{ path: 'nowhere', label: 'x' }]));
    await writeFile(join(folder, 'notes.txt'), 'no descriptor');
    await symlink(join(folder, 'vault.json'), join(folder, 'link.json'));
    const state = await createDescriptors(storage.settings).useFolder(folder);
    expect(state).toMatchObject({ folder, loaded: 1 });
    expect(state.refused.map(({ file }) => file)).toEqual(['broken.json', 'link.json']);
    expect(state.refused[0]?.message).toContain('display.formats.stake');
    expect(await createDescriptors(storage.settings).state()).toEqual(state);
    expect(await said({ to: STRANGE, data: encode(STAKE, ...stakeArguments()) })).toContain(
      'by the descriptor vault.json in your folder',
    );
    expect(await createDescriptors(storage.settings).useFolder(null)).toMatchObject({
      folder: null,
      loaded: 0,
    });
  });

  it('come with lists of tokens, each with its day, and with the times of their own files', async () => {
    const token = { chainId: 1, address: STRANGE, symbol: 'VLT', name: 'Vault share', decimals: 6 };
    const list = {
      name: 'Ours',
      timestamp: '2026-10-01T00:00:00Z',
      version: { major: 1, minor: 0, patch: 0 },
    };
    await write('vault.json', vault());
    await write('old.json', vault());
    await utimes(join(folder, 'vault.json'), new Date('2026-11-03'), new Date('2026-11-03'));
    await utimes(join(folder, 'old.json'), new Date('2026-10-09'), new Date('2026-10-09'));
    await write('ours.tokenlist.json', { ...list, tokens: [token, { ...token, decimals: -1 }] });
    await write('none.tokenlist.json', { ...list, tokens: [] });
    const state = await createDescriptors(storage.settings).useFolder(folder);
    expect(state).toMatchObject({
      loaded: 2,
      writtenMs: { oldest: Date.parse('2026-10-09'), newest: Date.parse('2026-11-03') },
      tokenLists: [{ file: 'ours.tokenlist.json', name: 'Ours', date: '2026-10-01', tokens: 1, leftOut: 1 }],
    });
    expect(state.refused.map(({ file }) => file)).toEqual(['none.tokenlist.json']);
    const interfaces = await createDescriptors(storage.settings).interfaces();
    expect(interfaces.findToken?.(1n, STRANGE)).toMatchObject({ symbol: 'VLT', list: 'Ours' });
  });

  it('attack: a link, a folder and a pipe that are called like lists are refused, and hold nothing up', async () => {
    await write('target.txt', {});
    await symlink(join(folder, 'target.txt'), join(folder, 'link.tokenlist.json'));
    await mkdir(join(folder, 'folder.tokenlist.json'));
    const isPosix = process.platform !== 'win32';
    if (isPosix) execFileSync('mkfifo', [join(folder, 'pipe.tokenlist.json')]);
    // Whatever the case of its ending, it is read or said.
    await write('BIG.TOKENLIST.JSON', {});
    const state = await createDescriptors(storage.settings).useFolder(folder);
    expect(state.tokenLists).toEqual([]);
    expect(state.refused.map(({ file }) => file)).toEqual([
      ...['BIG.TOKENLIST.JSON', 'folder.tokenlist.json', 'link.tokenlist.json'],
      ...(isPosix ? ['pipe.tokenlist.json'] : []),
    ]);
  });

  it('attack: more token lists than are kept in memory are refused, and nothing changes', async () => {
    for (let index = 0; index < 6; index += 1) await write(`${index}.tokenlist.json`, {});
    await expect(createDescriptors(storage.settings).useFolder(folder)).rejects.toMatchObject({
      code: 'FOLDER_TOO_FULL',
    });
    expect(await createDescriptors(storage.settings).state()).toMatchObject({ folder: null });
  });

  it('stay as they are when a folder cannot be read, and a folder that is gone is said', async () => {
    await write('vault.json', vault());
    const descriptors = createDescriptors(storage.settings);
    await descriptors.useFolder(folder);
    await expect(descriptors.useFolder(join(folder, 'none'))).rejects.toMatchObject({
      code: 'FOLDER_UNREADABLE',
    });
    expect(await descriptors.state()).toMatchObject({ folder, loaded: 1 });
    await storage.settings.set('descriptors.folder', join(folder, 'gone'));
    const { refused, loaded } = await createDescriptors(storage.settings).state();
    expect([loaded, refused[0]?.file]).toEqual([0, join(folder, 'gone')]);
  });
});
