import { describedInterfaces } from '#chains/ethereum/erc7730/descriptor-interfaces.ts';
import { parseDescriptor } from '#chains/ethereum/erc7730/parse-descriptor.ts';
import { importedInterfaces } from '#chains/ethereum/interfaces/abi-reader.ts';
import { MAX_ABI_LENGTH, parseAbi } from '#chains/ethereum/interfaces/parse-abi.ts';
import { parseAddress } from '#chains/ethereum/model/address.ts';
import { networkOf } from '#chains/ethereum/model/networks.ts';
import { TOKEN_LIST_DATE } from '#chains/ethereum/model/tokens.ts';
import { type ContractInterfaces, firstOf } from '#chains/ethereum/typed-data/contract-interfaces.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import type { Handlers } from '#preload/contract/call.ts';
import type { DescriptorState, ImportedAbi } from '#preload/contract/interfaces.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import aavePool from '#resources/descriptors/aave-v3-pool.json' with { type: 'json' };
import cowOrder from '#resources/descriptors/cow-order.json' with { type: 'json' };
import stEth from '#resources/descriptors/lido-steth.json' with { type: 'json' };
import wstEth from '#resources/descriptors/lido-wsteth.json' with { type: 'json' };
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { currentProfile } from '../../context/runtime-state.ts';
import type { Clock } from '../../platform/clock.ts';
import { readUpTo } from '../../platform/plain-files.ts';
import type { RequestSeal } from '../../vault/row-seals.ts';
import type { StoredAbi } from '../../storage/contract-abis.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';
import type { SettingStore } from '../../storage/settings.ts';
import { featureError } from '../errors.ts';
import type { FileParts } from '../files/module.ts';
import { type InterfaceFolder, NO_FOLDER, readFolder } from './interface-folder.ts';

/** When the descriptors were written, out of the interfaces that the contracts' makers publish. */
const STARTING_SET_DATE = '2026-11-21';

/** The descriptors that come with the console, as text, since they are read like any other. */
const STARTING_SET = Object.entries({
  'aave-v3-pool.json': aavePool,
  'cow-order.json': cowOrder,
  'lido-steth.json': stEth,
  'lido-wsteth.json': wstEth,
}).map(([file, content]) => ({ file, text: JSON.stringify(content) }));

const SETTING = 'descriptors.folder';

/** Descriptors (ERC-7730) that come with the console, and what is in a folder that the operator chose. */
interface Descriptors {
  state(): Promise<DescriptorState>;
  /**
   * Reads a folder, and keeps which it is; null is none. What is wrong with a file is in the state.
   * @throws AppError `FOLDER_UNREADABLE`, then nothing changes
   */
  useFolder(path: string | null): Promise<DescriptorState>;
  interfaces(): Promise<ContractInterfaces>;
}

export function createDescriptors(settings: SettingStore): Descriptors {
  // Read when a preview first asks: reading them takes as long as all else that a start does here.
  let starting: ContractInterfaces | undefined;
  let loading: Promise<InterfaceFolder> | undefined;
  const loaded = (): Promise<InterfaceFolder> => {
    loading ??= loadKept(settings).catch((error: unknown) => {
      // It may be readable the next time.
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    state: async () => stateOf(await loaded()),
    useFolder: async (path) => {
      const next = path === null ? NO_FOLDER : await readFolder(path);
      await settings.set(SETTING, path ?? '');
      loading = Promise.resolve(next);
      return stateOf(next);
    },
    interfaces: async () => firstOf((await loaded()).interfaces, (starting ??= startingInterfaces())),
  };
}

const stateOf = ({
  folder,
  descriptors,
  tokenLists,
  refused,
  writtenMs,
}: InterfaceFolder): DescriptorState => ({
  builtIn: STARTING_SET.length,
  builtInDate: STARTING_SET_DATE,
  tokenListDate: TOKEN_LIST_DATE,
  folder,
  loaded: descriptors.length,
  writtenMs,
  tokenLists: tokenLists.map(({ tokens, file, name, date, leftOut }) => ({
    ...{ file, name, date, leftOut },
    tokens: tokens.length,
  })),
  refused: [...refused],
});

/** The folder that was chosen before; one that is gone is said in the state, and takes nothing else with it. */
async function loadKept(settings: SettingStore): Promise<InterfaceFolder> {
  const folder = await settings.get(SETTING);
  if (folder === undefined || folder === '') return NO_FOLDER;
  try {
    return await readFolder(folder);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...NO_FOLDER, folder, refused: [{ file: folder, message: error.message }] };
  }
}

/** Those that come with the console. */
export const startingInterfaces = (): ContractInterfaces =>
  describedInterfaces({
    descriptors: STARTING_SET.map(({ file, text }) => parseDescriptor(file, text)),
    place: `that comes with this console (${STARTING_SET_DATE})`,
  });

/** The columns of a row, for its seal. */
const sealedFields = (abi: Omit<StoredAbi, 'mac'>): readonly string[] => [
  'contract_abi',
  abi.profileId,
  abi.chainId.toString(),
  abi.address,
  abi.name,
  abi.abi,
  String(abi.importedAtMs),
];

/** The ABIs that the operator imported into the current profile, each under the seal of sent requests. */
interface ContractAbis {
  /** Rows that this console didn't write as they are, too: they say so. @throws KeychainError */
  list(): Promise<ImportedAbi[]>;
  /** @throws AppError `FILE_UNREADABLE`, `FILE_TOO_LARGE`, and those of `parseAbi` and `parseAddress` */
  add(contract: { chainId: string; address: string; name: string; path: string }): Promise<ImportedAbi>;
  /** @throws AppError `ABI_UNKNOWN` */
  remove(contract: { chainId: string; address: string }): Promise<void>;
  /** What previews read calls by: own rows alone, and none while the keychain doesn't answer. */
  interfaces(): Promise<ContractInterfaces>;
}

export function contractAbis(
  storage: ConsoleStorage,
  clock: Clock,
  seal: Pick<RequestSeal, 'makeRow' | 'rowHolds'>,
): ContractAbis {
  const isOwn = async (abi: StoredAbi): Promise<boolean> =>
    abi.mac !== null && (await seal.rowHolds(sealedFields(abi), abi.mac));
  const stored = async (): Promise<StoredAbi[]> => storage.abis.list((await currentProfile(storage)).id);
  return {
    list: async () => Promise.all((await stored()).map(async (abi) => describe(abi, await isOwn(abi)))),
    add: async ({ chainId, address, name, path }) => {
      const contract = { chainId: BigInt(chainId), address: parseAddress(address.trim()) };
      const abi = fromUtf8(await readUpTo(path, MAX_ABI_LENGTH), 'ABI');
      // Refused before anything is kept.
      parseAbi(abi);
      const { id: profileId } = await currentProfile(storage);
      const imported = { ...contract, profileId, name, abi, importedAtMs: clock.now() };
      const kept = { ...imported, mac: await seal.makeRow(sealedFields(imported)) };
      await storage.abis.keep(kept);
      return describe(kept, true);
    },
    remove: async ({ chainId, address }) => {
      const { id: profileId } = await currentProfile(storage);
      const key = { profileId, chainId: BigInt(chainId), address: parseAddress(address) };
      if (!(await storage.abis.remove(key))) throw featureError('ABI_UNKNOWN');
    },
    interfaces: async () => {
      const rows = await stored();
      try {
        const own = await Promise.all(rows.map(isOwn));
        return importedInterfaces(rows.filter((_, index) => own[index]));
      } catch (error) {
        if (error instanceof AppError) return importedInterfaces([]);
        throw error;
      }
    },
  };
}

const describe = ({ chainId, address, name, abi, importedAtMs }: StoredAbi, isOwn: boolean): ImportedAbi => ({
  chainId: chainId.toString(),
  network: networkOf(chainId).name,
  address,
  name,
  // Of a row that somebody wrote nothing is read.
  functions: isOwn ? parseAbi(abi).length : 0,
  importedAtMs,
  isOwn,
});

export interface InterfaceParts {
  /** What is known of contracts beside the readers that are built in: the operator's own ABIs first, then descriptors. */
  readonly interfaces: () => Promise<ContractInterfaces>;
}

/** Interfaces of contracts that the operator brought along. */
export const contractInterfaces = defineModule({
  start: ({
    storage,
    clock,
    requestSeal,
    files,
  }: FileParts & Pick<ConsoleContext, 'storage' | 'clock' | 'requestSeal'>): ModuleParts<
    'interfaces',
    InterfaceParts
  > => {
    const abis = contractAbis(storage, clock, requestSeal);
    const descriptors = createDescriptors(storage.settings);
    const parts: InterfaceParts = {
      interfaces: async () => firstOf(...(await Promise.all([abis.interfaces(), descriptors.interfaces()]))),
    };
    return {
      parts,
      handlers: { interfaces: interfaceHandlers(abis, descriptors, files) },
    };
  },
});

export const interfaceHandlers = (
  abis: ContractAbis,
  descriptors: Descriptors,
  files: Pick<FileParts['files'], 'pathOf'>,
): Handlers<ConsoleContract>['interfaces'] => ({
  list: () => abis.list(),
  importAbi: async ({ file, ...contract }) => abis.add({ ...contract, path: files.pathOf(file) }),
  descriptors: () => descriptors.state(),
  useDescriptorFolder: async ({ file }) => descriptors.useFolder(file === null ? null : files.pathOf(file)),
  removeAbi: async (contract) => {
    await abis.remove(contract);
  },
});
