import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Completion } from '#protocol/policies/complete.ts';
import styles from './policy.module.css';
import { FORM_TEXT } from './text.ts';

const TEXT = FORM_TEXT.policy;

/** So many are drawn at once. */
const DRAWN = 8;

interface CompletionListProps {
  readonly id: string;
  readonly options: readonly Completion[];
  /** What is typed of it already. */
  readonly begun: string;
  /** Which of them the keyboard is at. */
  readonly chosen: number;
  /** Where the list hangs, in px from the editor's corner. */
  readonly place: { readonly left: number; readonly top: number };
  /** What is wrong with the text; the list may cover where the field says it. */
  readonly fault: string | undefined;
  readonly onChoose: (option: Completion) => void;
}

/** What can stand at the caret, with its type; the focus stays in the text. */
export function CompletionList({
  id,
  options,
  begun,
  chosen,
  place,
  fault,
  onChoose,
}: CompletionListProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  // An ID with its name is wide: near the end of a line the list moves to where it fits.
  useLayoutEffect(() => {
    const { current } = list;
    const room = current?.parentElement?.clientWidth ?? 0;
    if (current !== null)
      current.style.left = `${Math.max(0, Math.min(place.left, room - current.offsetWidth))}px`;
  }, [place, options]);
  // A part of the list, which goes along with the choice: nothing in it takes the focus, so nothing could scroll it by keyboard.
  const first = Math.max(0, Math.min(chosen - Math.floor(DRAWN / 2), options.length - DRAWN));
  return (
    <div ref={list} className={styles['completions']} style={{ top: place.top }}>
      <div id={id} role="listbox" aria-label={TEXT.completions} className={styles['options']}>
        {options.slice(first, first + DRAWN).map((option, place) => {
          const index = first + place;
          return (
            <div
              key={option.text}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              aria-posinset={index + 1}
              aria-setsize={options.length}
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
              <span className={styles['type']}>{option.name ?? option.type}</span>
            </div>
          );
        })}
      </div>
      {fault !== undefined && (
        <div className={styles['faultWords']} aria-hidden="true">
          {fault}
        </div>
      )}
      <div className={styles['keys']}>
        {TEXT.keys}
        {options.length > DRAWN && <span>{TEXT.place(chosen + 1, options.length)}</span>}
      </div>
    </div>
  );
}
