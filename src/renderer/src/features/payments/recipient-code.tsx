import { Camera, QrCode } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { profileTurn } from '../../bridge/app-state.ts';
import { Button } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import type { addressInCode } from '#chains/pasted-address.ts';
import { Note, type Refused, Refusal } from '../../ui/notes.tsx';
import { CODES_TEXT } from '../codes/text.ts';
import { ChosenFile } from './chosen-file.tsx';
import { payAddress, paymentFlow, usePayment } from './payment-store.ts';
import styles from './payments.module.css';
import { PAYMENT_TEXT } from './text.ts';

const TEXT = PAYMENT_TEXT.code;

type CodeAnswer = ReturnType<typeof addressInCode>;

const refusedFor = ([message, remedy]: readonly [string, string]): Refused => ({ message, remedy });

// The camera's code is loaded with its first picture.
const RecipientCamera = later(async () => (await import('./recipient-camera.tsx')).RecipientCamera);

/** Takes the recipient out of a QR code, in a picture or before a camera; whatever else the code asks for is left out, and that is said. */
export function RecipientCode({ isDisabled }: { readonly isDisabled: boolean }): ReactNode {
  const [refused, setRefused] = useState<Refused | null>(null);
  /** The address of a code that asked for more than it. */
  const [alone, setAlone] = useState<string | null>(null);
  const [isWatching, setIsWatching] = useState(false);
  /** The recipient when the camera was opened. */
  const watchedFor = useRef('');
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
    await take(addressInCode(code.text));
  };
  const take = async (answer: CodeAnswer): Promise<void> => {
    if (answer.kind !== 'address') {
      setRefused(refusedFor(TEXT.refused[answer.kind]));
      return;
    }
    setAlone(answer.isMore ? answer.found.address : null);
    await payAddress(answer.found.chain, answer.found.address, null);
  };
  /** Watches the camera for the form as it is now. */
  const watch = (): void => {
    setRefused(null);
    setAlone(null);
    setIsWatching(true);
    watchedFor.current = usePayment.getState().to;
  };
  const see = async (text: string): Promise<void> => {
    const isItsProfile = profileTurn();
    const { addressInCode } = await import('#chains/pasted-address.ts');
    // The form is another profile's by now, or what it says is being approved.
    if (!isItsProfile() || paymentFlow.useFlow.getState().stage === 'reviewing') return;
    // Another recipient was entered meanwhile: it stays.
    if (usePayment.getState().to !== watchedFor.current) return;
    await take(addressInCode(text));
  };
  const isOn = isWatching && !isDisabled;
  return (
    <>
      <div className={styles['codeWays']}>
        {!isOn && (
          <Button small kind="quiet" icon={Camera} isDisabled={isDisabled} onPress={watch}>
            {TEXT.camera}
          </Button>
        )}
        <ChosenFile
          label={TEXT.choose}
          icon={QrCode}
          accepts={['image/*']}
          isDisabled={isDisabled}
          read={read}
        />
      </div>
      {isOn && (
        <Suspense>
          <RecipientCamera onText={(text) => void see(text)} onEnd={() => setIsWatching(false)} />
        </Suspense>
      )}
      {alone !== null && alone === to && <Note title={TEXT.more}>{TEXT.moreWhy}</Note>}
      <Refusal error={refused} />
    </>
  );
}
