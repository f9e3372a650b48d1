import type { Handlers } from '../../preload/call.ts';
import type { ConsoleContract } from '../../preload/contract.ts';
import type { ContractAbis } from '../interfaces/contract-abis.ts';
import type { Descriptors } from '../interfaces/descriptors.ts';

export function interfaceHandlers(
  abis: ContractAbis,
  descriptors: Descriptors,
): Handlers<ConsoleContract>['interfaces'] {
  return {
    list: () => abis.list(),
    importAbi: async (contract) => {
      return abis.add(contract);
    },
    descriptors: () => descriptors.state(),
    useDescriptorFolder: async ({ path }) => {
      return descriptors.useFolder(path);
    },
    removeAbi: async (contract) => {
      await abis.remove(contract);
    },
  };
}
