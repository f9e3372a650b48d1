import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import type { FormField } from '#protocol/form/form-field.ts';
import type { IdSource } from '#protocol/form/id-sources.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import choices from '#renderer/ui/choices.module.css';
import fieldStyles from '#renderer/ui/fields.module.css';
import { Icon } from '#renderer/ui/icon.tsx';
import { matching } from '#renderer/ui/finding.tsx';
import selectStyles from '#renderer/ui/select.module.css';
import styles from './form.module.css';
import { asideOf, FORM_TEXT } from './text.ts';
import { useIdOptions } from './use-id-options.ts';
import { useTextField } from './use-field.ts';

interface IdPickerProps {
  readonly field: FormField;
  readonly path: string;
  readonly source: IdSource;
}

/** An id: picked by its name out of what the service knows, or typed. The id itself always stands in the field. */
export function IdPicker({ field, path, source }: IdPickerProps): ReactNode {
  const { text, change, blur, error, isLocked } = useTextField(path);
  const { options, note } = useIdOptions(source);
  const [isTyping, setTyping] = useState(false);
  const chosen = options.find((option) => option.id === text);
  // While an id stands there, opening the list offers all; while something is typed, what matches it.
  const words = isTyping ? text : '';
  const { shown } = matching(options, words, ({ id, label }) => `${label} ${id}`);
  const help = note ?? chosen?.label ?? field.hint;
  const aside = asideOf(field);
  return (
    <ComboBox
      className={fieldStyles['field'] ?? ''}
      inputValue={text}
      onInputChange={(next) => {
        setTyping(next !== '' && !options.some((option) => option.id === next));
        change(next);
      }}
      items={shown}
      allowsCustomValue
      allowsEmptyCollection
      menuTrigger="focus"
      onBlur={blur}
      isDisabled={isLocked}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label className={fieldStyles['label']}>
        {field.label}
        {aside !== undefined && <span className={fieldStyles['aside']}> {aside}</span>}
      </Label>
      <div className={fieldStyles['box']}>
        <Input
          className={classNames(fieldStyles['input'], fieldStyles['mono'])}
          placeholder={FORM_TEXT.ids.placeholder}
          spellCheck="false"
        />
        <Button className={styles['open'] ?? ''} aria-label={FORM_TEXT.ids.show(field.label)}>
          <Icon of={ChevronDown} />
        </Button>
      </div>
      {help !== undefined && error === undefined && (
        <Text slot="description" className={fieldStyles['help']}>
          {help}
        </Text>
      )}
      <FieldError className={fieldStyles['error'] ?? ''}>{error}</FieldError>
      <Popover className={classNames(choices['popover'], selectStyles['popover'])} offset={4}>
        <ListBox
          className={choices['list'] ?? ''}
          renderEmptyState={() => <div className={styles['nothing']}>{FORM_TEXT.ids.empty}</div>}
        >
          {({ id, label }: { id: string; label: string }) => (
            <ListBoxItem id={id} textValue={id} className={choices['choice'] ?? ''}>
              <span className={styles['option']}>
                <span>{label}</span>
                <span className={styles['optionId']}>{id}</span>
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
