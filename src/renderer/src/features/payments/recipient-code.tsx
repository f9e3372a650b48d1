import { QrCode } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Button } from '../../ui/button.tsx';
import { Note, type Refused, Refusal } from '../../ui/notes.tsx';
import { CODES_TEXT } from '../codes/text.ts';
import { payAddress } from './payment-store.ts';
import { PAYMENT_TEXT } from './text.ts';

const TEXT = PAYMENT_TEXT.code;

const refusedFor = ([message, remedy]: readonly [string, string]): Refused => ({ message, remedy });

/** Takes the recipient out of a picture of a QR code; whatever else the code asks for is left out, and that is said. */
export function RecipientCode({ isDisabled }: { readonly isDisabled: boolean }): ReactNode {
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isMore, setMore] = useState(false);
  const read = async (file: File): Promise<void> => {
    setRefused(null);
    setMore(false);
    // What reads codes and addresses is loaded with the first picture.
    const [{ codeIn }, { addressInCode }] = await Promise.all([
      import('../codes/scan.ts'),
      import('#chains/pasted-address.ts'),
    ]);
    const code = await codeIn(file);
    if (typeof code === 'string') {
      setRefused(refusedFor(CODES_TEXT.scan.refused[code]));
      return;
    }
    const answer = addressInCode(code.text);
    if (answer.kind !== 'address') {
      setRefused(refusedFor(TEXT.refused[answer.kind]));
      return;
    }
    setMore(answer.isMore);
    await payAddress(answer.found.chain, answer.found.address);
  };
  return (
    <>
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
      {isMore && <Note title={TEXT.more}>{TEXT.moreWhy}</Note>}
      <Refusal error={refused} />
    </>
  );
}
