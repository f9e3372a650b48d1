import { Hammer } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import styles from './build-form.module.css';
import { FIRST_TRANSFER, buildTransfer } from './build-transfer.ts';
import type { TransferDraft, TransferErrors } from './build-transfer.ts';
import { setTransaction, useSigning } from './signing-store.ts';
import { SIGNING_TEXT } from './text.ts';

const FIELDS = [
  { name: 'to', label: SIGNING_TEXT.build.to, aside: SIGNING_TEXT.build.toAside, isWide: true },
  { name: 'amount', label: SIGNING_TEXT.build.amount, aside: SIGNING_TEXT.build.amountAside },
  { name: 'chainId', label: SIGNING_TEXT.build.chainId, aside: '' },
  { name: 'nonce', label: SIGNING_TEXT.build.nonce, aside: '' },
  { name: 'gasLimit', label: SIGNING_TEXT.build.gasLimit, aside: '' },
  { name: 'maxFee', label: SIGNING_TEXT.build.maxFee, aside: SIGNING_TEXT.build.gwei },
  { name: 'tip', label: SIGNING_TEXT.build.tip, aside: SIGNING_TEXT.build.gwei },
] as const satisfies readonly { name: keyof TransferDraft; label: string; aside: string; isWide?: boolean }[];

/** Builds a plain transfer, for those who have nothing to paste; its bytes go into the field below. */
export function BuildForm({ isDisabled }: { isDisabled: boolean }): ReactNode {
  const [draft, setDraft] = useState<TransferDraft>(FIRST_TRANSFER);
  const [errors, setErrors] = useState<TransferErrors>({});
  const [built, setBuilt] = useState<string | null>(null);
  const text = useSigning((state) => state.text);
  // What was pasted or dropped is another transaction: the form would say something else than the preview.
  if (text !== '' && text !== built && draft !== FIRST_TRANSFER) {
    setDraft(FIRST_TRANSFER);
    setErrors({});
  }
  const change = (part: Partial<TransferDraft>): void => {
    setDraft({ ...draft, ...part });
    // Bytes of earlier values, and their preview, go at the first letter.
    if (text !== '') setTransaction('');
  };
  const submit = (): void => {
    const written = buildTransfer(draft);
    setErrors('errors' in written ? written.errors : {});
    if (!('hex' in written)) return;
    setBuilt(written.hex);
    setTransaction(written.hex);
  };
  return (
    <Form
      label={SIGNING_TEXT.build.title}
      onSubmit={submit}
      actions={
        <Button type="submit" small icon={Hammer} isDisabled={isDisabled}>
          {SIGNING_TEXT.build.submit}
        </Button>
      }
    >
      <div className={styles['grid']}>
        {FIELDS.map(({ name, label, aside, ...rest }) => (
          <TextInput
            key={name}
            className={'isWide' in rest ? styles['wide'] : undefined}
            mono={name === 'to'}
            label={label}
            aside={aside}
            value={draft[name]}
            onChange={(value) => change({ [name]: value })}
            error={errors[name] ?? null}
            isDisabled={isDisabled}
          />
        ))}
      </div>
    </Form>
  );
}
