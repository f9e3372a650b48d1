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

const GO_ON = 'Go on scanning: what is missing comes again.';

/** Reading files from QR codes. */
export const offlineFrameError = defineErrors({
  FRAME_UNKNOWN: [
    'This QR code has no part of a file of a console.',
    'Point the camera at the other console’s code.',
  ],
  FRAME_MALFORMED: ['This part is malformed: {why}.', GO_ON],
  FRAME_OTHER: [
    'This part belongs to another file than those before it.',
    'Start the scan over to read that file.',
  ],
  FRAME_TOO_LARGE: [
    'The file is larger than {limit} bytes, the most that is read from QR codes.',
    'Carry it over as a file.',
  ],
  FRAME_PARTS: ['The parts don’t fit together: {why}.', 'Start the scan over.'],
  FRAME_KIND: {
    file: ['The QR codes hold {found}.', 'Show the code of a request, stamp or answer.'],
    psbt: ['The codes hold {found}, not a PSBT.', 'Paste the text of the codes of an unsigned PSBT.'],
  },
});

/** Transcripts of key ceremonies. */
export const transcriptError = defineErrors({
  TRANSCRIPT_UNKNOWN: [
    'This isn’t a .keyops-transcript file: {why}.',
    'Choose the file that keyops ceremony writes.',
  ],
  CEREMONY_KEYS_MALFORMED: [
    'This isn’t a file of public keys as a ceremony writes it.',
    'Carry the file over again.',
  ],
});
