import { FileInput } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { AppError } from '#protocol/error.ts';
import { Button } from '../../ui/button.tsx';
import { Note, type Refused, Refusal } from '../../ui/notes.tsx';
import { changeField, usePayment } from './payment-store.ts';
import { PAYMENT_TEXT } from './text.ts';

const TEXT = PAYMENT_TEXT.known;

/** Fills in what must be known out of a file, for a computer that can ask no node. What was filled in is said. */
export function KnownValuesFile({ isDisabled }: { readonly isDisabled: boolean }): ReactNode {
  const [refused, setRefused] = useState<Refused | null>(null);
  const [taken, setTaken] = useState<readonly string[]>([]);
  const read = async (file: File): Promise<void> => {
    setRefused(null);
    setTaken([]);
    // What reads chains is loaded with the first file.
    const { MAX_KNOWN_VALUES_BYTES, readKnownValues } = await import('#chains/known-values.ts');
    const { type } = usePayment.getState();
    try {
      if (file.size > MAX_KNOWN_VALUES_BYTES) {
        setRefused({ message: TEXT.tooLarge, remedy: TEXT.another });
        return;
      }
      const content = await file.text();
      const { form, type: now } = usePayment.getState();
      // Another chain was chosen meanwhile: its form is another.
      if (now !== type) return;
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
      <div>
        <FileTrigger
          acceptedFileTypes={['.json', 'application/json', 'text/plain']}
          onSelect={(files) => {
            const [file] = files ?? [];
            if (file !== undefined) void read(file);
          }}
        >
          <Button small kind="quiet" icon={FileInput} isDisabled={isDisabled}>
            {TEXT.choose}
          </Button>
        </FileTrigger>
      </div>
      {taken.length > 0 && <Note title={TEXT.taken(taken)}>{TEXT.takenWhy}</Note>}
      <Refusal error={refused} />
    </>
  );
}
