import { FileOutput, ScanText, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ByteRange, DecodedTransaction } from '#chains/model/decoded.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { useIsOffline } from '../../bridge/app-state.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Countdown } from '../../ui/progress.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { UnderWay } from '../credentials/passkey-ceremony.tsx';
import { RequestBody } from '../requests/request-body.tsx';
import { SaveAsFile } from '../requests/request-file.tsx';
import type { FlowState } from '../requests/request-flow.ts';
import { REQUEST_TEXT } from '../requests/text.ts';
import { type ReadingState, makeSigningFile, startOver } from './signing-store.ts';
import styles from './signing.module.css';
import { SIGNING_TEXT } from './text.ts';
import { AddressOffer } from './address-offer.tsx';
import { BytesOffer, MessageOffer, TypedDataOffer } from './payload-offers.tsx';

const TITLE = SIGNING_TEXT.preview.title;

interface PreviewCardProps {
  readonly reading: ReadingState;
  readonly flow: FlowState;
  readonly hasKey: boolean;
  readonly onPoint: (ranges: readonly ByteRange[] | null) => void;
  readonly onReview: () => void;
  readonly onPrepareAgain: () => void;
}

/** What it means: the preview that the privileged side made, or how far it is from one. */
export function PreviewCard({ reading, flow, ...rest }: PreviewCardProps): ReactNode {
  const isOffline = useIsOffline();
  if ((flow.stage === 'ready' || flow.stage === 'reviewing') && flow.preview) {
    return (
      <PreparedCard
        key={flow.preview.id}
        preview={flow.preview}
        isUnderWay={flow.stage === 'reviewing'}
        onDiscard={startOver}
        {...rest}
      />
    );
  }
  switch (reading.state) {
    case 'read':
      return isOffline ? (
        <ReadOfflineCard
          reading={reading.reading}
          make={makeSigningFile}
          onDiscard={startOver}
          hasKey={rest.hasKey}
          onPoint={rest.onPoint}
        />
      ) : (
        <ReadCard reading={reading.reading} flow={flow} {...rest} />
      );
    case 'typedData':
      return (
        <Plain isLast>
          <TypedDataOffer {...reading.typedData} />
        </Plain>
      );
    case 'message':
      return (
        <Plain isLast>
          <MessageOffer personal={reading.personal} />
        </Plain>
      );
    case 'address':
      return (
        <Plain isLast>
          <AddressOffer {...reading.pasted} />
        </Plain>
      );
    case 'reading':
      return (
        <Plain>
          <div aria-busy="true">
            <Skeleton lines={8} />
          </div>
        </Plain>
      );
    case 'unreadable':
      return (
        <Plain isLast>
          {reading.bytes === undefined ? (
            <EmptyState icon={TriangleAlert} title={SIGNING_TEXT.preview.unreadableTitle}>
              {SIGNING_TEXT.preview.unreadable}
            </EmptyState>
          ) : (
            <BytesOffer bytes={reading.bytes} />
          )}
        </Plain>
      );
    case 'empty':
      return (
        <Plain isLast>
          <EmptyState icon={ScanText} title={SIGNING_TEXT.preview.emptyTitle}>
            {SIGNING_TEXT.preview.empty}
          </EmptyState>
        </Plain>
      );
  }
}

function Plain({ children, isLast }: { children: ReactNode; isLast?: boolean }): ReactNode {
  return (
    <Card label={TITLE} className={isLast ? styles['last'] : undefined}>
      <CardHeader title={TITLE} tag={<EffectTag effect="sign" />} />
      <CardSection>{children}</CardSection>
    </Card>
  );
}

type ReadCardProps = Omit<PreviewCardProps, 'reading'> & { readonly reading: DecodedTransaction };

interface ReadOfflineCardProps extends Pick<ReadCardProps, 'reading' | 'hasKey' | 'onPoint'> {
  /** Makes the request file. @throws BridgeError */
  readonly make: () => Promise<void>;
  readonly onDiscard: () => void;
}

/** Read on a console that is offline: it goes on as a request file. */
export function ReadOfflineCard({
  reading,
  hasKey,
  onPoint,
  make,
  onDiscard,
}: ReadOfflineCardProps): ReactNode {
  const task = useTask(make);
  return (
    <Card label={TITLE} className={styles['held']}>
      <CardHeader title={TITLE} tag={<EffectTag effect="sign" />} />
      <CardSection className={styles['sections']}>
        <Refusal error={task.error} />
        <RequestBody described={{ ...reading, reading }} preview={null} onPoint={onPoint} />
      </CardSection>
      <CardFooter note={hasKey ? SIGNING_TEXT.preview.asFile : SIGNING_TEXT.preview.enterKey}>
        <Button onPress={onDiscard}>{REQUEST_TEXT.discard}</Button>
        <Button
          kind="primary"
          icon={FileOutput}
          isDisabled={!hasKey}
          isPending={task.busy}
          onPress={() => void task.run()}
        >
          {REQUEST_TEXT.file.submit}
        </Button>
      </CardFooter>
    </Card>
  );
}

/** Read, but not prepared: a key is missing, or preparing is under way or was refused. */
function ReadCard({ reading, flow, hasKey, onPoint, onPrepareAgain }: ReadCardProps): ReactNode {
  const refused = flow.stage === 'refused';
  return (
    <Card label={TITLE} className={styles['held']}>
      <CardHeader title={TITLE} tag={<EffectTag effect="sign" />} />
      <CardSection className={styles['sections']}>
        <Refusal error={refused ? flow.error : null} />
        <RequestBody described={{ ...reading, reading }} preview={null} onPoint={onPoint} />
      </CardSection>
      <CardFooter
        note={
          hasKey
            ? refused
              ? SIGNING_TEXT.preview.refused
              : SIGNING_TEXT.preview.preparing
            : SIGNING_TEXT.preview.chooseKey
        }
      >
        <Button onPress={startOver}>{REQUEST_TEXT.discard}</Button>
        <Button kind="primary" isDisabled={!refused} isPending={hasKey && !refused} onPress={onPrepareAgain}>
          {refused ? REQUEST_TEXT.tryAgain : REQUEST_TEXT.review}
        </Button>
      </CardFooter>
    </Card>
  );
}

type PreparedCardProps = Omit<PreviewCardProps, 'reading' | 'flow' | 'hasKey'> & {
  readonly preview: Preview;
  readonly isUnderWay: boolean;
  readonly onDiscard: () => void;
};

/** The preview of a transaction that can be approved. */
export function PreparedCard({
  preview,
  isUnderWay,
  onPoint,
  onReview,
  onPrepareAgain,
  onDiscard,
}: PreparedCardProps): ReactNode {
  const [isOver, setIsOver] = useState(false);
  const expiry = isOver ? (
    REQUEST_TEXT.expired
  ) : (
    <span>
      {REQUEST_TEXT.expiresIn} <Countdown untilMs={preview.expiresAtMs} onEnd={() => setIsOver(true)} />
    </span>
  );
  const { credential } = preview;
  return (
    <Card label={TITLE} className={styles['held']}>
      <CardHeader
        title={TITLE}
        tag={<EffectTag effect={preview.effect} />}
        end={isUnderWay ? null : expiry}
      />
      <CardSection className={styles['sections']}>
        {isOver && !isUnderWay && (
          <Note tone="warn" title={SIGNING_TEXT.preview.expiredTitle}>
            {SIGNING_TEXT.preview.expired}
          </Note>
        )}
        <RequestBody described={preview} preview={preview} onPoint={onPoint} />
      </CardSection>
      <CardFooter
        note={
          isUnderWay ? (
            <UnderWay />
          ) : (
            <>
              {SIGNING_TEXT.preview.signedBy} <b>{credential.label}</b>
              {SIGNING_TEXT.preview.inKeychain(SIGNING_TEXT.curves[credential.curve])}
            </>
          )
        }
      >
        <SaveAsFile previewId={preview.id} isDisabled={isUnderWay || isOver} />
        <Button onPress={onDiscard} isDisabled={isUnderWay}>
          {REQUEST_TEXT.discard}
        </Button>
        {isOver && !isUnderWay ? (
          <Button kind="primary" onPress={onPrepareAgain}>
            {REQUEST_TEXT.again}
          </Button>
        ) : (
          <Button kind="primary" kbd="⏎" isPending={isUnderWay} onPress={onReview}>
            {REQUEST_TEXT.review}
          </Button>
        )}
      </CardFooter>
    </Card>
  );
}
