import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Disclosure as AriaDisclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Icon } from './icon.tsx';
import styles from './disclosure.module.css';

/** Raw data, one click away. */
export function Disclosure({ label, children }: { label: ReactNode; children: ReactNode }): ReactNode {
  return (
    <AriaDisclosure className={styles['disclosure'] ?? ''}>
      <Button slot="trigger" className={styles['trigger'] ?? ''}>
        <Icon of={ChevronRight} className={styles['chevron']} />
        {label}
      </Button>
      <DisclosurePanel className={styles['panel'] ?? ''}>{children}</DisclosurePanel>
    </AriaDisclosure>
  );
}
