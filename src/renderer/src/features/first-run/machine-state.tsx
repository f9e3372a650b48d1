import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './machine-state.module.css';

/** The machine's state in one line. */
export function MachineState(): ReactNode {
  const { health, sandboxed } = useAppSnapshot();
  const keychain = health.keychain.state === 'ready';
  const service = health.service.state !== 'failed';
  return (
    <ul className={styles['line']} aria-label="State of this machine">
      <Item holds={keychain}>{keychain ? 'Keychain answers' : 'Keychain does not answer'}</Item>
      <Item holds={service}>{service ? 'Service on this machine' : health.service.message}</Item>
      <Item holds={sandboxed}>{sandboxed ? 'Window is sandboxed' : 'Window is not sandboxed'}</Item>
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
