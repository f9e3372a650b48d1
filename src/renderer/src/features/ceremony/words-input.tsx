import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { CEREMONY_TEXT } from './text.ts';

const TEXT = CEREMONY_TEXT.share;

interface WordsInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
  readonly onFocus?: () => void;
  readonly isReadOnly?: boolean;
}

/** A share as it is typed: hidden, as long as whoever types doesn’t want to see it. */
export function WordsInput({ onFocus, ...field }: WordsInputProps): ReactNode {
  const [isShown, setShown] = useState(false);
  return (
    <TextInput
      {...field}
      {...(onFocus === undefined ? {} : { onFocus })}
      mono
      type={isShown ? 'text' : 'password'}
      autoComplete="new-password"
      spellCheck="false"
      maxLength={2_000}
      help={TEXT.typedHelp}
      end={
        <Button
          kind="quiet"
          small
          icon={isShown ? EyeOff : Eye}
          aria-label={isShown ? TEXT.conceal : TEXT.reveal}
          onPress={() => setShown(!isShown)}
        />
      }
    />
  );
}
