import { Waypoints } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useIsOffline, useProfile } from '../../bridge/app-state.ts';
import { useQuery } from '../../bridge/query.ts';
import { formatClock } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { namedNodes } from '../settings/named-nodes.ts';
import { askPaymentNode, leavePaymentNode, nodeSubject, usePaymentNode } from './payment-node.ts';
import { paymentFlow, usePayment } from './payment-store.ts';
import { PAYMENT_TEXT } from './text.ts';

const TEXT = PAYMENT_TEXT.node;

interface NodeValuesProps {
  readonly isDisabled: boolean;
}

/** What the node says that the profile names for the network: nobody is asked offline, and where none is named. */
export const NodeValues = (props: NodeValuesProps): ReactNode =>
  useIsOffline() ? null : <NamedNodeValues {...props} />;

function NamedNodeValues({ isDisabled }: NodeValuesProps): ReactNode {
  const profile = useProfile();
  const known = useQuery(namedNodes, profile?.id);
  const payment = usePayment();
  const { type, network } = payment;
  const named = known.state === 'ready' ? known.value.named : [];
  const node = named.find((each) => each.type === type && each.network === network);
  if (node === undefined) return null;
  return <AskedNode origin={node.origin} subject={nodeSubject(payment)} isDisabled={isDisabled} />;
}

/** Asked once for each account and payment, when they are known; after that by its button. */
function AskedNode({
  origin,
  subject,
  isDisabled,
}: NodeValuesProps & { readonly origin: string; readonly subject: string | null }): ReactNode {
  const { isAsking, answer, error } = usePaymentNode();
  const form = usePayment((state) => state.form);
  const isEnded = paymentFlow.useFlow((state) => state.stage === 'ended');
  const isIdle = isDisabled || isEnded || subject === null;
  useEffect(() => {
    if (!isIdle && usePaymentNode.getState().asked !== subject) void askPaymentNode();
  }, [subject, isIdle]);
  useEffect(() => leavePaymentNode, []);
  const labelOf = (name: string): string => form?.fields.find((field) => field.name === name)?.label ?? name;
  const { host } = new URL(origin);
  return (
    <>
      <div>
        <Button
          small
          kind="quiet"
          icon={Waypoints}
          isDisabled={isIdle}
          isPending={isAsking}
          onPress={() => void askPaymentNode()}
        >
          {isAsking ? TEXT.asking(host) : TEXT.ask}
        </Button>
      </div>
      {answer !== null && (
        <Note
          title={
            answer.taken.length > 0
              ? TEXT.taken(answer.host, formatClock(answer.atMs), answer.taken.map(labelOf))
              : TEXT.notTaken(answer.host, formatClock(answer.atMs))
          }
          {...(answer.remarks.length > 0 ? { tone: 'warn' } : {})}
        >
          {answer.remarks.map((remark, index) => (
            <div key={index}>{TEXT.remark(remark, labelOf)}</div>
          ))}
          {TEXT.takenWhy}
        </Note>
      )}
      <Refusal error={error} />
    </>
  );
}
