import type { ReactNode } from 'react';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { RecheckButton } from '../../ui/recheck-button.tsx';
import { statusItems } from '../../ui/status-items.ts';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import styles from './settings.module.css';

const NAMES = { keychain: 'Keychain', service: 'Service', journal: 'Journal', clock: 'Clock' } as const;
const HOSTS = { electron: 'Electron', chromium: 'An installed Chromium' } as const;

/** Everything that must be true, with its remedy where it is not; and where the console keeps its data. */
export function MachineCard(): ReactNode {
  const { health, dataFolder, version, host, platform, sandboxed } = useAppSnapshot();
  const items = statusItems(health);
  const notes = {
    keychain: health.keychain.backend,
    service: health.service.message,
    journal: health.journal.message,
    clock: 'Compared with the service',
  };
  return (
    <Card label="This machine">
      <CardHeader title="This machine" />
      <CardSection>
        <Facts>
          {items.map((item) => (
            <FactRow key={item.id} label={NAMES[item.id]} note={item.fault?.remedy ?? notes[item.id]}>
              <span className={styles['status']}>
                <StatusDot tone={item.tone} />
                {item.words}
              </span>
            </FactRow>
          ))}
          <FactRow label="Data folder">
            <code>{dataFolder}</code>
            <CopyButton text={dataFolder} what="data folder's path" />
          </FactRow>
          <FactRow label="Version" note={`${HOSTS[host]}, ${platform}`}>
            {version}
          </FactRow>
          <FactRow label="Window">
            {sandboxed ? 'Sandboxed' : 'Not sandboxed: started without the system’s sandbox'}
          </FactRow>
        </Facts>
      </CardSection>
      <CardFooter note="Tries the keychain and the service again.">
        <RecheckButton plain />
      </CardFooter>
    </Card>
  );
}
