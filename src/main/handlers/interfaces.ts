import type { Handlers } from '../../preload/call.ts';
import type { ConsoleContract } from '../../preload/contract.ts';
import { operationError } from '../console-error.ts';
import type { Volatile } from '../console-state.ts';
import type { ContractAbis } from '../interfaces/contract-abis.ts';
import type { Descriptors } from '../interfaces/descriptors.ts';

export function interfaceHandlers(
  abis: ContractAbis,
  descriptors: Descriptors,
  volatile: Pick<Volatile, 'locked'>,
): Handlers<ConsoleContract>['interfaces'] {
  return {
    list: () => abis.list(),
    importAbi: async (contract) => {
      if (volatile.locked) throw operationError('CONSOLE_LOCKED');
      return abis.add(contract);
    },
    descriptors: () => descriptors.state(),
    useDescriptorFolder: async ({ path }) => {
      if (volatile.locked) throw operationError('CONSOLE_LOCKED');
      return descriptors.useFolder(path);
    },
    removeAbi: async (contract) => {
      if (volatile.locked) throw operationError('CONSOLE_LOCKED');
      await abis.remove(contract);
    },
  };
}
