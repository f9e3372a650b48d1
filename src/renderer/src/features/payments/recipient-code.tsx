import { QrCode } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { profileTurn } from '../../bridge/app-state.ts';
import { Button } from '../../ui/button.tsx';
import { Note, type Refused, Refusal } from '../../ui/notes.tsx';
import { CODES_TEXT } from '../codes/text.ts';
import { payAddress, paymentFlow, usePayment } from './payment-store.ts';
import { PAYMENT_TEXT } from './text.ts';

const TEXT = PAYMENT_TEXT.code;

const refusedFor = ([message, remedy]: readonly [string, string]): Refused => ({ message, remedy });

/** Takes the recipient out of a picture of a QR code; whatever else the code asks for is left out, and that is said. */
export function RecipientCode({ isDisabled }: { readonly isDisabled: boolean }): ReactNode {
  const [refused, setRefused] = useState<Refused | null>(null);
  /** The address of a code that asked for more than it. */
  const [alone, setAlone] = useState<string | null>(null);
  const to = usePayment((state) => state.to);
  const turn = useRef(0);
  const read = async (file: File): Promise<void> => {
    const mine = (turn.current += 1);
    const whose = profileTurn();
    const { to: before } = usePayment.getState();
    // Meanwhile another picture was chosen, another recipient or profile, or the approval is in front.
    const isStale = (): boolean =>
      turn.current !== mine ||
      profileTurn() !== whose ||
      usePayment.getState().to !== before ||
      paymentFlow.useFlow.getState().stage === 'reviewing';
    setRefused(null);
    setAlone(null);
    // What reads codes and addresses is loaded with the first picture.
    const [{ codeIn }, { addressInCode }] = await Promise.all([
      import('../codes/scan.ts'),
      import('#chains/pasted-address.ts'),
    ]);
    const code = await codeIn(file);
    if (isStale()) return;
    if (typeof code === 'string') {
      setRefused(refusedFor(CODES_TEXT.scan.refused[code]));
      return;
    }
    const answer = addressInCode(code.text);
    if (answer.kind !== 'address') {
      setRefused(refusedFor(TEXT.refused[answer.kind]));
      return;
    }
    setAlone(answer.isMore ? answer.found.address : null);
    await payAddress(answer.found.chain, answer.found.address);
  };
  return (
    <>
      <div>
        <FileTrigger
          acceptedFileTypes={['image/*']}
          onSelect={(files) => {
            const [file] = files ?? [];
            if (file !== undefined) void read(file);
          }}
        >
          <Button small kind="quiet" icon={QrCode} isDisabled={isDisabled}>
            {TEXT.choose}
          </Button>
        </FileTrigger>
      </div>
      {alone !== null && alone === to && <Note title={TEXT.more}>{TEXT.moreWhy}</Note>}
      <Refusal error={refused} />
    </>
  );
}
