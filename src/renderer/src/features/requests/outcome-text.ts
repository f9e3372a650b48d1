import type { Outcome } from '#preload/contract/requests.ts';
import { asBridgeError } from '../../bridge/console.ts';
import { REQUEST_TEXT } from './text.ts';

/** The outcome of a call that was refused. */
export function failedBy(thrown: unknown): Outcome {
  const { code, message, remedy, service } = asBridgeError(thrown);
  return { state: 'failed', code, message, remedy, ...(service && { service }) };
}

/** Whether everything that was checked about a result holds. */
export const holds = (outcome: Outcome): boolean =>
  outcome.state !== 'completed' || outcome.verifications.every((check) => check.passed);

/** The heading of an outcome. */
export function outcomeTitle(outcome: Outcome): string {
  switch (outcome.state) {
    case 'completed':
      if (!holds(outcome)) return REQUEST_TEXT.titles.unverified;
      return outcome.transaction ? REQUEST_TEXT.titles.signed : REQUEST_TEXT.titles.done;
    case 'waiting':
      return REQUEST_TEXT.titles.waiting;
    case 'denied':
      return REQUEST_TEXT.titles.denied;
    case 'expired':
      return REQUEST_TEXT.titles.expired;
    case 'failed':
      return REQUEST_TEXT.titles.failed;
    case 'unanswered':
      return REQUEST_TEXT.titles.unanswered;
  }
}

type Signed = NonNullable<Extract<Outcome, { state: 'completed' }>['transaction']>;

/**
 * A signed transaction in all its forms, the one that is sent first: what the network takes, where the service's is only on the
 * way there, else the service's.
 */
export function signedForms({ signed, forms = [] }: Pick<Signed, 'signed' | 'forms'>): {
  readonly first: string;
  readonly others: readonly { readonly name: string; readonly text: string }[];
} {
  const final = forms.find(({ isFinal }) => isFinal === true);
  if (final === undefined) return { first: signed, others: forms };
  const others = [
    { name: REQUEST_TEXT.signed.psbt, text: signed },
    ...forms.filter((each) => each !== final),
  ];
  return { first: final.text, others };
}

/** The name of the file for a signed transaction: the first eight digits of its hash tell files apart. */
export const signedFileName = (hash: string): string => `signed-${hash.replace(/^0x/, '').slice(0, 8)}.txt`;
