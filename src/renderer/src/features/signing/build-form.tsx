import { Hammer } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import styles from './build-form.module.css';
import { buildTransfer, FIRST_TRANSFER } from './build-transfer.ts';
import type { TransferDraft, TransferErrors } from './build-transfer.ts';
import { setTransaction } from './signing-store.ts';

const FIELDS = [
  { name: 'to', label: 'To', aside: 'an Ethereum address', isWide: true },
  { name: 'amount', label: 'Amount', aside: 'in ether' },
  { name: 'chainId', label: 'Chain id', aside: '' },
  { name: 'nonce', label: 'Nonce', aside: '' },
  { name: 'gasLimit', label: 'Gas limit', aside: '' },
  { name: 'maxFee', label: 'Max fee', aside: 'in gwei' },
  { name: 'tip', label: 'Tip', aside: 'in gwei' },
] as const satisfies readonly { name: keyof TransferDraft; label: string; aside: string; isWide?: boolean }[];

/** Builds a plain transfer, for those who have nothing to paste; its bytes go into the field below. */
export function BuildForm({ isDisabled }: { isDisabled: boolean }): ReactNode {
  const [draft, setDraft] = useState<TransferDraft>(FIRST_TRANSFER);
  const [errors, setErrors] = useState<TransferErrors>({});
  const submit = (): void => {
    const built = buildTransfer(draft);
    setErrors('errors' in built ? built.errors : {});
    if ('hex' in built) setTransaction(built.hex);
  };
  return (
    <Form
      label="Build a transfer"
      onSubmit={submit}
      actions={
        <Button type="submit" small icon={Hammer} isDisabled={isDisabled}>
          Write the bytes
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
            onChange={(text) => setDraft({ ...draft, [name]: text })}
            error={errors[name] ?? null}
            isDisabled={isDisabled}
          />
        ))}
      </div>
    </Form>
  );
}
