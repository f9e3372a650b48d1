import { Send } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useIsOffline, useProfile } from '../../bridge/app-state.ts';
import { useQuery } from '../../bridge/query.ts';
import { useNavigation, useSubtitle } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { contactList } from '../contacts/contact-store.ts';
import { REQUEST_TEXT } from '../requests/text.ts';
import { SIGNING_CHAINS, signingChain } from '../signers/chains.ts';
import { signers } from '../signers/signers.ts';
import { ReadOfflineCard, PreparedCard } from '../signing/preview-card.tsx';
import { ResultCard } from '../signing/result-card.tsx';
import { useStampedBy } from '../signing/stamped-by.ts';
import { SIGNING_TEXT } from '../signing/text.ts';
import { PaymentFile } from './payment-file.tsx';
import { PaymentForm } from './payment-form.tsx';
import {
  choosePaymentChain,
  followPayment,
  makePaymentFile,
  payAddress,
  payContact,
  payFrom,
  paymentFlow,
  preparePaymentAgain,
  startPaymentOver,
  usePayment,
  usePaymentWay,
} from './payment-store.ts';
import styles from './payments.module.css';
import { readPaymentFocus } from '../signers/payment-focus.ts';
import { PAYMENT_TEXT } from './text.ts';

const TEXT = PAYMENT_TEXT;
// Long enough not to build at every key, short enough to seem at once.
const TYPING_PAUSE_MS = 180;

/** Payments: one by form, or those of a file. */
export function PaymentScreen(): ReactNode {
  const way = usePaymentWay((state) => state.way);
  const isOffline = useIsOffline();
  useEffect(() => {
    const { form, type } = usePayment.getState();
    if (form === null) void choosePaymentChain(type);
  }, []);
  useAskedContact();
  useAskedPayment();
  return way === 'file' && !isOffline ? <PaymentFile /> : <OnePayment />;
}

/** A payment by form: what is paid on the left, what the finished transaction says on the right. */
function OnePayment(): ReactNode {
  const stampedBy = useStampedBy();
  const payment = usePayment();
  const flow = paymentFlow.useFlow();
  const isOffline = useIsOffline();
  useSubtitle(signingChain(payment.type).label);
  useEffect(() => {
    const timer = setTimeout(() => void followPayment(stampedBy, isOffline), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [payment, stampedBy, isOffline]);
  const isUnderWay = flow.stage === 'reviewing';
  const review = (): void => void paymentFlow.review();
  const again = (): void => void preparePaymentAgain(stampedBy, isOffline);
  const preview = flow.stage === 'ready' || flow.stage === 'reviewing' ? flow.preview : null;
  return (
    <ScreenLayout layout="split">
      <PaymentForm isDisabled={isUnderWay} onEnter={flow.stage === 'ready' ? review : () => undefined} />
      {flow.stage === 'ended' ? (
        <ResultCard
          ended={flow}
          another={TEXT.another}
          onResume={(fingerprint) => void paymentFlow.resume(fingerprint)}
          onPrepareAgain={again}
          onStartOver={startPaymentOver}
        />
      ) : payment.built !== null ? (
        <ReadOfflineCard
          reading={payment.built.reading}
          hasKey
          onPoint={() => undefined}
          make={makePaymentFile}
          onDiscard={startPaymentOver}
        />
      ) : preview === null ? (
        <UnpreparedCard onRetry={again} />
      ) : (
        <PreparedCard
          key={preview.id}
          preview={preview}
          isUnderWay={isUnderWay}
          onPoint={() => undefined}
          onReview={review}
          onPrepareAgain={again}
          onDiscard={startPaymentOver}
        />
      )}
    </ScreenLayout>
  );
}

/** Begins with the key or account that the search was asked to send from, or with the address that was pasted. */
function useAskedPayment(): void {
  const focus = useNavigation((state) => state.focus);
  const known = signers.useStore();
  const profile = useProfile();
  const contacts = useQuery(contactList, profile?.id);
  useEffect(() => {
    const asked = focus === null ? null : readPaymentFocus(focus);
    if (asked === null) return;
    const begin = (work: Promise<void>): void => {
      useNavigation.setState({ focus: null });
      usePaymentWay.setState({ way: 'one' });
      void work;
    };
    if ('to' in asked) {
      const { address } = asked.to;
      const chain = SIGNING_CHAINS.find(({ id }) => id === asked.to.chain)?.id;
      // Whose it is, is known a moment later.
      if (chain === undefined || contacts.state === 'loading') return;
      const whose = (contacts.state === 'ready' ? contacts.value.contacts : []).find(({ addresses }) =>
        addresses.some((each) => each.chain === chain && each.address === address),
      );
      begin(payAddress(chain, address, whose?.name ?? null));
      return;
    }
    // Once the form's own list of keys is there.
    if (known.state !== 'ready') return;
    const signer = known.value.find(({ signWith }) => signWith === asked.from);
    if (signer !== undefined) begin(payFrom(signer));
  }, [focus, known, contacts]);
}

/** Fills in the contact whose page sent the operator here. */
function useAskedContact(): void {
  const profile = useProfile();
  const known = useQuery(contactList, profile?.id);
  const focus = useNavigation((state) => state.focus);
  useEffect(() => {
    if (focus === null || readPaymentFocus(focus) !== null || known.state !== 'ready') return;
    const asked = known.value.contacts.find(({ id }) => id === focus);
    useNavigation.setState({ focus: null });
    if (asked === undefined) return;
    usePaymentWay.setState({ way: 'one' });
    void payContact(asked);
  }, [focus, known]);
}

/** How far the form is from a preview: what is missing or wrong, or that it is being prepared. */
function UnpreparedCard({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const flow = paymentFlow.useFlow();
  const { problems, to, amount } = usePayment();
  const isUntouched = to === '' && amount === '';
  return (
    <Card label={SIGNING_TEXT.preview.title}>
      <CardHeader title={SIGNING_TEXT.preview.title} tag={<EffectTag effect="sign" />} />
      <CardSection className={styles['sections']}>
        {flow.stage === 'refused' ? (
          <>
            <Refusal error={flow.error} />
            <div>
              <Button onPress={onRetry}>{REQUEST_TEXT.tryAgain}</Button>
            </div>
          </>
        ) : flow.stage === 'preparing' ? (
          <div aria-busy="true">
            <Skeleton lines={8} />
          </div>
        ) : isUntouched || problems.length === 0 ? (
          <EmptyState icon={Send} title={TEXT.emptyTitle}>
            {TEXT.empty}
          </EmptyState>
        ) : (
          <>
            <b>{TEXT.missing}</b>
            <ul className={styles['missing']}>
              {problems.map(({ field, message, remedy }) => (
                <li key={field}>
                  {message} {remedy}
                </li>
              ))}
            </ul>
          </>
        )}
      </CardSection>
    </Card>
  );
}
