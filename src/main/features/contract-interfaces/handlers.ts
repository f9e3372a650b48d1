import type { Handlers } from '../../../preload/contract/call.ts';
import type { ConsoleContract } from '../../../preload/contract.ts';
import type { GivenFiles } from '../files/given-files.ts';
import type { ContractAbis } from './contract-abis.ts';
import type { Descriptors } from './descriptors.ts';

export function interfaceHandlers(
  abis: ContractAbis,
  descriptors: Descriptors,
  files: Pick<GivenFiles, 'pathOf'>,
): Handlers<ConsoleContract>['interfaces'] {
  return {
    list: () => abis.list(),
    importAbi: async ({ file, ...contract }) => {
      return abis.add({ ...contract, path: files.pathOf(file) });
    },
    descriptors: () => descriptors.state(),
    useDescriptorFolder: async ({ file }) => {
      return descriptors.useFolder(file === null ? null : files.pathOf(file));
    },
    removeAbi: async (contract) => {
      await abis.remove(contract);
    },
  };
}
