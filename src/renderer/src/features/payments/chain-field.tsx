import type { ReactNode } from 'react';
import type { PaymentField } from '#preload/contract/transfers.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextInput } from '../../ui/fields.tsx';
import { useNodeMark } from './payment-node.ts';
import { nextNonce, nonceHelp } from './next-nonce.ts';
import { changeField, usePayment } from './payment-store.ts';
import { PAYMENT_TEXT } from './text.ts';

/** Why a field's value won't do; nothing before something was entered, because what is missing stands beside the form. */
export const useProblem = (field: string, value: string): string | null => {
  const found = usePayment((state) => state.problems.find((problem) => problem.field === field));
  return found === undefined || value.trim() === '' ? null : `${found.message} ${found.remedy}`;
};

/** One thing that the chosen chain asks for, with the words where to find it. */
export function ChainFieldInput({
  field: { name, label, aside, where, isLong, isNonce },
  isDisabled,
}: {
  field: PaymentField;
  isDisabled: boolean;
}): ReactNode {
  const value = usePayment((state) => state.values[name] ?? '');
  const lastNonce = usePayment((state) => state.lastNonce);
  const known = isNonce === true ? lastNonce : null;
  const next = nextNonce(known);
  const mark = useNodeMark(name);
  const help = known === null ? where : nonceHelp(known, where);
  const field = {
    label,
    ...(aside === undefined ? {} : { aside }),
    value,
    onChange: (text: string) => changeField(name, text),
    help: mark === null ? help : `${mark} ${help}`,
    error: useProblem(name, value),
    isDisabled,
  };
  if (isLong === true) return <TextArea rows={3} {...field} />;
  return (
    <TextInput
      {...field}
      spellCheck="false"
      end={
        next === null || value !== '' ? null : (
          <Button small kind="quiet" isDisabled={isDisabled} onPress={() => changeField(name, next)}>
            {PAYMENT_TEXT.takeNonce(next)}
          </Button>
        )
      }
    />
  );
}
