import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';

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
  /** For forms with much in them. */
  readonly wide?: boolean;
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
      <Modal className={classNames(styles['modal'], wide && styles['wide'])}>
        <AriaDialog className={styles['dialog'] ?? ''} role={role}>
          <header className={styles['header']}>
            {tag}
            <Heading slot="title" className={styles['title'] ?? ''} level={2}>
              {title}
            </Heading>
          </header>
          <div className={styles['body']}>{children}</div>
          {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
