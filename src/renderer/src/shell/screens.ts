import {
  BookOpenCheck,
  BookUser,
  Download,
  Files,
  Fingerprint,
  KeyRound,
  ListChecks,
  type LucideIcon,
  ScrollText,
  Send,
  Settings,
  Signature,
  SquareTerminal,
  Timer,
  Upload,
  Users,
  Wallet,
  Webhook,
  WifiOff,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { create } from 'zustand';
import { type ScreenId, useNavigation } from '../navigation/navigation.ts';
import { SHELL_TEXT } from './text.ts';

/** A screen of the console: its place in the sidebar, its words, and the code that draws it. */
export interface ScreenEntry {
  readonly id: ScreenId;
  /** In the sidebar. */
  readonly name: string;
  /** In the bar. */
  readonly title: string;
  readonly icon: LucideIcon;
  readonly group: 'first' | keyof typeof SHELL_TEXT.groups | 'bottom';
  /** Whether it has nothing to show until the service answers. */
  readonly needsService: boolean;
  /** Whether there is something to do on it offline, where no service is asked. */
  readonly worksOffline: boolean;
  /** Its code, which the window's first script leaves out. */
  readonly load: () => Promise<ComponentType>;
}

/** Every screen there is, in the sidebar's order. A screen that is not here has no entry anywhere. */
export const SCREENS: readonly ScreenEntry[] = [
  {
    id: 'sign',
    name: SHELL_TEXT.screens.sign.name,
    title: SHELL_TEXT.screens.sign.title,
    icon: Signature,
    group: 'first',
    needsService: true,
    worksOffline: true,
    load: async () => (await import('../features/signing/signing-screen.tsx')).SigningScreen,
  },
  {
    id: 'payments',
    name: SHELL_TEXT.screens.payments.name,
    title: SHELL_TEXT.screens.payments.title,
    icon: Send,
    group: 'first',
    needsService: true,
    worksOffline: true,
    load: async () => (await import('../features/payments/payment-screen.tsx')).PaymentScreen,
  },
  {
    id: 'batch',
    name: SHELL_TEXT.screens.batch.name,
    title: SHELL_TEXT.screens.batch.title,
    icon: Files,
    group: 'first',
    needsService: true,
    worksOffline: false,
    load: async () => (await import('../features/batch/batch-screen.tsx')).BatchScreen,
  },
  {
    id: 'activities',
    name: SHELL_TEXT.screens.activities.name,
    title: SHELL_TEXT.screens.activities.title,
    icon: ListChecks,
    group: 'first',
    needsService: true,
    worksOffline: false,
    load: async () => (await import('../features/activities/activities-screen.tsx')).ActivitiesScreen,
  },
  {
    id: 'contacts',
    name: SHELL_TEXT.screens.contacts.name,
    title: SHELL_TEXT.screens.contacts.title,
    icon: BookUser,
    group: 'first',
    needsService: false,
    worksOffline: true,
    load: async () => (await import('../features/contacts/contacts-screen.tsx')).ContactsScreen,
  },
  {
    id: 'keys',
    name: SHELL_TEXT.screens.keys.name,
    title: SHELL_TEXT.screens.keys.title,
    icon: KeyRound,
    group: 'keys',
    needsService: true,
    worksOffline: false,
    load: async () => (await import('../features/keys/private-keys-screen.tsx')).PrivateKeysScreen,
  },
  {
    id: 'wallets',
    name: SHELL_TEXT.screens.wallets.name,
    title: SHELL_TEXT.screens.wallets.title,
    icon: Wallet,
    group: 'keys',
    needsService: true,
    worksOffline: false,
    load: async () => (await import('../features/wallets/wallets-screen.tsx')).WalletsScreen,
  },
  {
    id: 'export',
    name: SHELL_TEXT.screens.export.name,
    title: SHELL_TEXT.screens.export.title,
    icon: Upload,
    group: 'keys',
    needsService: true,
    worksOffline: false,
    load: async () => (await import('../features/export/export-screen.tsx')).ExportScreen,
  },
  {
    id: 'import',
    name: SHELL_TEXT.screens.import.name,
    title: SHELL_TEXT.screens.import.title,
    icon: Download,
    group: 'keys',
    needsService: true,
    worksOffline: false,
    load: async () => (await import('../features/import/import-screen.tsx')).ImportScreen,
  },
  {
    id: 'credentials',
    name: SHELL_TEXT.screens.credentials.name,
    title: SHELL_TEXT.screens.credentials.title,
    icon: Fingerprint,
    group: 'keys',
    needsService: false,
    worksOffline: true,
    load: async () => (await import('../features/credentials/credentials-screen.tsx')).CredentialsScreen,
  },
  {
    id: 'sessions',
    name: SHELL_TEXT.screens.sessions.name,
    title: SHELL_TEXT.screens.sessions.title,
    icon: Timer,
    group: 'keys',
    needsService: true,
    worksOffline: false,
    load: async () => (await import('../features/sessions/sessions-screen.tsx')).SessionsScreen,
  },
  {
    id: 'organization',
    name: SHELL_TEXT.screens.organization.name,
    title: SHELL_TEXT.screens.organization.title,
    icon: Users,
    group: 'access',
    needsService: true,
    worksOffline: false,
    load: async () => (await import('../features/organization/organization-screen.tsx')).OrganizationScreen,
  },
  {
    id: 'integrations',
    name: SHELL_TEXT.screens.integrations.name,
    title: SHELL_TEXT.screens.integrations.title,
    icon: Webhook,
    group: 'access',
    needsService: true,
    worksOffline: false,
    load: async () => (await import('../features/integrations/integrations-screen.tsx')).IntegrationsScreen,
  },
  {
    id: 'offline',
    name: SHELL_TEXT.screens.offline.name,
    title: SHELL_TEXT.screens.offline.title,
    icon: WifiOff,
    group: 'tools',
    needsService: false,
    worksOffline: true,
    load: async () => (await import('../features/offline/offline-screen.tsx')).OfflineScreen,
  },
  {
    id: 'ceremony',
    name: SHELL_TEXT.screens.ceremony.name,
    title: SHELL_TEXT.screens.ceremony.title,
    icon: ScrollText,
    group: 'tools',
    needsService: false,
    worksOffline: true,
    load: async () => (await import('../features/ceremony/ceremony-screen.tsx')).CeremonyScreen,
  },
  {
    id: 'operations',
    name: SHELL_TEXT.screens.operations.name,
    title: SHELL_TEXT.screens.operations.title,
    icon: SquareTerminal,
    group: 'tools',
    needsService: true,
    worksOffline: true,
    load: async () => (await import('../features/operations/operations-screen.tsx')).OperationsScreen,
  },
  {
    id: 'journal',
    name: SHELL_TEXT.screens.journal.name,
    title: SHELL_TEXT.screens.journal.title,
    icon: BookOpenCheck,
    group: 'tools',
    needsService: false,
    worksOffline: true,
    load: async () => (await import('../features/journal/journal-screen.tsx')).JournalScreen,
  },
  {
    id: 'settings',
    name: SHELL_TEXT.screens.settings.name,
    title: SHELL_TEXT.screens.settings.title,
    icon: Settings,
    group: 'bottom',
    needsService: false,
    worksOffline: true,
    load: async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
  },
];

/** The screen that is shown. */
export const useCurrentScreen = (): ScreenEntry | undefined =>
  useNavigation((state) => SCREENS.find(({ id }) => id === state.screen) ?? SCREENS[0]);

/** The code of a screen, where its file could be read. */
type ScreenCode = { readonly component: ComponentType } | 'unread';

const useCode = create<Partial<Readonly<Record<ScreenId, ScreenCode>>>>(() => ({}));

/** What is loaded of a screen; undefined while that is under way. */
export const useScreenCode = (id: ScreenId): ScreenCode | undefined => useCode((code) => code[id]);

/** Loads the code of a screen, once: what couldn't be read comes with the page that is loaded anew. */
export async function loadScreen({ id, load }: ScreenEntry): Promise<void> {
  if (useCode.getState()[id] !== undefined) return;
  const code = await load().then(
    (component) => ({ component }),
    () => 'unread' as const,
  );
  useCode.setState({ [id]: code });
}

/** Loads every screen's code, one after the other, whenever the window has nothing to do: going to one then shows it at once. */
export async function loadScreensAhead(): Promise<void> {
  for (const screen of SCREENS) {
    await new Promise((resolve) => requestIdleCallback(resolve));
    await loadScreen(screen);
  }
}
