import { type ReactNode, Suspense, useEffect } from 'react';
import { useAppSnapshot, useHealth, useProfile } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { useQuery } from '../../bridge/query.ts';
import { useNavigation, useSubtitle } from '../../navigation/navigation.ts';
import { Below } from '../../ui/below.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { later } from '../../ui/later.tsx';
import { Card, CardFooter, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { RecheckButton, StatusDot, statusItems } from '../../ui/status.tsx';
import { attempt } from '../../ui/toasts.ts';
import { CopyButton } from '../../ui/values.tsx';
import { useLockSettings } from '../lock/unlock-methods.tsx';
import { ServiceBackupCard } from '../service-backup/service-backup-card.tsx';
import { StoredWhere } from '../credentials/stored-where.tsx';
import { DescriptorsCard } from './descriptors-card.tsx';
import { InterfacesCard } from './interfaces-card.tsx';
import { LockCard } from './lock-card.tsx';
import { OfflineCard } from './offline-card.tsx';
import { descriptors, importedAbis } from './interfaces-store.ts';
import { ProfilesCard } from './profiles-card.tsx';
import { showSettingCard } from './setting-cards.ts';
import styles from './settings.module.css';
import { SETTINGS_TEXT } from './text.ts';

// Licenses, the self-check and updates are rarely looked at; the window starts without them.
const ProgramCards = later(async () => (await import('../program/program-cards.tsx')).ProgramCards);

/** Looks, profiles, the state of this machine, and what is stored where. */
export function SettingsScreen(): ReactNode {
  const { version } = useAppSnapshot();
  useSubtitle(SETTINGS_TEXT.version(version));
  const lock = useLockSettings();
  const abis = useQuery(importedAbis, useProfile()?.id);
  const read = useQuery(descriptors);
  const isKnown = [lock.known, abis, read].every(({ state }) => state !== 'loading');
  return (
    <ScreenLayout>
      <AppearanceCard />
      <LockCard {...lock} />
      <Below isKnown={isKnown}>
        <OfflineCard />
        <ProfilesCard />
        <ServiceBackupCard />
        <InterfacesCard known={abis} />
        <DescriptorsCard known={read} />
        <MachineCard />
        <Card label={SETTINGS_TEXT.storage}>
          <CardHeader title={SETTINGS_TEXT.storage} />
          <CardSection>
            <StoredWhere />
          </CardSection>
        </Card>
        <Suspense fallback={null}>
          <ProgramCards />
        </Suspense>
        <AskedCard />
      </Below>
    </ScreenLayout>
  );
}

/** Brings the card that was asked for into sight, once the cards are there. */
function AskedCard(): ReactNode {
  const asked = useNavigation((state) => state.focus);
  const visit = useNavigation((state) => state.visit);
  useEffect(() => showSettingCard(asked), [asked, visit]);
  return null;
}

const THEMES = [
  { id: 'system', label: SETTINGS_TEXT.appearance.system },
  { id: 'light', label: SETTINGS_TEXT.appearance.light },
  { id: 'dark', label: SETTINGS_TEXT.appearance.dark },
] as const;

/** Light, dark, or as the system says. */
function AppearanceCard(): ReactNode {
  const { theme } = useAppSnapshot();
  return (
    <Card label={SETTINGS_TEXT.appearance.title}>
      <CardSection className={styles['line']}>
        <div className={styles['words']}>
          <h2 className={styles['title']}>{SETTINGS_TEXT.appearance.title}</h2>
          <div className={styles['text']}>{SETTINGS_TEXT.appearance.text}</div>
        </div>
        <Segmented
          label={SETTINGS_TEXT.appearance.theme}
          options={THEMES}
          value={theme}
          onChange={(next) => void attempt(() => getConsole().app.setTheme({ theme: next }))}
        />
      </CardSection>
    </Card>
  );
}

const NAMES = {
  keychain: SETTINGS_TEXT.machine.keychain,
  service: SETTINGS_TEXT.machine.service,
  journal: SETTINGS_TEXT.machine.journal,
  clock: SETTINGS_TEXT.machine.clock,
  disk: SETTINGS_TEXT.machine.disk,
} as const;
const HOSTS = {
  electron: SETTINGS_TEXT.machine.electron,
  chromium: SETTINGS_TEXT.machine.chromium,
  terminal: SETTINGS_TEXT.machine.terminal,
} as const;

/** Everything that must be true, with its remedy where it is not; and where the console keeps its data. */
function MachineCard(): ReactNode {
  const { offline, dataFolder, version, host, platform, sandboxed } = useAppSnapshot();
  const health = useHealth((all) => all);
  const items = statusItems(health, offline);
  const notes = {
    keychain: health.keychain.backend,
    service: health.service.message,
    journal: health.journal.message,
    clock: offline === null ? SETTINGS_TEXT.machine.compared : SETTINGS_TEXT.offline.clock,
    disk: health.disk?.remedy ?? '',
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
