import type { ReactNode } from 'react';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { RecheckButton, StatusDot, statusItems } from '../../ui/status.tsx';
import { CopyButton } from '../../ui/values.tsx';
import styles from './settings.module.css';
import { SETTINGS_TEXT } from './text.ts';

const NAMES = {
  keychain: SETTINGS_TEXT.machine.keychain,
  service: SETTINGS_TEXT.machine.service,
  journal: SETTINGS_TEXT.machine.journal,
  clock: SETTINGS_TEXT.machine.clock,
} as const;
const HOSTS = { electron: SETTINGS_TEXT.machine.electron, chromium: SETTINGS_TEXT.machine.chromium } as const;

/** Everything that must be true, with its remedy where it is not; and where the console keeps its data. */
export function MachineCard(): ReactNode {
  const { health, dataFolder, version, host, platform, sandboxed } = useAppSnapshot();
  const items = statusItems(health);
  const notes = {
    keychain: health.keychain.backend,
    service: health.service.message,
    journal: health.journal.message,
    clock: SETTINGS_TEXT.machine.compared,
  };
  return (
    <Card label={SETTINGS_TEXT.machine.title}>
      <CardHeader title={SETTINGS_TEXT.machine.title} />
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
          <FactRow label={SETTINGS_TEXT.machine.dataFolder}>
            <code>{dataFolder}</code>
            <CopyButton text={dataFolder} what={SETTINGS_TEXT.machine.dataFolderNoun} />
          </FactRow>
          <FactRow label={SETTINGS_TEXT.machine.version} note={`${HOSTS[host]}, ${platform}`}>
            {version}
          </FactRow>
          <FactRow label={SETTINGS_TEXT.machine.window}>
            {sandboxed ? SETTINGS_TEXT.machine.sandboxed : SETTINGS_TEXT.machine.notSandboxed}
          </FactRow>
        </Facts>
      </CardSection>
      <CardFooter note={SETTINGS_TEXT.machine.note}>
        <RecheckButton plain />
      </CardFooter>
    </Card>
  );
}
