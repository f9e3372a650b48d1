import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import styles from './drawer.module.css';

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
      className={styles['overlay'] ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable
    >
      <Modal className={styles['drawer'] ?? ''}>
        <Dialog className={styles['dialog'] ?? ''} aria-label={label}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
