import type { ReactNode } from 'react';
import { TextArea } from '../../../ui/text-area.tsx';
import { FORM_TEXT } from '../text.ts';

interface JsonViewProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly error: string | null;
}

/** The parameters as JSON, to read, to edit and to paste. */
export function JsonView({ text, onChange, error }: JsonViewProps): ReactNode {
  return (
    <TextArea
      label={FORM_TEXT.parametersAsJson}
      rows={Math.min(24, Math.max(8, text.split('\n').length + 1))}
      value={text}
      onChange={onChange}
      error={error}
    />
  );
}
