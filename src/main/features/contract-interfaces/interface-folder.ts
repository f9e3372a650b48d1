import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describedInterfaces } from '#chains/ethereum/erc7730/descriptor-interfaces.ts';
import {
  type Descriptor,
  MAX_DESCRIPTOR_BYTES,
  parseDescriptors,
} from '#chains/ethereum/erc7730/parse-descriptor.ts';
import { broughtTokens } from '#chains/ethereum/token-lists/brought-tokens.ts';
import {
  MAX_TOKEN_LIST_BYTES,
  type TokenList,
  isTokenListName,
  parseTokenList,
} from '#chains/ethereum/token-lists/parse-token-list.ts';
import type { ContractInterfaces } from '#chains/ethereum/typed-data/contract-interfaces.ts';
import type { DescriptorState } from '#preload/contract/interfaces.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { readUpTo, requireLocalPath } from '../../platform/plain-files.ts';
import { featureError } from '../errors.ts';

/** More files than this are not read. */
const MAX_FILES = 200;
/** Nor more token lists: each may be long, and all of them are kept in memory. */
const MAX_TOKEN_LISTS = 5;

/** What a folder of the operator's brings: descriptors (ERC-7730), and lists of tokens. */
export interface InterfaceFolder {
  readonly folder: string | null;
  readonly descriptors: readonly Descriptor[];
  readonly tokenLists: readonly TokenList[];
  readonly refused: DescriptorState['refused'];
  /** When the oldest and the newest of its descriptors were written, ms since the epoch; null where it has none. */
  readonly writtenMs: DescriptorState['writtenMs'];
  /** What previews read by it; made once, since each of them asks. */
  readonly interfaces: ContractInterfaces;
}

const interfacesOf = (
  descriptors: readonly Descriptor[],
  tokenLists: readonly TokenList[],
): ContractInterfaces => ({
  ...describedInterfaces({ descriptors, place: 'in your folder' }),
  findToken: broughtTokens(tokenLists),
});

export const NO_FOLDER: InterfaceFolder = {
  folder: null,
  descriptors: [],
  tokenLists: [],
  refused: [],
  writtenMs: null,
  interfaces: interfacesOf([], []),
};

/** Reads a folder's .json files; each is used whole or not at all. @throws AppError `FOLDER_UNREADABLE`, `FOLDER_TOO_FULL` */
export async function readFolder(folder: string): Promise<InterfaceFolder> {
  requireLocalPath(folder);
  const names = (await listFolder(folder)).filter((name) => /\.json$/i.test(name)).sort();
  const lists = names.filter(isTokenListName);
  if (names.length > MAX_FILES || lists.length > MAX_TOKEN_LISTS) throw featureError('FOLDER_TOO_FULL');
  const unread: { file: string; error: AppError }[] = [];
  const attempt = async (file: string, read: () => Promise<void>): Promise<void> => {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      unread.push({ file, error });
    }
  };
  const texts = new Map<string, string>();
  const written = new Map<string, number>();
  const tokenLists: TokenList[] = [];
  for (const name of names) {
    const file = revealInvisible(name);
    const path = join(folder, name);
    await attempt(file, async () => {
      if (isTokenListName(name)) {
        const text = fromUtf8(await readUpTo(path, MAX_TOKEN_LIST_BYTES), `token list ${file}`);
        tokenLists.push(parseTokenList(file, text));
        return;
      }
      texts.set(file, fromUtf8(await readUpTo(path, MAX_DESCRIPTOR_BYTES), `descriptor ${file}`));
      written.set(file, await writtenAt(path));
    });
  }
  const { descriptors, refused } = parseDescriptors(texts);
  const all = [...unread, ...refused].sort((one, other) => (one.file < other.file ? -1 : 1));
  const times = descriptors.flatMap(({ file }) => written.get(file) ?? []);
  return {
    ...{ folder, descriptors, tokenLists, interfaces: interfacesOf(descriptors, tokenLists) },
    refused: all.map(({ file, error }) => ({ file, message: error.message })),
    writtenMs: times.length === 0 ? null : { oldest: Math.min(...times), newest: Math.max(...times) },
  };
}

async function writtenAt(path: string): Promise<number> {
  try {
    return Math.floor((await stat(path)).mtimeMs);
  } catch (cause) {
    throw featureError('FOLDER_UNREADABLE', { cause });
  }
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    throw featureError('FOLDER_UNREADABLE', { cause });
  }
}
