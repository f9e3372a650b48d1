import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextField } from 'react-aria-components/TextField';
import type { TextFieldProps } from 'react-aria-components/TextField';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

/** What every labelled field of text takes. */
export interface FieldProps extends Omit<TextFieldProps, 'children' | 'className' | 'style' | 'isInvalid'> {
  readonly label: string;
  /** Faint words after the label: a count, a format. */
  readonly aside?: ReactNode;
  /** What the field is for, below it. */
  readonly help?: ReactNode;
  /** Why the value will not do; makes the field invalid. */
  readonly error?: string | null | undefined;
  readonly placeholder?: string;
  readonly className?: string | undefined;
}

/** A labelled line of text. */
export function TextInput({
  placeholder,
  mono,
  end,
  ...field
}: FieldProps & { readonly mono?: boolean; readonly end?: ReactNode }): ReactNode {
  return (
    <Field {...field}>
      <div className={styles['box']}>
        <Input
          className={classNames(styles['input'], mono && styles['mono'])}
          placeholder={placeholder ?? ''}
        />
        {end}
      </div>
    </Field>
  );
}

/** The label, help and error around an input. */
export function Field({
  label,
  aside,
  help,
  error,
  className,
  children,
  ...rest
}: Omit<FieldProps, 'placeholder'> & { children: ReactNode }): ReactNode {
  return (
    <TextField
      autoComplete="off"
      {...rest}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={classNames(styles['field'], className)}
    >
      <Label className={styles['label']}>
        {label}
        {aside !== undefined && <span className={styles['aside']}> {aside}</span>}
      </Label>
      {children}
      {help !== undefined && !error && (
        <Text slot="description" className={styles['help']}>
          {help}
        </Text>
      )}
      <FieldError className={styles['error'] ?? ''}>{error}</FieldError>
    </TextField>
  );
}
