import { type ReactNode, useEffect, useRef } from 'react';
import type { Completion } from '#protocol/policies/complete.ts';
import styles from './policy.module.css';
import { FORM_TEXT } from './text.ts';

const TEXT = FORM_TEXT.policy;

interface CompletionListProps {
  readonly id: string;
  readonly options: readonly Completion[];
  /** What is typed of it already. */
  readonly begun: string;
  /** Which of them the keyboard is at. */
  readonly chosen: number;
  /** Where the list hangs, in px from the editor's corner. */
  readonly place: { readonly left: number; readonly top: number };
  readonly onChoose: (option: Completion) => void;
}

/** What can stand at the caret, with its type; the focus stays in the text. */
export function CompletionList({
  id,
  options,
  begun,
  chosen,
  place,
  onChoose,
}: CompletionListProps): ReactNode {
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A newer Chromium gives a promise, which is no clean-up.
    here.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div className={styles['completions']} style={place}>
      <div id={id} role="listbox" aria-label={TEXT.completions} className={styles['options']}>
        {options.map((option, index) => (
          <div
            key={option.text}
            id={`${id}-${index}`}
            ref={index === chosen ? here : null}
            role="option"
            aria-selected={index === chosen}
            className={styles['option']}
            // Before the focus would leave the text.
            onPointerDown={(event) => {
              event.preventDefault();
              onChoose(option);
            }}
          >
            <span>
              <b className={styles['begun']}>{begun}</b>
              {option.text.slice(begun.length)}
            </span>
            <span className={styles['type']}>{option.type}</span>
          </div>
        ))}
      </div>
      <div className={styles['keys']}>{TEXT.keys}</div>
    </div>
  );
}
