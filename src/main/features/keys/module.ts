import { listPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { defineModule } from '../../context/module.ts';
import type { ModuleParts } from '../../context/module.ts';

/** What signs in the organization, for the window to choose from. */
export const keys = defineModule({
  start: ({ sessions, inventory }: Pick<ConsoleContext, 'sessions' | 'inventory'>): ModuleParts<'keys'> => ({
    handlers: {
      keys: {
        list: async () => (await sessions.query(listPrivateKeys, {})).privateKeys,
        accounts: async () => [...(await inventory.listAccounts())],
      },
    },
    onLock: () => inventory.forget(),
  }),
});
