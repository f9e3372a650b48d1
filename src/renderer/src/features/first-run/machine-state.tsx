import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './machine-state.module.css';
import { FIRST_RUN_TEXT } from './text.ts';

/** The machine's state in one line. */
export function MachineState(): ReactNode {
  const { health, sandboxed } = useAppSnapshot();
  const keychain = health.keychain.state === 'ready';
  const service = health.service.state !== 'failed';
  return (
    <ul className={styles['line']} aria-label={FIRST_RUN_TEXT.machine.label}>
      <Item holds={keychain}>
        {keychain ? FIRST_RUN_TEXT.machine.keychain : FIRST_RUN_TEXT.machine.noKeychain}
      </Item>
      <Item holds={service}>{service ? FIRST_RUN_TEXT.machine.service : health.service.message}</Item>
      <Item holds={sandboxed}>
        {sandboxed ? FIRST_RUN_TEXT.machine.sandboxed : FIRST_RUN_TEXT.machine.notSandboxed}
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
