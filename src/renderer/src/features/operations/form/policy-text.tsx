import type { ReactNode, Ref } from 'react';
import { COMPARISONS, VISITS } from '#protocol/policies/expression.ts';
import { type DrawnToken, drawnTokens } from '#protocol/policies/draw-tokens.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import styles from './policy.module.css';

interface PolicyTextProps {
  readonly text: string;
  /** The character that a fault begins with. */
  readonly faultAt: number | undefined;
  /** Before which character the anchor stands that completions hang on. */
  readonly anchorAt: number | undefined;
  readonly anchor: Ref<HTMLSpanElement>;
}

interface Piece extends DrawnToken {
  readonly isFault: boolean;
}

/** The text behind the input, line by line: its tokens in their colors, what is wrong underlined. */
export function PolicyText({ text, faultAt, anchorAt, anchor }: PolicyTextProps): ReactNode {
  const lines = linesOf(text, faultAt);
  return (
    <div className={styles['text']} aria-hidden="true">
      {lines.map((pieces, line) => (
        <div key={line} className={styles['line']}>
          {pieces.map((piece) => (
            <span
              key={piece.at}
              className={classNames(styles[kindOf(piece)], piece.isFault && styles['fault'])}
            >
              {piece.at === anchorAt && <span ref={anchor} />}
              {piece.text}
            </span>
          ))}
          {line === lines.length - 1 && anchorAt === text.length && <span ref={anchor} />}
          {/* An empty line is as high as any. */}
          {'\u200b'}
        </div>
      ))}
    </div>
  );
}

function linesOf(text: string, faultAt: number | undefined): readonly (readonly Piece[])[] {
  const lines: Piece[][] = [[]];
  for (const token of drawnTokens(text)) {
    const end = token.at + token.text.length;
    const isFault = faultAt !== undefined && faultAt >= token.at && faultAt < end;
    let { at } = token;
    token.text.split('\n').forEach((part, index) => {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ ...token, text: part, at, isFault });
      at += part.length + 1;
    });
  }
  return lines;
}

const WORDS: ReadonlySet<string> = new Set([
  ...VISITS,
  ...COMPARISONS,
  'contains',
  'count',
  'true',
  'false',
  'Timestamp',
]);
const kindOf = ({ kind, text }: Piece): string => (kind === 'name' && WORDS.has(text) ? 'word' : kind);
