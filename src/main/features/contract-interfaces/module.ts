import type { Handlers } from '../../../preload/contract/call.ts';
import type { ConsoleContract } from '../../../preload/contract.ts';
import { firstOf } from '../../../chains/ethereum/interfaces/contract-interfaces.ts';
import type { ContractInterfaces } from '../../../chains/ethereum/interfaces/contract-interfaces.ts';
import type { Clock } from '../../platform/clock.ts';
import type { GivenFiles } from '../files/given-files.ts';
import { interfaceHandlers } from './handlers.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';
import { contractAbis } from './contract-abis.ts';
import { createDescriptors } from './descriptors.ts';

/** What previews know of contracts beside the readers that are built in, and the window's calls about it. */
export interface KnownInterfaces {
  readonly handlers: Handlers<ConsoleContract>['interfaces'];
  /** The operator's own ABIs first, then descriptors. */
  readonly interfaces: () => Promise<ContractInterfaces>;
}

export function setUpInterfaces(
  storage: ConsoleStorage,
  clock: Clock,
  files: Pick<GivenFiles, 'pathOf'>,
): KnownInterfaces {
  const abis = contractAbis(storage, clock);
  const descriptors = createDescriptors(storage.settings);
  return {
    handlers: interfaceHandlers(abis, descriptors, files),
    interfaces: async () => firstOf(...(await Promise.all([abis.interfaces(), descriptors.interfaces()]))),
  };
}
