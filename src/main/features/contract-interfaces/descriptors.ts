import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describedInterfaces } from '#chains/ethereum/descriptors/descriptor-interfaces.ts';
import type { Descriptor } from '#chains/ethereum/descriptors/descriptor.ts';
import { MAX_DESCRIPTOR_BYTES, parseDescriptor } from '#chains/ethereum/descriptors/parse-descriptor.ts';
import { type ContractInterfaces, firstOf } from '#chains/ethereum/interfaces/contract-interfaces.ts';
import type { DescriptorState } from '#preload/contract/interfaces.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { readUpTo, requireLocalPath } from '../../platform/plain-files.ts';
import type { SettingStore } from '../../storage/settings.ts';
import { featureError } from '../errors.ts';
import { STARTING_SET, STARTING_SET_DATE } from './starting-set.ts';

/** More files than this are not read. */
const MAX_FILES = 200;
const SETTING = 'descriptors.folder';

/** Descriptors (ERC-7730): those that come with the console, and those of a folder that the operator chose. */
export interface Descriptors {
  state(): Promise<DescriptorState>;
  /**
   * Reads a folder, and keeps which it is; null is none. What is wrong with a file is in the state.
   * @throws AppError `FOLDER_UNREADABLE`, then nothing changes
   */
  useFolder(path: string | null): Promise<DescriptorState>;
  interfaces(): Promise<ContractInterfaces>;
}

/** What was read out of a folder. */
interface Loaded {
  readonly folder: string | null;
  readonly descriptors: readonly Descriptor[];
  readonly refused: DescriptorState['refused'];
}
const NOTHING: Loaded = { folder: null, descriptors: [], refused: [] };

export function createDescriptors(settings: SettingStore): Descriptors {
  const starting = startingInterfaces();
  let loading: Promise<Loaded> | undefined;
  const loaded = (): Promise<Loaded> => (loading ??= loadKept(settings));
  const describe = ({ folder, descriptors, refused }: Loaded): DescriptorState => ({
    builtIn: STARTING_SET.length,
    builtInDate: STARTING_SET_DATE,
    folder,
    loaded: descriptors.length,
    refused: [...refused],
  });
  return {
    state: async () => describe(await loaded()),
    useFolder: async (path) => {
      const next = path === null ? NOTHING : await readFolder(path);
      await settings.set(SETTING, path ?? '');
      loading = Promise.resolve(next);
      return describe(next);
    },
    interfaces: async () => {
      const { descriptors } = await loaded();
      return firstOf(describedInterfaces({ descriptors, place: 'in your folder' }), starting);
    },
  };
}

/** Those that come with the console. */
export const startingInterfaces = (): ContractInterfaces =>
  describedInterfaces({
    descriptors: STARTING_SET.map(({ file, text }) => parseDescriptor(file, text)),
    place: `that comes with this console (${STARTING_SET_DATE})`,
  });

/** Those of a folder, and its files that are none. @throws AppError `FOLDER_UNREADABLE`, `FOLDER_TOO_FULL` */
export async function folderInterfaces(
  folder: string,
): Promise<{ readonly interfaces: ContractInterfaces; readonly refused: DescriptorState['refused'] }> {
  const { descriptors, refused } = await readFolder(folder);
  return { interfaces: describedInterfaces({ descriptors, place: 'in your folder' }), refused };
}

/** The folder that was chosen before; one that is gone is said in the state, and takes nothing else with it. */
async function loadKept(settings: SettingStore): Promise<Loaded> {
  const folder = await settings.get(SETTING);
  if (folder === undefined || folder === '') return NOTHING;
  try {
    return await readFolder(folder);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { folder, descriptors: [], refused: [{ file: folder, message: error.message }] };
  }
}

async function readFolder(folder: string): Promise<Loaded> {
  requireLocalPath(folder);
  const files = (await listFolder(folder)).filter((name) => name.endsWith('.json')).sort();
  if (files.length > MAX_FILES) throw featureError('FOLDER_TOO_FULL');
  const descriptors: Descriptor[] = [];
  const refused: { file: string; message: string }[] = [];
  for (const name of files) {
    const file = revealInvisible(name);
    try {
      const text = fromUtf8(await readUpTo(join(folder, name), MAX_DESCRIPTOR_BYTES), `descriptor ${file}`);
      descriptors.push(parseDescriptor(file, text));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ file, message: error.message });
    }
  }
  return { folder, descriptors, refused };
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    throw featureError('FOLDER_UNREADABLE', { cause });
  }
}
