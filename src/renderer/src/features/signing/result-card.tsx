import { type ReactNode, useEffect, useRef } from 'react';
import type { Outcome } from '#preload/contract/requests.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Card, CardFooter, CardHeader, CardSection, Disclosure } from '../../ui/layout.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { AddressText, CopyButton, SentenceView } from '../../ui/values.tsx';
import { OutcomeNote } from '../requests/outcome-note.tsx';
import { holds, outcomeTitle } from '../requests/outcome-text.ts';
import type { FlowState } from '../requests/request-flow.ts';
import { SignedTransactionCard, Verifications } from '../requests/signed-transaction.tsx';
import { REQUEST_TEXT } from '../requests/text.ts';
import styles from './signing.module.css';
import { SIGNING_TEXT } from './text.ts';

interface ResultCardProps {
  readonly ended: Extract<FlowState, { stage: 'ended' }>;
  readonly onResume: (fingerprint: string) => void;
  readonly onPrepareAgain: () => void;
  readonly onStartOver: () => void;
  /** What starting over is called, where it isn't another transaction. */
  readonly another?: string;
}

/** What came of a request: what was checked about it, what came back, and what to do next. */
export function ResultCard({
  ended,
  onResume,
  onPrepareAgain,
  onStartOver,
  another = SIGNING_TEXT.result.another,
}: ResultCardProps): ReactNode {
  const { outcome, preview } = ended;
  const title = outcomeTitle(outcome);
  const start = useRef<HTMLDivElement>(null);
  // What was pressed to get here is gone: the focus goes on with what came of it. One that waits is looked at again and again.
  useEffect(() => start.current?.focus(), [outcome.state]);
  const mayAgain =
    preview !== null &&
    (outcome.state === 'denied' || outcome.state === 'expired' || outcome.state === 'failed');
  const unanswered = outcome.state === 'unanswered' ? outcome.fingerprint : null;
  return (
    <Card label={title} className={styles['held']}>
      <CardHeader title={title} tag={<EffectTag effect={preview?.effect ?? 'sign'} />} />
      <div ref={start} tabIndex={-1} className={styles['result']}>
        <CardSection className={styles['sections']}>
          {preview && <SentenceView parts={preview.sentence} />}
          {outcome.state === 'completed' ? (
            <Verifications verifications={outcome.verifications} />
          ) : (
            <OutcomeNote outcome={outcome} />
          )}
          <Signed outcome={outcome} />
          <OutcomeFacts outcome={outcome} />
        </CardSection>
      </div>
      <CardFooter note={mayAgain ? REQUEST_TEXT.startAgain : null}>
        {mayAgain && <Button onPress={onPrepareAgain}>{REQUEST_TEXT.again}</Button>}
        <Button kind={unanswered === null ? 'primary' : 'plain'} onPress={onStartOver}>
          {another}
        </Button>
        {unanswered !== null && (
          <Button kind="primary" onPress={() => onResume(unanswered)}>
            {REQUEST_TEXT.sendAgain}
          </Button>
        )}
      </CardFooter>
    </Card>
  );
}

/** The signed transaction; what did not verify is not offered, only shown on demand. */
function Signed({ outcome }: { outcome: Outcome }): ReactNode {
  if (outcome.state !== 'completed' || !outcome.transaction) return null;
  if (holds(outcome)) return <SignedTransactionCard {...outcome.transaction} />;
  return (
    <Disclosure label={SIGNING_TEXT.result.report}>
      <SignedTransactionCard {...outcome.transaction} />
    </Disclosure>
  );
}

function OutcomeFacts({ outcome }: { outcome: Outcome }): ReactNode {
  if (outcome.state !== 'completed' && outcome.state !== 'waiting') return null;
  return (
    <Facts>
      <FactRow label={SIGNING_TEXT.result.activity}>
        <button type="button" className={styles['link']} onClick={() => go('activities', outcome.activityId)}>
          <AddressText value={outcome.activityId} />
        </button>
      </FactRow>
      <FactRow label={SIGNING_TEXT.result.fingerprint}>
        <span className={styles['copied']}>
          <AddressText value={outcome.fingerprint} />
          <CopyButton text={outcome.fingerprint} what={SIGNING_TEXT.result.fingerprintNoun} />
        </span>
      </FactRow>
    </Facts>
  );
}
