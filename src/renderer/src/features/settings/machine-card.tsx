import type { ReactNode } from 'react';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { RecheckButton } from '../../ui/recheck-button.tsx';
import { statusItems } from '../../ui/status-items.ts';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import styles from './settings.module.css';
import { settingsText } from './text.ts';

const NAMES = {
  keychain: settingsText.machine.keychain,
  service: settingsText.machine.service,
  journal: settingsText.machine.journal,
  clock: settingsText.machine.clock,
} as const;
const HOSTS = { electron: settingsText.machine.electron, chromium: settingsText.machine.chromium } as const;

/** Everything that must be true, with its remedy where it is not; and where the console keeps its data. */
export function MachineCard(): ReactNode {
  const { health, dataFolder, version, host, platform, sandboxed } = useAppSnapshot();
  const items = statusItems(health);
  const notes = {
    keychain: health.keychain.backend,
    service: health.service.message,
    journal: health.journal.message,
    clock: settingsText.machine.compared,
  };
  return (
    <Card label={settingsText.machine.title}>
      <CardHeader title={settingsText.machine.title} />
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
          <FactRow label={settingsText.machine.dataFolder}>
            <code>{dataFolder}</code>
            <CopyButton text={dataFolder} what={settingsText.machine.dataFolderNoun} />
          </FactRow>
          <FactRow label={settingsText.machine.version} note={`${HOSTS[host]}, ${platform}`}>
            {version}
          </FactRow>
          <FactRow label={settingsText.machine.window}>
            {sandboxed ? settingsText.machine.sandboxed : settingsText.machine.notSandboxed}
          </FactRow>
        </Facts>
      </CardSection>
      <CardFooter note={settingsText.machine.note}>
        <RecheckButton plain />
      </CardFooter>
    </Card>
  );
}
