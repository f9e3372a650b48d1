import { type ReactNode, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useAppSnapshot, useHealth } from '../bridge/app-state.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialogs.tsx';
import { Icon } from '../ui/icon.tsx';
import { ConfirmClockButton, RecheckButton, StatusDot, type StatusItem, statusItems } from '../ui/status.tsx';
import { UI_TEXT } from '../ui/text.ts';
import styles from './status-line.module.css';
import { SHELL_TEXT } from './text.ts';

/** What must be true. A fault turns its dot, names itself and is a button to its remedy. */
export function StatusLine(): ReactNode {
  const { offline } = useAppSnapshot();
  const health = useHealth((all) => all);
  return (
    <footer className={styles['line']} aria-label={SHELL_TEXT.status}>
      {statusItems(health, offline).map((item) => (
        <Item key={item.id} item={item} />
      ))}
    </footer>
  );
}

function Item({ item }: { item: StatusItem }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const face = (
    <>
      {item.icon === undefined ? <StatusDot tone={item.tone} /> : <Icon of={item.icon} />}
      {item.words}
    </>
  );
  if (!item.fault) return <span className={styles['item']}>{face}</span>;
  return (
    <>
      <AriaButton className={styles['fault'] ?? ''} onPress={() => setOpen(true)}>
        {face}
      </AriaButton>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={item.fault.message}
        footer={
          <>
            <Button onPress={() => setOpen(false)}>{UI_TEXT.close}</Button>
            {item.fault.fix === 'clock' ? <ConfirmClockButton /> : <RecheckButton autoFocus />}
          </>
        }
      >
        <p>{item.fault.remedy}</p>
      </Dialog>
    </>
  );
}
