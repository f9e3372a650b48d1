import { type ReactNode, useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import type { Effect } from '#protocol/catalogue/operation.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialogs.module.css';
import { TextInput } from './fields.tsx';
import { useFirstField } from './first-field.ts';
import { Refusal, type Refused } from './notes.tsx';
import { EffectTag } from './tags.tsx';
import { UI_TEXT } from './text.ts';

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Stands before the title: an EffectTag. */
  readonly tag?: ReactNode;
  readonly children: ReactNode;
  /** The actions, the primary one last. */
  readonly footer?: ReactNode;
  readonly role?: 'dialog' | 'alertdialog';
  /** For forms with much in them; `beside` for those with something beside them. */
  readonly wide?: boolean | 'beside';
}

/** A modal dialog: it keeps the focus, Escape closes it, and the focus goes back to where it came from. */
export function Dialog({
  isOpen,
  onClose,
  title,
  tag,
  children,
  footer,
  role = 'dialog',
  wide,
}: DialogProps): ReactNode {
  return (
    <ModalOverlay
      className={styles['overlay'] ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable={role === 'dialog'}
    >
      <Modal className={classNames(styles['modal'], wide && styles[wide === 'beside' ? 'widest' : 'wide'])}>
        <AriaDialog className={styles['dialog'] ?? ''} role={role}>
          <header className={styles['header']}>
            {tag}
            <Heading slot="title" className={styles['title'] ?? ''} level={2}>
              {title}
            </Heading>
          </header>
          <Body>{children}</Body>
          {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** What an open dialog is about: a form in it has the focus in its first field, unless the dialog has it elsewhere. */
function Body({ children }: { readonly children: ReactNode }): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  useFirstField(frame);
  return (
    <div ref={frame} className={styles['body']}>
      {children}
    </div>
  );
}

interface ConfirmDialogProps {
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly effect: Effect;
  readonly title: string;
  readonly children: ReactNode;
  /** What the button says: the deed, not "OK". */
  readonly action: string;
  /** Must be typed before the button works: the name of what will be gone. */
  readonly typed?: string;
  readonly isPending?: boolean;
  readonly error?: Refused | null;
}

/** Asks before something that cannot be taken back. Cancel has the focus; the deed may need its name typed. */
export function ConfirmDialog({
  isOpen,
  ...rest
}: ConfirmDialogProps & { readonly isOpen: boolean }): ReactNode {
  return isOpen && <OpenDialog {...rest} />;
}

function OpenDialog({
  onClose,
  onConfirm,
  effect,
  title,
  children,
  action,
  typed,
  isPending,
  error,
}: ConfirmDialogProps): ReactNode {
  const [words, setWords] = useState('');
  const ready = typed === undefined || words.trim() === typed;
  const footer = (
    <>
      <Button autoFocus onPress={onClose} kbd="Esc">
        {UI_TEXT.cancel}
      </Button>
      <Button
        kind={effect === 'destroy' ? 'danger' : 'primary'}
        isDisabled={!ready}
        isPending={isPending ?? false}
        onPress={onConfirm}
      >
        {action}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      tag={<EffectTag effect={effect} />}
      role="alertdialog"
      footer={footer}
    >
      {children}
      {typed !== undefined && (
        <TextInput label={UI_TEXT.confirm.type(typed)} value={words} onChange={setWords} spellCheck="false" />
      )}
      <Refusal error={error ?? null} />
    </Dialog>
  );
}

interface DrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Names it for those who do not see it. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A panel from the right edge that lies over the screen: a list's detail where there is no room beside it. */
export function Drawer({ isOpen, onClose, label, children }: DrawerProps): ReactNode {
  return (
    <ModalOverlay
      className={styles['drawerOverlay'] ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable
    >
      <Modal className={styles['drawer'] ?? ''}>
        <AriaDialog className={styles['drawerDialog'] ?? ''} aria-label={label}>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Whether a media query holds, for what style sheets alone cannot move. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
