import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import type { FormField } from '#protocol/form/form-field.ts';
import { type Completion, type Completions, completionsAt } from '#protocol/policies/complete.ts';
import { comparedAt, valueCompletions } from '#protocol/policies/compared-value.ts';
import { type PolicyPart, faultAt, keywordsOf } from '#protocol/policies/fields.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { LabeledField } from '#renderer/ui/fields.tsx';
import { useFormPlace, useTextField } from './form-place.ts';
import { CompletionList } from './completion-list.tsx';
import { PolicyText } from './policy-text.tsx';
import { createPolicySources, policyValues } from './policy-values.ts';
import styles from './policy.module.css';
import { FORM_TEXT, asideOf } from './text.ts';
import { createTurns } from '#renderer/bridge/turns.ts';

const TEXT = FORM_TEXT.policy;
const NONE: Completions = { from: 0, to: 0, begun: '', options: [] };

interface PolicyInputProps {
  readonly field: FormField;
  readonly path: string;
  readonly part: PolicyPart;
}

/**
 * A part of a policy: drawn by its tokens, with what the language knows at the caret, and the service's own parser's fault
 * marked where it is while it is typed.
 */
export function PolicyInput({ field, path, part }: PolicyInputProps): ReactNode {
  const { text, change, blur, error, isLocked } = useTextField(path);
  const area = useRef<HTMLTextAreaElement>(null);
  const anchor = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState<Completions>(NONE);
  const [chosen, setChosen] = useState(0);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const list = useId();
  const { ids } = useFormPlace();
  const [sources] = useState(() => createPolicySources(ids));
  const [turns] = useState(createTurns);
  const isOpen = open.options.length > 0;
  const fault = text === '' ? null : faultAt(part, text);

  // Where the anchor lies is known once it is drawn.
  useLayoutEffect(() => {
    const editor = area.current?.getBoundingClientRect();
    const from = anchor.current?.getBoundingClientRect();
    if (isOpen && editor !== undefined && from !== undefined)
      setPlace({ left: from.left - editor.left, top: from.bottom - editor.top });
  }, [isOpen, open.from, text]);

  const show = (found: Completions): void => {
    // Whatever is still being asked for was for another place.
    turns.end();
    setChosen(0);
    setOpen(found);
  };
  const offer = (value: string, isAsked: boolean): void => {
    const caret = area.current?.selectionStart ?? 0;
    const found = completionsAt(value, caret, keywordsOf(part));
    const isBegun = caret > found.from || value[caret - 1] === '.';
    show(isAsked || isBegun ? found : NONE);
    const place = comparedAt(value, caret, keywordsOf(part));
    if (place === null || !(isAsked || place.isOpen || (place.isText && place.begun !== ''))) return;
    const isMine = turns.current();
    policyValues(place.subject, value, sources).then(
      (known) => {
        if (!isMine()) return;
        const values = valueCompletions(place, known);
        const { options } = found.from === values.from ? found : NONE;
        // The names fit what was begun as well; both end at the caret then.
        if (values.options.length > 0) show({ ...values, options: [...values.options, ...options] });
      },
      // Who can't be asked has nothing to offer; the field is written all the same.
      () => undefined,
    );
  };
  const insert = (option: Completion | undefined): void => {
    const input = area.current;
    if (input === null || option === undefined) return;
    input.focus();
    input.setSelectionRange(open.from, Math.max(open.to, input.selectionStart));
    // The one call that leaves what was typed to be undone.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- no other call keeps it
    document.execCommand('insertText', false, option.text);
    const caret = input.selectionStart - option.back;
    input.setSelectionRange(caret, caret);
    show(NONE);
  };
  const typed = (value: string): void => {
    change(value);
    offer(value, false);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      offer(text, true);
      return;
    }
    if (!isOpen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((chosen + step + open.options.length) % open.options.length);
    else if (event.key === 'Tab' || event.key === 'Enter') insert(open.options[chosen]);
    else if (event.key === 'Escape') show(NONE);
    else return;
    // Neither the form nor its dialog hears of it.
    event.preventDefault();
    event.stopPropagation();
  };
  const leave = (): void => {
    show(NONE);
    blur();
  };
  return (
    <LabeledField
      label={field.label}
      aside={asideOf(field)}
      help={TEXT.help}
      value={text}
      onChange={typed}
      onBlur={leave}
      isDisabled={isLocked}
      spellCheck="false"
      error={error ?? fault?.words}
    >
      <div className={classNames(styles['editor'], part === 'condition' && styles['tall'])}>
        <PolicyText
          text={text}
          faultAt={fault?.at}
          anchorAt={isOpen ? open.from : undefined}
          anchor={anchor}
        />
        <AriaTextArea
          ref={area}
          className={styles['area'] ?? ''}
          rows={1}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          {...(isOpen ? { 'aria-controls': list, 'aria-activedescendant': `${list}-${chosen}` } : {})}
          onKeyDown={press}
          onClick={() => show(NONE)}
        />
        {isOpen && (
          <CompletionList
            id={list}
            options={open.options}
            begun={open.begun}
            chosen={chosen}
            place={place}
            fault={fault?.words}
            onChoose={insert}
          />
        )}
      </div>
    </LabeledField>
  );
}
