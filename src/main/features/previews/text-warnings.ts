import { warnOfCharacters } from '#chains/model/text-warnings.ts';
import type { Warning } from '#chains/model/decoded.ts';
import { ordered, warn } from '#chains/model/warnings.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { PreviewMaker } from './preview-maker.ts';

/** Longer ones are no names: conditions, notes, keys. */
const MAX_NAME = 100;
/** More texts than this are looked at together. */
const MAX_TEXTS = 1000;

/** A preview with what is odd about the names and texts of its request: a batch file or another user may have written them. */
export const withTextWarnings =
  (make: PreviewMaker): PreviewMaker =>
  async (parameters, context) => {
    const parts = await make(parameters, context);
    const odd = warningsOfTexts(parameters);
    return odd.length === 0 ? parts : { ...parts, warnings: ordered([...parts.warnings, ...odd]) };
  };

function warningsOfTexts(parameters: unknown): Warning[] {
  const texts = textsIn(parameters);
  const looked =
    texts.length > MAX_TEXTS ? [...texts.slice(0, MAX_TEXTS), texts.slice(MAX_TEXTS).join(' ')] : texts;
  return looked.flatMap((text) =>
    text.length > MAX_NAME || text.includes('\n')
      ? warnOfCharacters(text, 'A text of the request')
      : [...warnOfCharacters(text, 'A name of the request', 'name'), ...warnOfQuotes(text)],
  );
}

/** Names stand in such quotes in every sentence here: one with its own could go on as if it were the sentence. */
const warnOfQuotes = (name: string): Warning[] =>
  /[“”]/.test(name)
    ? [
        warn(
          'QUOTES_IN_NAME',
          'danger',
          'A name has quotation marks in it',
          `What follows them in a sentence is part of the name: ${revealInvisible(name)}`,
        ),
      ]
    : [];

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
