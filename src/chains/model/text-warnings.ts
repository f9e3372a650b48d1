import { domainsIn, lookAlikesIn } from '#protocol/confusables.ts';
import { mixedScripts, findInvisible } from '#protocol/invisible-characters.ts';
import type { Warning } from './decoded.ts';
import { warn } from './warnings.ts';

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
  const isMixed = new Set(mixed);
  const alike = lookAlikesIn(text, as).filter((found) => !isMixed.has(found.text));
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
    ...alike
      .slice(0, 1)
      .map((found) =>
        warn(
          'LOOK_ALIKE_TEXT',
          'danger',
          'Looks like another text',
          `${what} has “${quoted(found.text)}”, which looks like “${quoted(found.looksLike)}” and is not: its letters are of another kind.`,
        ),
      ),
  ];
}

const quoted = (text = ''): string => {
  const letters = Array.from(text);
  return letters.length > MAX_QUOTED ? `${letters.slice(0, MAX_QUOTED).join('')}…` : text;
};
