import { Hash } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ByteRange, DecodedTransaction, Fact, SentencePart, Warning } from '#chains/model/decoded.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { FactList } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Disclosure } from '../../ui/layout.tsx';
import { Note, Warnings } from '../../ui/notes.tsx';
import { CopyButton, Digest, SentenceView } from '../../ui/values.tsx';
import { ActionList } from './action-list.tsx';
import styles from './request-body.module.css';
import { REQUEST_TEXT } from './text.ts';
import { TimeLimit } from './time-limit.tsx';
import { TotalsTable } from './totals-table.tsx';

/** What a request would do, or what a transaction means before there is a request. */
export interface Described {
  readonly sentence: readonly SentencePart[];
  readonly warnings: readonly Warning[];
  readonly facts: readonly Fact[];
  readonly reading: DecodedTransaction | null;
}

interface RequestBodyProps {
  readonly described: Described;
  /** The request itself, once it is prepared. */
  readonly preview: Preview | null;
  readonly onPoint?: (ranges: readonly ByteRange[] | null) => void;
}

/** What will happen: sentence, warnings, facts, and the request's digest; raw data one click away. */
export function RequestBody({ described, preview, onPoint }: RequestBodyProps): ReactNode {
  const { sentence, warnings, facts, reading } = described;
  const saysBlind = warnings.some((warning) => /blind/i.test(warning.code));
  const point = onPoint ? { onPoint } : {};
  return (
    <div className={styles['body']}>
      <SentenceView parts={sentence} />
      {reading?.blind === true && !saysBlind && (
        <Note tone="bad" title={REQUEST_TEXT.body.blindTitle}>
          {REQUEST_TEXT.body.blind}
        </Note>
      )}
      <Warnings warnings={warnings} />
      {reading?.expiresAtMs !== undefined && !warnings.some(({ code }) => code === 'TRANSACTION_EXPIRED') && (
        <TimeLimit key={reading.expiresAtMs} untilMs={reading.expiresAtMs} />
      )}
      {preview?.pending.map((pending) => (
        <Button key={pending.activityId} small onPress={() => go('activities', pending.activityId)}>
          {REQUEST_TEXT.body.showPending}
        </Button>
      ))}
      {reading?.totals && <TotalsTable totals={reading.totals} />}
      {reading && <ActionList actions={reading.actions} {...point} />}
      <FactList facts={facts} {...point} />
      <div className={styles['fine']}>
        {preview && (
          <div className={styles['digest']}>
            <span className={styles['digestLabel']}>
              <Icon of={Hash} /> {REQUEST_TEXT.body.digest}
            </span>
            <Digest value={preview.digest} size={8} />
            <CopyButton text={preview.digest} what={REQUEST_TEXT.body.digestNoun} />
          </div>
        )}
        {(preview ?? reading) && (
          <Disclosure label={rawLabel(preview !== null, reading !== null)}>
            {reading && <FactList facts={reading.raw} {...point} />}
            {preview && <RequestJson body={preview.body} />}
          </Disclosure>
        )}
      </div>
    </div>
  );
}

function rawLabel(hasRequest: boolean, hasReading: boolean): string {
  if (hasRequest && hasReading) return REQUEST_TEXT.body.rawAndJson;
  return hasRequest ? REQUEST_TEXT.body.json : REQUEST_TEXT.body.raw;
}

/** The exact body. */
function RequestJson({ body }: { body: string }): ReactNode {
  return (
    <div className={styles['json']}>
      <div className={styles['jsonHead']}>
        <span>{REQUEST_TEXT.body.exact}</span>
        <CopyButton text={body} what={REQUEST_TEXT.body.requestNoun} worded />
      </div>
      {/* Scrolls with the keyboard, too. */}
      <pre className={styles['pre']} tabIndex={0}>
        {body}
      </pre>
    </div>
  );
}
