import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox';
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import styles from './choices.module.css';
import field from './fields.module.css';
import { Icon } from './icon.tsx';

interface CheckboxListProps<Id extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  readonly value: readonly Id[];
  readonly onChange: (ids: Id[]) => void;
  readonly help?: ReactNode;
  readonly isDisabled?: boolean;
}

/** A choice of any out of a few. */
export function CheckboxList<Id extends string>(props: CheckboxListProps<Id>): ReactNode {
  const { label, options, value, onChange, help, isDisabled } = props;
  return (
    <CheckboxGroup
      className={field['field'] ?? ''}
      value={[...value]}
      onChange={(ids) =>
        onChange(options.filter((option) => ids.includes(option.id)).map((option) => option.id))
      }
      isDisabled={isDisabled ?? false}
    >
      <Label className={field['label'] ?? ''}>{label}</Label>
      {options.map((option) => (
        <CheckboxField key={option.id} value={option.id}>
          <CheckboxButton className={styles['option'] ?? ''}>
            <span className={styles['box']}>
              <Icon of={Check} small />
            </span>
            {option.label}
          </CheckboxButton>
        </CheckboxField>
      ))}
      {help !== undefined && (
        <Text slot="description" className={field['help'] ?? ''}>
          {help}
        </Text>
      )}
    </CheckboxGroup>
  );
}

interface ChipsProps<Id extends string> {
  readonly label: string;
  /** Says the label to screen readers alone. */
  readonly hideLabel?: boolean;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  readonly value: readonly Id[];
  /** Told what is chosen, in the options' order. */
  readonly onChange: (ids: Id[]) => void;
}

/** A choice of any out of many short ones. */
export function Chips<Id extends string>(props: ChipsProps<Id>): ReactNode {
  const { label, hideLabel = false, options, value, onChange } = props;
  const id = useId();
  return (
    <div className={field['field'] ?? ''}>
      {!hideLabel && (
        <span id={id} className={field['label'] ?? ''}>
          {label}
        </span>
      )}
      <ToggleButtonGroup
        {...(hideLabel ? { 'aria-label': label } : { 'aria-labelledby': id })}
        className={styles['chips'] ?? ''}
        selectionMode="multiple"
        selectedKeys={[...value]}
        onSelectionChange={(keys) =>
          onChange(options.filter((option) => keys.has(option.id)).map((option) => option.id))
        }
      >
        {options.map((option) => (
          <ToggleButton key={option.id} id={option.id} className={styles['chip'] ?? ''}>
            {option.label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}

interface SegmentedProps<Id extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly isDisabled?: boolean;
}

/** A choice of one out of two to five that are always in sight. */
export function Segmented<Id extends string>({
  label,
  options,
  value,
  onChange,
  isDisabled = false,
}: SegmentedProps<Id>): ReactNode {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={styles['group'] ?? ''}
      selectionMode="single"
      disallowEmptySelection
      isDisabled={isDisabled}
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const option = options.find((candidate) => keys.has(candidate.id));
        if (option) onChange(option.id);
      }}
    >
      {options.map((option) => (
        <ToggleButton key={option.id} id={option.id} className={styles['segmentedOption'] ?? ''}>
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
