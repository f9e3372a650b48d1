import type { ReactNode } from 'react';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { classNames } from './class-names.ts';
import field from './field.module.css';
import styles from './text-area.module.css';
import { Field } from './text-input.tsx';
import type { FieldProps } from './text-input.tsx';

/** A labelled text of several lines; in the fixed-width face, because what stands in it is code. */
export function TextArea({ rows, placeholder, ...rest }: FieldProps & { readonly rows: number }): ReactNode {
  return (
    <Field spellCheck="false" {...rest}>
      <div className={field['box']}>
        <AriaTextArea
          className={classNames(field['input'], field['mono'], styles['area'])}
          rows={rows}
          placeholder={placeholder ?? ''}
        />
      </div>
    </Field>
  );
}
