import { defineWarnings } from '#protocol/define-warnings.ts';
import { type LocalAction, actionFact, actionText } from './local-action.ts';

const journalWarning = defineWarnings({
  JOURNAL_NOT_TRUSTED: [
    'danger',
    'Find out first what changed the journal',
    'Whoever changed it could write to the data folder. Compare the journal with the service’s list of activities.',
  ],
});

/**
 * Closing a journal that was changed outside the console.
 * @param journal the name of its file, what is wrong with it, and how many lines it has
 */
export const describeCloseJournal = (journal: {
  readonly file: string;
  readonly fault: string;
  readonly lines: number;
}): LocalAction => ({
  operation: 'close_journal',
  effect: 'destroy',
  summary: 'Close journal',
  sentence: [
    actionText(
      `Close the journal ${journal.file}, which was changed outside the console, and start a new one.`,
    ),
  ],
  facts: [
    actionFact('What is wrong', journal.fault),
    actionFact('Lines found', journal.lines.toLocaleString('en')),
    actionFact('Old file', `${journal.file} stays as it is`),
  ],
  warnings: [journalWarning('JOURNAL_NOT_TRUSTED')],
  subject: `${journal.file}: ${journal.fault}`,
});
