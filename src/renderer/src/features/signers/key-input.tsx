import { type ReactNode, useState } from 'react';
import { TextInput } from '../../ui/fields.tsx';

interface KeyInputProps {
  readonly label: string;
  readonly help: string;
  readonly value: string | null;
  /** Called with what was entered, as a whole: half an address needs no preview. */
  readonly onTake: (entered: string) => void;
  readonly isDisabled: boolean;
}

/** What signs, entered where no service can be asked for its keys. */
export function KeyInput({ label, help, value, onTake, isDisabled }: KeyInputProps): ReactNode {
  const [text, setText] = useState(value ?? '');
  const take = (): void => {
    if (text.trim() !== '') onTake(text.trim());
  };
  return (
    <TextInput
      label={label}
      mono
      spellCheck="false"
      value={text}
      onChange={setText}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
      help={help}
      isDisabled={isDisabled}
    />
  );
}
