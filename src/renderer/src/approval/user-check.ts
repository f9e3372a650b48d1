import type { UserCheck } from '#preload/approval-contract.ts';
import { PASSPHRASE_MAX, PASSPHRASE_MIN } from '#preload/contract/lock-limits.ts';
import { element, icon } from './element.ts';
import { TEXT } from './text.ts';

/** What the card asks beside the press, above its buttons. */
export interface UserCheckView {
  readonly root: HTMLElement;
  /** Where to type first; null where nothing is typed. */
  readonly field: HTMLInputElement | null;
  /** What is typed; undefined where nothing is. */
  passphrase(): string | undefined;
  /** What is still missing, in words; null where nothing is. */
  missing(): string | null;
  /** Takes what was typed off the page. */
  clear(): void;
  /** Why the last try did not count, in words; null takes it away. */
  refuse(why: string | null): void;
  setBusy(isBusy: boolean): void;
  /** The code that the passkey's page in the browser shows as well; null takes it away. */
  showCode(code: string | null): void;
}

function drawField(id: string, label: string, help: string | null) {
  const input = element('input', {
    ...{ type: 'password', id, maxlength: String(PASSPHRASE_MAX), autocomplete: 'off', spellcheck: 'false' },
    ...(help === null ? {} : { 'aria-describedby': `${id}-help` }),
  });
  const note = help === null ? [] : [element('span', { class: 'note', id: `${id}-help` }, help)];
  return {
    input,
    row: element('div', { class: 'field' }, element('label', { for: id }, label), input, ...note),
  };
}

const TYPED = {
  passphrase: [['passphrase', TEXT.check.passphrase, null]],
  newPassphrase: [
    ['passphrase', TEXT.check.newPassphrase, TEXT.check.newHelp(PASSPHRASE_MIN)],
    ['repeated', TEXT.check.repeated, null],
  ],
} as const;

const isTyped = (check: UserCheck): check is keyof typeof TYPED => Object.hasOwn(TYPED, check);

/**
 * Draws what a person proves themself with.
 * @param on.input something was typed
 * @param on.enter Enter was pressed in the last field
 */
export function drawUserCheck(
  check: UserCheck,
  on: { readonly input: () => void; readonly enter: (event: KeyboardEvent) => void },
): UserCheckView {
  const fields = isTyped(check) ? TYPED[check].map(([id, label, help]) => drawField(id, label, help)) : [];
  const [first, second] = fields.map(({ input }) => input);
  const code = element('b', {});
  const coded = element('p', { class: 'code', role: 'status', hidden: '' }, `${TEXT.check.code} `, code);
  const refusal = element('p', { class: 'refusal', role: 'status' });
  const said = isTyped(check)
    ? []
    : [
        element(
          'div',
          { class: check === 'none' ? 'warning caution' : 'warning notice' },
          icon(check === 'none' ? 'caution' : 'notice'),
          element('p', {}, TEXT.check.how[check]),
        ),
      ];
  const inputs = fields.map(({ input }) => input);
  for (const input of inputs) {
    input.addEventListener('input', on.input);
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.repeat || event.isComposing) return;
      if (input === inputs.at(-1)) on.enter(event);
      else inputs.at(-1)?.focus();
    });
  }
  return {
    root: element('div', { class: 'proof' }, ...said, ...fields.map(({ row }) => row), coded, refusal),
    field: first ?? null,
    passphrase: () => first?.value,
    missing: () => {
      if (first === undefined) return null;
      if (first.value === '') return TEXT.check.enter;
      if (second === undefined) return null;
      if (Array.from(first.value).length < PASSPHRASE_MIN) return TEXT.check.newHelp(PASSPHRASE_MIN);
      return first.value === second.value ? null : TEXT.check.differ;
    },
    clear: () => {
      for (const input of inputs) input.value = '';
    },
    refuse: (why) => {
      if (refusal.textContent !== (why ?? '')) refusal.textContent = why;
    },
    setBusy: (isBusy) => {
      for (const input of inputs) input.readOnly = isBusy;
    },
    showCode: (shown) => {
      coded.hidden = shown === null;
      code.textContent = shown ?? '';
    },
  };
}
