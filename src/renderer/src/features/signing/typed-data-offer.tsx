import { Braces } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TypedDataInput } from '#protocol/typed-data-input.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { OperationDialog } from '../operations/operation-dialog.tsx';
import { useSigning } from './signing-store.ts';
import { SIGNING_TEXT } from './text.ts';

const LOCKED = ['payload', 'encoding', 'hashFunction'] as const;

/** Says that what was pasted is typed data, and opens the operation that signs it. */
export function TypedDataOffer({ primaryType, domain }: TypedDataInput): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { text, signWith } = useSigning();
  const initial = {
    ...(signWith === null ? {} : { signWith }),
    payload: text.trim(),
    encoding: 'PAYLOAD_ENCODING_EIP712',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  };
  return (
    <>
      <EmptyState
        icon={Braces}
        title={SIGNING_TEXT.typedData.title}
        action={
          <Button kind="primary" onPress={() => setOpen(true)}>
            {SIGNING_TEXT.typedData.sign}
          </Button>
        }
      >
        {SIGNING_TEXT.typedData.text(primaryType, domain)}
      </EmptyState>
      {isOpen && (
        <OperationDialog
          operation="sign_raw_payload"
          initial={initial}
          locked={LOCKED}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
