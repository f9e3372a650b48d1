import { create } from 'zustand';
import type { PaymentNodeValues } from '#preload/contract/transfers.ts';
import { onOtherProfile } from '../../bridge/app-state.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';
import { createTurns } from '../../bridge/turns.ts';
import { formatClock } from '../../format/time.ts';
import { fillFields, paymentFlow, usePayment } from './payment-store.ts';
import { PAYMENT_TEXT } from './text.ts';

interface NodeState {
  /** What it was asked for last: an account, a network, and which payment. */
  readonly asked: string | null;
  readonly isAsking: boolean;
  /** What it said, with the names of the fields that it filled in. */
  readonly answer: (PaymentNodeValues & { readonly taken: readonly string[] }) | null;
  readonly error: BridgeError | null;
}

const NOTHING: NodeState = { asked: null, isAsking: false, answer: null, error: null };

/** What the node that the profile names said for the payment's form. */
export const usePaymentNode = create<NodeState>(() => NOTHING);

const turns = createTurns();

/** What an answer is for; null while the form lacks a part of it. */
export const nodeSubject = ({
  type,
  network,
  signWith,
  form,
  round,
}: Pick<ReturnType<typeof usePayment.getState>, 'type' | 'network' | 'signWith' | 'form' | 'round'>):
  string | null =>
  signWith === null || network === '' || form === null
    ? null
    : JSON.stringify([type, network, signWith, round]);

/** Takes back what a node said of another account, network or payment, and hears no answer that is on its way. */
function forgetNode(): void {
  turns.end();
  const { answer } = usePaymentNode.getState();
  usePaymentNode.setState(NOTHING, true);
  if (answer !== null) fillFields(answer.values, {});
}

usePayment.subscribe((now, before) => {
  if (nodeSubject(now) !== nodeSubject(before)) forgetNode();
});
onOtherProfile(forgetNode);

/** Hears no answer any more: the form is closed. It is asked for again when the form is opened. */
export function leavePaymentNode(): void {
  turns.end();
  if (usePaymentNode.getState().isAsking) usePaymentNode.setState({ asked: null, isAsking: false });
}

/** Asks the node what the payment must know, and fills in what nobody entered. */
export async function askPaymentNode(): Promise<void> {
  const { type, network, signWith } = usePayment.getState();
  const asked = nodeSubject(usePayment.getState());
  if (asked === null || signWith === null) return;
  const isMine = turns.begin();
  usePaymentNode.setState({ asked, isAsking: true, error: null });
  try {
    const answer = await getConsole().transfers.askNode({ type, signWith, network });
    if (!isMine()) return;
    const { stage } = paymentFlow.useFlow.getState();
    // What is looked at on the approval surface, or was signed, doesn't change behind it.
    if (stage === 'reviewing' || stage === 'ended') {
      usePaymentNode.setState({ isAsking: false });
      return;
    }
    const before = usePaymentNode.getState().answer?.values ?? {};
    const taken = fillFields(before, answer.values);
    usePaymentNode.setState({ isAsking: false, answer: { ...answer, taken } });
  } catch (thrown) {
    if (isMine()) usePaymentNode.setState({ isAsking: false, error: asBridgeError(thrown) });
  }
}

/** From which node a field's value is, and when; null for every other value. */
export function useNodeMark(field: string): string | null {
  const answer = usePaymentNode((state) => state.answer);
  const value = usePayment(({ values }) => values[field]);
  const isEntered = usePayment(({ entered }) => entered.includes(field));
  if (answer === null || isEntered || !answer.taken.includes(field) || answer.values[field] !== value)
    return null;
  return PAYMENT_TEXT.node.mark(answer.host, formatClock(answer.atMs));
}
