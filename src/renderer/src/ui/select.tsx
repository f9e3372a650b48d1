import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Button } from 'react-aria-components/Button';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { Text } from 'react-aria-components/Text';
import choices from './choices.module.css';
import { classNames } from './class-names.ts';
import field from './fields.module.css';
import { DRAWN, FindField, matchingChoices } from './finding.tsx';
import { Icon } from './icon.tsx';
import styles from './select.module.css';
import { UI_TEXT } from './text.ts';

/** One thing to choose: `detail` is a second line, `aside` faint words at the end, `words` finds it beside its label. */
export interface Option<Id extends string = string> {
  readonly id: Id;
  readonly label: string;
  readonly detail?: ReactNode;
  readonly aside?: ReactNode;
  readonly lead?: ReactNode;
  readonly words?: string;
}

interface SelectProps<Id extends string> {
  readonly label: string;
  /** Keeps the label for those who do not see it only. */
  readonly hideLabel?: boolean;
  readonly options: readonly Option<Id>[];
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
  readonly placeholder?: string;
  readonly help?: ReactNode;
  /** Why the choice will not do; makes the field invalid. */
  readonly error?: string | undefined;
  readonly onBlur?: () => void;
  readonly isDisabled?: boolean;
  readonly className?: string | undefined;
}

/** A choice of one; where there are many, they are found by typing. */
export function Select<Id extends string>({
  label,
  hideLabel,
  options,
  value,
  onChange,
  placeholder,
  help,
  error,
  onBlur,
  isDisabled,
  className,
}: SelectProps<Id>): ReactNode {
  const chosen = options.find((option) => option.id === value);
  const [words, setWords] = useState('');
  const isLong = options.length > DRAWN;
  const { shown, more } = matchingChoices(options, words, textOf);
  return (
    <AriaSelect
      className={classNames(field['field'], className)}
      value={value}
      onChange={(key) => {
        const option = options.find((candidate) => candidate.id === key);
        if (option) onChange(option.id);
      }}
      onOpenChange={() => setWords('')}
      isDisabled={isDisabled ?? false}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      {...(onBlur ? { onBlur } : {})}
      {...(hideLabel ? { 'aria-label': label } : {})}
    >
      {!hideLabel && <Label className={field['label']}>{label}</Label>}
      <Button className={classNames(field['box'], styles['button'])}>
        <SelectValue className={styles['value'] ?? ''}>
          {chosen ? (
            <OptionFace option={chosen} />
          ) : (
            <span className={styles['placeholder']}>{placeholder ?? UI_TEXT.choose.one}</span>
          )}
        </SelectValue>
        <Icon of={ChevronDown} />
      </Button>
      {help !== undefined && error === undefined && (
        <Text slot="description" className={field['help']}>
          {help}
        </Text>
      )}
      <FieldError className={field['error'] ?? ''}>{error}</FieldError>
      <Popover className={classNames(choices['popover'], styles['popover'])} offset={4}>
        {isLong ? (
          // Only a part is there to be filtered: that is done before.
          <Autocomplete inputValue={words} onInputChange={setWords}>
            <FindField label={UI_TEXT.find.label(label)} count={options.length} autoFocus />
            <Choices options={shown} />
            {more > 0 && <p className={styles['more']}>{UI_TEXT.choose.more(more.toLocaleString('en'))}</p>}
          </Autocomplete>
        ) : (
          <Choices options={options} />
        )}
      </Popover>
    </AriaSelect>
  );
}

function Choices({ options }: { options: readonly Option[] }): ReactNode {
  return (
    <ListBox
      className={choices['list'] ?? ''}
      items={options}
      renderEmptyState={() => <p className={styles['more']}>{UI_TEXT.find.none}</p>}
    >
      {(option) => (
        <ListBoxItem id={option.id} textValue={option.label} className={choices['choice'] ?? ''}>
          {({ isSelected }) => (
            <>
              <OptionFace option={option} />
              {isSelected && <Icon of={Check} className={choices['check']} />}
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  );
}

const textOf = ({ id, label, words = '' }: Option): string => `${label} ${words} ${id}`;

function OptionFace({ option }: { option: Option }): ReactNode {
  return (
    <span className={styles['face']}>
      {option.lead}
      <span className={choices['lines']}>
        <span>{option.label}</span>
        {option.detail !== undefined && <span className={choices['detail']}>{option.detail}</span>}
      </span>
      {option.aside !== undefined && <span className={styles['aside']}>{option.aside}</span>}
    </span>
  );
}
