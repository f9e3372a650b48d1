import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './machine-state.module.css';
import { firstRunText } from './text.ts';

/** The machine's state in one line. */
export function MachineState(): ReactNode {
  const { health, sandboxed } = useAppSnapshot();
  const keychain = health.keychain.state === 'ready';
  const service = health.service.state !== 'failed';
  return (
    <ul className={styles['line']} aria-label={firstRunText.machine.label}>
      <Item holds={keychain}>
        {keychain ? firstRunText.machine.keychain : firstRunText.machine.noKeychain}
      </Item>
      <Item holds={service}>{service ? firstRunText.machine.service : health.service.message}</Item>
      <Item holds={sandboxed}>
        {sandboxed ? firstRunText.machine.sandboxed : firstRunText.machine.notSandboxed}
      </Item>
    </ul>
  );
}

function Item({ holds, children }: { holds: boolean; children: ReactNode }): ReactNode {
  return (
    <li className={styles['item']}>
      <Icon of={holds ? CircleCheck : TriangleAlert} className={holds ? styles['good'] : styles['bad']} />
      {children}
    </li>
  );
}
