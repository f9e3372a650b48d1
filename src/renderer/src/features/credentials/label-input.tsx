import type { ReactNode } from 'react';
import { TextInput } from '../../ui/fields.tsx';
import { CREDENTIAL_TEXT } from './text.ts';

interface LabelInputProps {
  readonly value: string;
  readonly onChange: (label: string) => void;
  readonly placeholder?: string;
  readonly help?: ReactNode;
}

/** What a credential is called on this machine: the first field of its form. */
export function LabelInput(field: LabelInputProps): ReactNode {
  return <TextInput {...field} label={CREDENTIAL_TEXT.label} autoFocus maxLength={60} />;
}
