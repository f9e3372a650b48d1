import { expect, it } from 'vitest';
import { EXIT } from '#main/terminal/command-table.ts';
import { exitOf } from '#main/terminal/exit-of.ts';
import { AppError } from '#protocol/error.ts';
import { storageError } from '#storage/storage-error.ts';

it.each([
  ['a data folder that another program has', storageError('FOLDER_LOCKED', { folder: 'f' }), EXIT.inUse],
  ['a database without its log', storageError('DATABASE_LOG_MISSING', { file: 'f' }), EXIT.input],
  ['a full disk', storageError('DISK_FULL', {}), EXIT.input],
  ['what a file says', new AppError('JSON_INVALID', 'The text is no JSON.', 'Correct it.'), EXIT.input],
  ['a bug', new TypeError('undefined is not a function'), EXIT.internal],
])('%s', (_of, error, exit) => {
  expect(exitOf(error, 'code' in error ? error.code : 'INTERNAL')).toBe(exit);
});
