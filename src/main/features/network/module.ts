import { evaluateAllowlist } from '#protocol/network/network-access.ts';
import { readAllowlists } from '../../context/list-all.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { defineModule } from '../../context/module.ts';
import type { ModuleParts } from '../../context/module.ts';

/** Whether the credential that stamps gets in from here. */
export const network = defineModule({
  start: ({ sessions }: Pick<ConsoleContext, 'sessions'>): ModuleParts<'network'> => ({
    handlers: {
      network: {
        standing: async () => {
          const { publicKey, source } = await sessions.self();
          const lists = await readAllowlists(sessions.query, publicKey);
          return { source: source ?? null, standing: evaluateAllowlist(source, lists) };
        },
      },
    },
  }),
});
