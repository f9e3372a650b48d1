import { FileInput } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { AppError } from '#protocol/error.ts';
import { Note, type Refused, Refusal } from '../../ui/notes.tsx';
import { ChosenFile } from './chosen-file.tsx';
import { changeField, usePayment } from './payment-store.ts';
import { PAYMENT_TEXT } from './text.ts';

const TEXT = PAYMENT_TEXT.known;

/** Fills in what must be known out of a file, for a computer that can ask no node. What was filled in is said. */
export function KnownValuesFile({ isDisabled }: { readonly isDisabled: boolean }): ReactNode {
  const [refused, setRefused] = useState<Refused | null>(null);
  const [taken, setTaken] = useState<readonly string[]>([]);
  const read = async (file: File, isStale: () => boolean): Promise<void> => {
    setRefused(null);
    setTaken([]);
    const { type } = usePayment.getState();
    // What reads chains is loaded with the first file.
    const { MAX_KNOWN_VALUES_BYTES, readKnownValues } = await import('#chains/known-values.ts');
    try {
      if (file.size > MAX_KNOWN_VALUES_BYTES) {
        setRefused({ message: TEXT.tooLarge, remedy: TEXT.another });
        return;
      }
      const content = await file.text().catch(() => null);
      const { form, type: now } = usePayment.getState();
      // Another chain was chosen meanwhile: its form is another.
      if (isStale() || now !== type) return;
      if (content === null) {
        setRefused({ message: TEXT.unreadable, remedy: TEXT.another });
        return;
      }
      const values = Object.entries(readKnownValues(type, content));
      for (const [name, value] of values) changeField(name, value);
      setTaken(values.map(([name]) => form?.fields.find((field) => field.name === name)?.label ?? name));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setRefused(error);
    }
  };
  return (
    <>
      <ChosenFile
        label={TEXT.choose}
        icon={FileInput}
        accepts={['.json', 'application/json', 'text/plain']}
        isDisabled={isDisabled}
        read={read}
      />
      {taken.length > 0 && <Note title={TEXT.taken(taken)}>{TEXT.takenWhy}</Note>}
      <Refusal error={refused} />
    </>
  );
}
