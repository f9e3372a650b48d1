import { QrCode } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Note, type Refused, Refusal } from '../../ui/notes.tsx';
import { CODES_TEXT } from '../codes/text.ts';
import { ChosenFile } from './chosen-file.tsx';
import { payAddress, usePayment } from './payment-store.ts';
import { PAYMENT_TEXT } from './text.ts';

const TEXT = PAYMENT_TEXT.code;

const refusedFor = ([message, remedy]: readonly [string, string]): Refused => ({ message, remedy });

/** Takes the recipient out of a picture of a QR code; whatever else the code asks for is left out, and that is said. */
export function RecipientCode({ isDisabled }: { readonly isDisabled: boolean }): ReactNode {
  const [refused, setRefused] = useState<Refused | null>(null);
  /** The address of a code that asked for more than it. */
  const [alone, setAlone] = useState<string | null>(null);
  const to = usePayment((state) => state.to);
  const read = async (file: File, isStale: () => boolean): Promise<void> => {
    const { to: before } = usePayment.getState();
    setRefused(null);
    setAlone(null);
    // What reads codes and addresses is loaded with the first picture.
    const [{ codeIn }, { addressInCode }] = await Promise.all([
      import('../codes/scan.ts'),
      import('#chains/pasted-address.ts'),
    ]);
    const code = await codeIn(file);
    // Another recipient was entered meanwhile: it stays.
    if (isStale() || usePayment.getState().to !== before) return;
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
      <ChosenFile
        label={TEXT.choose}
        icon={QrCode}
        accepts={['image/*']}
        isDisabled={isDisabled}
        read={read}
      />
      {alone !== null && alone === to && <Note title={TEXT.more}>{TEXT.moreWhy}</Note>}
      <Refusal error={refused} />
    </>
  );
}
