import { type LookAlikeText, domainsIn, lookAlikesIn } from '#protocol/confusables.ts';
import { findInvisible, mixedScripts } from '#protocol/invisible-characters.ts';
import type { Warning } from './decoded.ts';

/** Makes a warning. */
export const warn = (code: string, severity: Warning['severity'], title: string, text: string): Warning => ({
  code,
  severity,
  title,
  text,
});

/** The warning of a part that could not be read. */
export const blindSigning = (what: string): Warning =>
  warn(
    'BLIND_SIGNING',
    'danger',
    'Blind signing',
    `${what} Sign only when you know by other means what it does.`,
  );

/** The warning of a list of which only the first ones are shown. @param what its items, in the plural */
export const restNotShown = (what: string, shown: number, count: number): Warning[] =>
  count <= shown
    ? []
    : [
        warn(
          'FIELDS_NOT_SHOWN',
          'danger',
          `Too many ${what}`,
          `${count - shown} of ${count} ${what} are not shown, and are signed with the rest.`,
        ),
      ];

/** The warnings of a reading, with the one of blind signing where it is blind and none of them says so. */
export const withBlindSigning = ({
  blind,
  warnings,
}: {
  readonly blind: boolean;
  readonly warnings: Warning[];
}): Warning[] =>
  !blind || warnings.some(({ code }) => code === 'BLIND_SIGNING')
    ? warnings
    : [blindSigning('Part of it could not be read.'), ...warnings];

export const sendsToItself = (): Warning =>
  warn('SELF_TRANSFER', 'notice', 'Sent to itself', 'Sender and recipient are the same address.');

const ORDER: readonly Warning['severity'][] = ['danger', 'caution', 'notice'];

/** Compares two warnings for sorting, the graver first. */
export const byGravity = (one: Warning, other: Warning): number =>
  ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity);

/** The gravest first, each once. */
export function ordered(warnings: readonly Warning[]): Warning[] {
  const unique = new Map(warnings.map((warning) => [`${warning.code} ${warning.text}`, warning]));
  return [...unique.values()].sort(byGravity);
}

/** Marks that turn the direction of writing, so that a text reads otherwise than it stands. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const MAX_QUOTED = 60;

/**
 * What is odd about the characters of a text that somebody else wrote.
 * @param text as it is signed
 * @param what the text's name, at the start of a sentence
 * @param as whether it is a name, such as that of an application, or a text
 */
export function warnOfCharacters(text: string, what: string, as: 'name' | 'text' = 'text'): Warning[] {
  const unseen = findInvisible(text);
  const mixed = mixedScripts(text);
  const alike = firstLookAlike(text, as);
  const isHost = mixed.length > 0 && domainsIn(text).some((domain) => mixedScripts(domain).length > 0);
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
            isHost || as === 'name' ? 'danger' : 'caution',
            'Letters of several scripts in a word',
            `${what} has words such as “${quoted(mixed[0])}” whose letters look alike but are not the same.`,
          ),
        ]),
    ...(alike === undefined
      ? []
      : [
          warn(
            'LOOK_ALIKE_TEXT',
            'danger',
            'Looks like another text',
            `${what} has “${quoted(alike.text)}”, which looks like “${quoted(alike.looksLike)}” and is not: its letters are of another kind.`,
          ),
        ]),
  ];
}

/** The first that isn't a word of several scripts, which has its own warning. */
function firstLookAlike(text: string, as: 'name' | 'text'): LookAlikeText | undefined {
  for (const found of lookAlikesIn(text, as)) if (mixedScripts(found.text)[0] !== found.text) return found;
  return undefined;
}

const quoted = (text = ''): string => {
  const letters = Array.from(text);
  return letters.length > MAX_QUOTED ? `${letters.slice(0, MAX_QUOTED).join('')}…` : text;
};
