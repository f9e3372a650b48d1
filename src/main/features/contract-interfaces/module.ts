import type { Handlers } from '#preload/contract/call.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import { firstOf } from '#chains/ethereum/typed-data/contract-interfaces.ts';
import type { ContractInterfaces } from '#chains/ethereum/typed-data/contract-interfaces.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { defineModule } from '../../context/module.ts';
import type { ModuleParts } from '../../context/module.ts';
import type { FileParts } from '../files/module.ts';
import { contractAbis } from './contract-abis.ts';
import type { ContractAbis } from './contract-abis.ts';
import { createDescriptors } from './descriptors.ts';
import type { Descriptors } from './descriptors.ts';

export interface InterfaceParts {
  /** What is known of contracts beside the readers that are built in: the operator's own ABIs first, then descriptors. */
  readonly interfaces: () => Promise<ContractInterfaces>;
}

/** Interfaces of contracts that the operator brought along. */
export const contractInterfaces = defineModule({
  start: ({
    storage,
    clock,
    files,
  }: FileParts & Pick<ConsoleContext, 'storage' | 'clock'>): ModuleParts<'interfaces', InterfaceParts> => {
    const abis = contractAbis(storage, clock);
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
