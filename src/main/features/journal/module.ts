import { basename } from 'node:path';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { currentProfile } from '../../context/runtime-state.ts';
import { consoleError } from '../../platform/errors.ts';
import { type LocalActionParts, describeCloseJournal } from '../local-actions/module.ts';

/** What was stamped, for the window to show, and the end of a journal that was changed outside the console. */
export const journal = defineModule({
  start: (
    needs: LocalActionParts & Pick<ConsoleContext, 'journal' | 'storage' | 'announce'>,
  ): ModuleParts<'journal'> => ({
    handlers: {
      journal: {
        list: ({ before, limit, filter }) => needs.journal.list(before, limit, filter),
        listClosed: async () => {
          await needs.journal.checkedWhole();
          return [...needs.journal.status().closed];
        },
        startNext: async () => {
          await needs.journal.checkedWhole();
          const { fault, file, lines } = needs.journal.status();
          if (fault === undefined) throw consoleError('JOURNAL_INTACT');
          await needs.local.approve(describeCloseJournal({ file: basename(file), fault, lines }));
          const { name } = await currentProfile(needs.storage);
          await needs.journal.startNext(name);
          needs.announce();
        },
      },
    },
  }),
});
