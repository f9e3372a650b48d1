import { mixedScripts, unseenIn } from '../unseen.ts';
import type { Warning } from './reading.ts';
import { warn } from './warnings.ts';

/** Marks that turn the direction of writing, so that a text reads otherwise than it stands. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * What is odd about the characters of a text that somebody else wrote.
 * @param text as it is signed
 * @param what the text's name, at the start of a sentence
 */
export function warnOfCharacters(text: string, what: string): Warning[] {
  const unseen = unseenIn(text);
  const mixed = mixedScripts(text);
  return [
    ...(unseen.length === 0
      ? []
      : [
          warn(
            'UNSEEN_CHARACTERS',
            TURNING.test(text) ? 'danger' : 'caution',
            'Characters that cannot be seen',
            `${what} holds ${unseen.slice(0, 8).join(', ')}, written out below. They can make a text look like another one.`,
          ),
        ]),
    ...(mixed.length === 0
      ? []
      : [
          warn(
            'MIXED_SCRIPTS',
            'caution',
            'Letters of several scripts in a word',
            `${what} has words such as “${mixed[0] ?? ''}” whose letters look alike but are not the same.`,
          ),
        ]),
  ];
}
