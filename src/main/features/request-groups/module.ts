import type { Handlers } from '../../../preload/contract/call.ts';
import type { ConsoleContract } from '../../../preload/contract.ts';
import type { RequestGroups } from './request-groups.ts';

export function groupHandlers(
  sets: RequestGroups,
  /** The profile that the window shows. */
  profileId: () => string,
): Handlers<ConsoleContract>['requestGroups'] {
  return {
    list: () => sets.list(profileId()),
    run: async ({ id }) => ({ decision: await sets.run(id) }),
    pause: ({ id }) => {
      sets.pause(id);
      return Promise.resolve(undefined);
    },
    lookAgain: ({ id }) => sets.lookAgain(id),
    discard: async ({ id }) => {
      await sets.discard(id);
      return undefined;
    },
  };
}
