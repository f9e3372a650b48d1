import { expect, it } from 'vitest';
import { consoleError, startFailureText } from '#main/platform/errors.ts';
import { storageError } from '#storage/storage-error.ts';

it('says why the console can’t start, of a database of a newer version too', () => {
  const newer = startFailureText(storageError('DATABASE_TOO_NEW', { name: '099-later' }));
  expect(newer).toContain('A newer version of the program has changed this database');
  expect(newer).toContain('restore the copy');
  expect(startFailureText(consoleError('CONSOLE_CLOSED'))).toBe('The console is closing.\n\nStart again.');
});

it('says nothing of an error that nobody wrote words for', () => {
  expect(startFailureText(new Error('/home/operator/secret'))).toBeUndefined();
  expect(startFailureText('text')).toBeUndefined();
});
