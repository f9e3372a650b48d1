import { type ReactNode, useRef } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField, type TextFieldProps } from 'react-aria-components/TextField';
import { classNames } from './class-names.ts';
import styles from './fields.module.css';
import { useFirstField } from './first-field.ts';

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
    <LabeledField {...field}>
      <div className={styles['box']}>
        <Input
          className={classNames(styles['input'], mono && styles['mono'])}
          placeholder={placeholder ?? ''}
        />
        {end}
      </div>
    </LabeledField>
  );
}

/** The label, help and error around an input. */
export function LabeledField({
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

/** A labelled text of several lines; in the fixed-width face, because what stands in it is code. */
export function TextArea({ rows, placeholder, ...rest }: FieldProps & { readonly rows: number }): ReactNode {
  return (
    <LabeledField spellCheck="false" {...rest}>
      <div className={styles['box']}>
        <AriaTextArea
          className={classNames(styles['input'], styles['mono'], styles['area'])}
          rows={rows}
          placeholder={placeholder ?? ''}
        />
      </div>
    </LabeledField>
  );
}

interface FormProps {
  readonly label: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  /** The actions at the end, the one that submits last. */
  readonly actions: ReactNode;
  /** Whether its screen is there for it alone: then its first field has the focus. In a dialog it has without this. */
  readonly isMain?: boolean;
}

/** Fields one below the other with their actions at the end; Enter does the last one. */
export function Form({ label, onSubmit, children, actions, isMain = false }: FormProps): ReactNode {
  const frame = useRef<HTMLFormElement>(null);
  useFirstField(frame, isMain);
  return (
    <form
      ref={frame}
      className={styles['form']}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog's form stands within the form that opened it, for React.
        event.stopPropagation();
        onSubmit();
      }}
    >
      {children}
      <div className={styles['actions']}>{actions}</div>
    </form>
  );
}
