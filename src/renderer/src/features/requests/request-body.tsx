import { Hash } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatAsset } from '#chains/model/amounts.ts';
import type { ByteRange, DecodedTransaction, Fact, SentencePart, Warning } from '#chains/model/decoded.ts';
import type { Asset, Totals } from '#chains/model/totals.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { COUNTED_MS } from '../../format/time.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { FactList } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Disclosure } from '../../ui/layout.tsx';
import { Note, Warnings } from '../../ui/notes.tsx';
import { Countdown } from '../../ui/progress.tsx';
import { AddressText, CopyButton, Digest, SentenceView } from '../../ui/values.tsx';
import { ActionList } from './action-list.tsx';
import styles from './request-body.module.css';
import { REQUEST_TEXT } from './text.ts';

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
        <TimeLimit
          key={reading.expiresAtMs}
          untilMs={reading.expiresAtMs}
          of={preview?.operation.startsWith('sign_raw_payload') === true ? 'signature' : 'transaction'}
        />
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

interface TimeLimitProps {
  /** From when on what is signed is not taken any more, in ms since the epoch. */
  readonly untilMs: number;
  readonly of: 'transaction' | 'signature';
}

/**
 * How long what is signed can still be used, where that is less than a day; a warning in its place once that time passes
 * while it is looked at.
 */
function TimeLimit({ untilMs, of }: TimeLimitProps): ReactNode {
  const text = REQUEST_TEXT.limit[of];
  const [isOver, setIsOver] = useState(false);
  const [isNear] = useState(() => untilMs - Date.now() <= COUNTED_MS);
  if (!isNear) return null;
  return isOver ? (
    <Note tone="bad" title={text.overTitle} live>
      {text.over}
    </Note>
  ) : (
    <p>
      {text.endsIn} <Countdown untilMs={untilMs} onEnd={() => setIsOver(true)} />
    </p>
  );
}

/** What leaves the operator's own addresses, and what comes in; the fee apart; what the bytes do not say in words. */
function TotalsTable({ totals }: { totals: Totals }): ReactNode {
  const { assets, fee, notes } = totals;
  return (
    <section className={styles['totals']} aria-label={REQUEST_TEXT.totals.title}>
      <h3 className={styles['heading']}>{REQUEST_TEXT.totals.title}</h3>
      {(assets.length > 0 || fee !== undefined) && (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{REQUEST_TEXT.totals.asset}</th>
              <th scope="col">{REQUEST_TEXT.totals.out}</th>
              <th scope="col">{REQUEST_TEXT.totals.in}</th>
            </tr>
          </thead>
          <tbody>
            {assets.map(({ asset, out, in: back }, index) => (
              <tr key={index}>
                <th scope="row">
                  <AssetName asset={asset} />
                </th>
                <Amount asset={asset} atoms={out} />
                <Amount asset={asset} atoms={back} />
              </tr>
            ))}
            {fee !== undefined && (
              <tr>
                <th scope="row">{fee.isHighest ? REQUEST_TEXT.totals.maxFee : REQUEST_TEXT.totals.fee}</th>
                <Amount asset={fee.asset} atoms={fee.amount} />
                <td />
              </tr>
            )}
          </tbody>
        </table>
      )}
      {assets.length === 0 && <p className={styles['note']}>{REQUEST_TEXT.totals.none}</p>}
      {notes.map((note) => (
        <p key={note} className={styles['note']}>
          {note}
        </p>
      ))}
    </section>
  );
}

/** A symbol from the local lists; else the token as its chain writes it, whole. */
function AssetName({ asset: { id, symbol } }: { asset: Asset }): ReactNode {
  if (symbol !== undefined || id === undefined) return symbol ?? REQUEST_TEXT.totals.coins;
  return id.includes(' ') ? id : <AddressText value={id} />;
}

function Amount({ asset, atoms }: { asset: Asset; atoms: string }): ReactNode {
  return <td className={styles['amount']}>{atoms === '0' ? '–' : formatAsset(asset, BigInt(atoms))}</td>;
}
