import { ChevronDown } from 'lucide-react';
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { useWatch } from 'react-hook-form';
import { WEBHOOK_EVENT_TYPES } from '#protocol/catalogue/webhooks.ts';
import { type DraftGroup, valueOfGroup } from '#protocol/form/draft.ts';
import { type FormField, wordsOfValues } from '#protocol/form/form-field.ts';
import type { IdOption, IdSource } from '#protocol/form/id-sources.ts';
import { useIsOffline } from '#renderer/bridge/app-state.ts';
import { asBridgeError } from '#renderer/bridge/console.ts';
import choices from '#renderer/ui/choices.module.css';
import { classNames } from '#renderer/ui/class-names.ts';
import fieldStyles from '#renderer/ui/fields.module.css';
import { matchingChoices } from '#renderer/ui/finding.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import selectStyles from '#renderer/ui/select.module.css';
import { FormOpeningContext, useFormPlace, useTextField } from './form-place.ts';
import styles from './form.module.css';
import { FORM_TEXT, asideOf } from './text.ts';

/** What a picker knows of its ids: options, or why there are none. */
export interface KnownIds {
  readonly options: readonly IdOption[];
  readonly note: string | null;
}

const OFFLINE: KnownIds = { options: [], note: FORM_TEXT.ids.offline };

/** Asks a source for its ids, and again when the parameters change that it is asked with. */
function useIdOptions(source: IdSource): KnownIds {
  const { fields, ids } = useFormPlace();
  const isOffline = useIsOffline();
  const draft = useWatch({ name: 'parameters' }) as DraftGroup;
  const form = valueOfGroup(fields, draft);
  // Only what is asked counts: the rest of the form changes with every key.
  const question = JSON.stringify(source.ask(form));
  const [known, setKnown] = useState<KnownIds>({ options: [], note: null });
  useEffect(() => {
    if (isOffline) return undefined;
    let isGone = false;
    const show = (next: KnownIds): void => {
      if (!isGone) setKnown(next);
    };
    ids.ask(source, form).then(
      (options) => show({ options, note: null }),
      // A picker that cannot be filled still takes an id as text.
      (thrown: unknown) => show({ options: [], note: asBridgeError(thrown).message }),
    );
    return () => {
      isGone = true;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `form` changes with every key; `question` says when to ask
  }, [ids, source, question, isOffline]);
  return isOffline ? OFFLINE : known;
}

interface IdPickerProps {
  readonly field: FormField;
  readonly path: string;
  readonly source: IdSource;
}

/** An id: picked by its name out of what the service knows, or typed. The id itself always stands in the field. */
export function IdPicker({ field, path, source }: IdPickerProps): ReactNode {
  return <OptionPicker field={field} path={path} known={useIdOptions(source)} />;
}

const EVENT_TYPES: KnownIds = {
  options: wordsOfValues(WEBHOOK_EVENT_TYPES).map((label, index) => ({
    id: WEBHOOK_EVENT_TYPES[index] ?? '',
    label,
  })),
  note: null,
};

/** What an endpoint is told of: one of the published event types, or one that a service has beside them. */
export function EventTypePicker(place: Omit<IdPickerProps, 'source'>): ReactNode {
  return <OptionPicker {...place} known={EVENT_TYPES} />;
}

type OptionPickerProps = Omit<IdPickerProps, 'source'> & { readonly known: KnownIds };

function OptionPicker({ field, path, known: { options, note } }: OptionPickerProps): ReactNode {
  const { text, change, blur, error, isLocked } = useTextField(path);
  const [isTyping, setTyping] = useState(false);
  const isOpening = useContext(FormOpeningContext);
  const chosen = options.find((option) => option.id === text);
  // While an id stands there, opening the list offers all; while something is typed, what matches it.
  const words = isTyping ? text : '';
  const { shown } = matchingChoices(options, words, ({ id, label }) => `${label} ${id}`);
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
      menuTrigger={isOpening ? 'input' : 'focus'}
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
