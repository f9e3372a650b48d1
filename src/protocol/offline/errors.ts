import { defineErrors } from '../define-errors.ts';

const MAKE_AGAIN = 'Make the file again, or carry it over again.';

/** Reading and writing the files that go between an offline and an online console. */
export const offlineFileError = defineErrors({
  OFFLINE_FILE_TOO_LARGE: [
    'The file is larger than {limit} bytes, the most that a {format} has.',
    'Check that it is the right file.',
  ],
  OFFLINE_FILE_UNKNOWN: [
    'This isn’t a .keyops-request, .keyops-stamp or .keyops-answer file: {why}.',
    'Check that it is the right file.',
  ],
  OFFLINE_FILE_KIND: ['This is a {found} file; a {wanted} file belongs here.', 'Choose the other file.'],
  OFFLINE_FILE_VERSION: [
    'The file has version {found} of its format; this program knows version {known}.',
    'Bring both consoles to the same version, then make the file again.',
  ],
  OFFLINE_FILE_MALFORMED: ['The file is malformed: {why}.', MAKE_AGAIN],
  OFFLINE_FILE_NOT_CANONICAL: [
    'The file isn’t in the one form that its content has: the same content was written in other bytes.',
    MAKE_AGAIN,
  ],
});
