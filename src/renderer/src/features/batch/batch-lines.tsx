import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { BatchLine } from '#preload/contract/batches.ts';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import { Refusal } from '../../ui/notes.tsx';
import { LINE_WORDS } from './batch-text.ts';
import styles from './batch.module.css';
import { useLines } from './use-lines.ts';
import { BATCH_TEXT } from './text.ts';

const ROW_PX = 56;

/** The requests of a batch, as many as there are; only those in sight are asked for and drawn. */
export function BatchLines({ set }: { set: RequestGroup }): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, error, look } = useLines(set);
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are used in this component alone
  const virtual = useVirtualizer({
    count: set.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 4,
  });
  const first = virtual.range?.startIndex ?? 0;
  const last = virtual.range?.endIndex ?? 0;
  useEffect(() => look(first, last), [first, last, look]);
  return (
    <>
      <Refusal error={error} />
      <div
        ref={scroller}
        className={styles['lines']}
        role="list"
        aria-label={BATCH_TEXT.lines.of(set.title)}
        // Scrolls with the keyboard, too.
        tabIndex={0}
      >
        <div className={styles['rows']} role="presentation" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <div
              key={index}
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={set.total}
              className={styles['row']}
              style={{ transform: `translateY(${start}px)` }}
            >
              <LineCells row={rows.get(index)} />
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

function LineCells({ row }: { row: BatchLine | undefined }): ReactNode {
  if (row === undefined) return null;
  const { line, reference, sentence, state } = row;
  return (
    <>
      <span className={styles['place']}>
        <b>{line.toLocaleString('en')}</b>
        {reference !== null && <span className={styles['reference']}>{reference}</span>}
      </span>
      <span className={styles['words']}>{sentence}</span>
      <span className={state === 'failed' ? styles['bad'] : styles['faint']}>{LINE_WORDS[state]}</span>
    </>
  );
}
