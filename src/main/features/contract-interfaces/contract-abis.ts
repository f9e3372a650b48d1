import { parseAddress } from '#chains/ethereum/address.ts';
import { importedInterfaces } from '#chains/ethereum/interfaces/abi-reader.ts';
import type { ContractInterfaces } from '#chains/ethereum/interfaces/contract-interfaces.ts';
import { MAX_ABI_LENGTH, parseAbi } from '#chains/ethereum/interfaces/parse-abi.ts';
import { networkOf } from '#chains/ethereum/networks.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import type { ImportedAbi } from '#preload/contract/interfaces.ts';
import type { Clock } from '../../platform/clock.ts';
import { currentProfile } from '../../context/runtime-state.ts';
import { readUpTo } from '../../platform/plain-files.ts';
import type { StoredAbi } from '../../storage/contract-abis.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';
import { featureError } from '../errors.ts';

/** The ABIs that the operator imported into the current profile. */
export interface ContractAbis {
  list(): Promise<ImportedAbi[]>;
  /** @throws AppError `FILE_UNREADABLE`, `FILE_TOO_LARGE`, and those of `parseAbi` and `parseAddress` */
  add(contract: { chainId: string; address: string; name: string; path: string }): Promise<ImportedAbi>;
  /** @throws AppError `ABI_UNKNOWN` */
  remove(contract: { chainId: string; address: string }): Promise<void>;
  /** What previews read calls by. */
  interfaces(): Promise<ContractInterfaces>;
}

export function contractAbis(storage: ConsoleStorage, clock: Clock): ContractAbis {
  const stored = async (): Promise<StoredAbi[]> => storage.abis.list((await currentProfile(storage)).id);
  return {
    list: async () => (await stored()).map(describe),
    add: async ({ chainId, address, name, path }) => {
      const contract = { chainId: BigInt(chainId), address: parseAddress(address.trim()) };
      const abi = fromUtf8(await readUpTo(path, MAX_ABI_LENGTH), 'ABI');
      // Refused before anything is kept.
      parseAbi(abi);
      const { id: profileId } = await currentProfile(storage);
      const kept = { ...contract, profileId, name, abi, importedAtMs: clock.now() };
      await storage.abis.keep(kept);
      return describe(kept);
    },
    remove: async ({ chainId, address }) => {
      const { id: profileId } = await currentProfile(storage);
      const key = { profileId, chainId: BigInt(chainId), address: parseAddress(address) };
      if (!(await storage.abis.remove(key))) throw featureError('ABI_UNKNOWN');
    },
    interfaces: async () => importedInterfaces(await stored()),
  };
}

const describe = ({ chainId, address, name, abi, importedAtMs }: StoredAbi): ImportedAbi => ({
  chainId: chainId.toString(),
  network: networkOf(chainId).name,
  address,
  name,
  functions: parseAbi(abi).length,
  importedAtMs,
});
