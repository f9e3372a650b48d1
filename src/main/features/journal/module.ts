import type { ConsoleContext } from '../../context/console-context.ts';
import { defineModule } from '../../context/module.ts';
import type { ModuleParts } from '../../context/module.ts';

/** What was stamped, for the window to show. */
export const journal = defineModule({
  start: (needs: Pick<ConsoleContext, 'journal'>): ModuleParts<'journal'> => ({
    handlers: {
      journal: { list: ({ before, limit, filter }) => needs.journal.list(before, limit, filter) },
    },
  }),
});
