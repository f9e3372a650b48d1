import { defineErrors } from '#protocol/define-errors.ts';

/** Key ceremonies that can’t go on. */
export const ceremonyError = defineErrors({
  CEREMONY_BROKEN: [
    'The transcript doesn’t hold together: {why}.',
    'Don’t go on with it. Keep it as evidence, and begin a new ceremony.',
  ],
  CEREMONY_FOREIGN: [
    'This ceremony wasn’t begun on this console.',
    'Take the file to the console where it was begun. Here it can be approved with a credential that is here.',
  ],
  CEREMONY_CHANGED: [
    'The transcript isn’t the one that this console wrote: its last entry isn’t in the journal.',
    'Don’t go on with it. Somebody edited the file: keep it, and begin a new ceremony.',
  ],
  CEREMONY_OLDER: [
    'This is an older copy of the transcript: the journal has {journal} entries of the ceremony, the file {file}.',
    'Take the newest copy of the file.',
  ],
  CEREMONY_STEP: {
    approved: [
      'This transcript was approved: nothing can be added to it.',
      'Begin a new ceremony for more credentials.',
    ],
    twice: [
      'This was done already: {what}.',
      'See what is missing on the screen Key ceremony, or with keyops ceremony FILE.',
    ],
    missing: [
      'Something else comes before that: {what}.',
      'See what is missing on the screen Key ceremony, or with keyops ceremony FILE.',
    ],
    clock: [
      'This computer’s clock is before the time of the last entry, {at}.',
      'Set the clock, then run the step again.',
    ],
    person: [
      '“{name}” isn’t one of the people of this ceremony.',
      'Write the name as the transcript has it.',
    ],
    name: [
      '“{name}” can’t be used as a name here.',
      'A name has up to {most} letters, digits, dots, apostrophes and hyphens, with single spaces between.',
    ],
    interrupted: [
      'The last step was interrupted: the journal has an entry that the file doesn’t have.',
      'Run that step again, then approve.',
    ],
    alike: ['“{name}” can be taken for another of the people.', 'Each person has a name of their own.'],
    made: [
      '{name}’s credential wasn’t made in this ceremony.',
      'Its backup and registration are whoever’s brought it.',
    ],
    key: [
      '{name}’s credential is another one’s already.',
      'Two people approve with two credentials. Bring another one.',
    ],
  },
  CEREMONY_CREDENTIAL_GONE: [
    'This console doesn’t have {name}’s credential.',
    'Approve on the console that has it, with a copy of the transcript.',
  ],
  CEREMONY_BACKUP_FOREIGN: [
    'The backup opens, but it is of another key than {name}’s.',
    'Find the right backup. To make a new one: keyops ceremony FILE backup.',
  ],
  CEREMONY_ENROLLMENT: [
    'The registration isn’t recorded: {why}.',
    'Don’t go on before you know why. The three files of one request belong together.',
  ],
  CEREMONY_DIGEST: [
    'The transcript has the digest {now}, not {given}.',
    'Read it again, on the screen Key ceremony or with keyops ceremony FILE print.',
  ],
  CEREMONY_UNKNOWN: [
    'This key ceremony isn’t open here.',
    'Open its transcript on the screen Key ceremony, then go on.',
  ],
  CEREMONY_ORGANIZATION: [
    'This ceremony is of another organization than the profile that is shown.',
    'Switch to the profile of its organization, then open the transcript again.',
  ],
  CEREMONY_SHARES: {
    count: ['More shares are needed than there are.', 'Choose as many shares as are needed, or more.'],
    busy: ['Another backup is being written down.', 'Finish or stop that one first.'],
    none: ['No share is waiting to be written down.', 'Start the backup again.'],
    press: ['Nobody pressed Show in the window.', 'Press Show to see the share whose turn it is.'],
    wrong: ['That isn’t this share.', 'Compare the paper with the share, and type its words again.'],
    spent: [
      'The share was typed wrong three times, so this backup is over.',
      'Destroy the papers, and start the backup again.',
    ],
    unfinished: [
      'The backup wasn’t finished, and nothing was recorded.',
      'Destroy the papers, and start the backup again.',
    ],
  },
  CEREMONY_FOLDER: [
    'This folder has no complete registration of a key of this ceremony.',
    'Put the request, its stamp and its answer into one folder.',
  ],
});
