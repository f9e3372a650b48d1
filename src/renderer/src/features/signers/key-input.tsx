import { type ReactNode, useState } from 'react';
import { TextInput } from '../../ui/fields.tsx';

interface KeyInputProps {
  readonly label: string;
  readonly help: string;
  readonly value: string | null;
  /** Called with what was entered, as a whole: half an address needs no preview. Null where the field was emptied. */
  readonly onTake: (entered: string | null) => void;
  readonly isDisabled: boolean;
}

/** What signs, entered where no service can be asked for its keys. */
export function KeyInput({ label, help, value, onTake, isDisabled }: KeyInputProps): ReactNode {
  const [text, setText] = useState(value ?? '');
  const [shown, setShown] = useState(value);
  // Taken away or chosen elsewhere, by another chain for one: the field never names another key than the one in use.
  if (value !== shown) {
    setShown(value);
    setText(value ?? '');
  }
  const take = (): void => onTake(text.trim() || null);
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
