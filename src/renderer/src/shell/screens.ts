import {
  BookOpenCheck,
  BookUser,
  Download,
  Files,
  Fingerprint,
  KeyRound,
  ListChecks,
  type LucideIcon,
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
import { ActivitiesScreen } from '../features/activities/activities-screen.tsx';
import { BatchScreen } from '../features/batch/batch-screen.tsx';
import { ContactsScreen } from '../features/contacts/contacts-screen.tsx';
import { CredentialsScreen } from '../features/credentials/credentials-screen.tsx';
import { IntegrationsScreen } from '../features/integrations/integrations-screen.tsx';
import { ExportScreen } from '../features/export/export-screen.tsx';
import { ImportScreen } from '../features/import/import-screen.tsx';
import { JournalScreen } from '../features/journal/journal-screen.tsx';
import { OfflineScreen } from '../features/offline/offline-screen.tsx';
import { OrganizationScreen } from '../features/organization/organization-screen.tsx';
import { PrivateKeysScreen } from '../features/keys/private-keys-screen.tsx';
import { OperationsScreen } from '../features/operations/operations-screen.tsx';
import { SessionsScreen } from '../features/sessions/sessions-screen.tsx';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { SigningScreen } from '../features/signing/signing-screen.tsx';
import { WalletsScreen } from '../features/wallets/wallets-screen.tsx';
import type { ScreenId } from '../navigation/navigation.ts';
import { SHELL_TEXT } from './text.ts';

/** A screen of the console: its place in the sidebar, its words, and what draws it. */
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
  readonly component: ComponentType;
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
    component: SigningScreen,
  },
  {
    id: 'batch',
    name: SHELL_TEXT.screens.batch.name,
    title: SHELL_TEXT.screens.batch.title,
    icon: Files,
    group: 'first',
    needsService: true,
    component: BatchScreen,
  },
  {
    id: 'activities',
    name: SHELL_TEXT.screens.activities.name,
    title: SHELL_TEXT.screens.activities.title,
    icon: ListChecks,
    group: 'first',
    needsService: true,
    component: ActivitiesScreen,
  },
  {
    id: 'contacts',
    name: SHELL_TEXT.screens.contacts.name,
    title: SHELL_TEXT.screens.contacts.title,
    icon: BookUser,
    group: 'first',
    needsService: false,
    component: ContactsScreen,
  },
  {
    id: 'keys',
    name: SHELL_TEXT.screens.keys.name,
    title: SHELL_TEXT.screens.keys.title,
    icon: KeyRound,
    group: 'keys',
    needsService: true,
    component: PrivateKeysScreen,
  },
  {
    id: 'wallets',
    name: SHELL_TEXT.screens.wallets.name,
    title: SHELL_TEXT.screens.wallets.title,
    icon: Wallet,
    group: 'keys',
    needsService: true,
    component: WalletsScreen,
  },
  {
    id: 'export',
    name: SHELL_TEXT.screens.export.name,
    title: SHELL_TEXT.screens.export.title,
    icon: Upload,
    group: 'keys',
    needsService: true,
    component: ExportScreen,
  },
  {
    id: 'import',
    name: SHELL_TEXT.screens.import.name,
    title: SHELL_TEXT.screens.import.title,
    icon: Download,
    group: 'keys',
    needsService: true,
    component: ImportScreen,
  },
  {
    id: 'credentials',
    name: SHELL_TEXT.screens.credentials.name,
    title: SHELL_TEXT.screens.credentials.title,
    icon: Fingerprint,
    group: 'keys',
    needsService: false,
    component: CredentialsScreen,
  },
  {
    id: 'sessions',
    name: SHELL_TEXT.screens.sessions.name,
    title: SHELL_TEXT.screens.sessions.title,
    icon: Timer,
    group: 'keys',
    needsService: true,
    component: SessionsScreen,
  },
  {
    id: 'organization',
    name: SHELL_TEXT.screens.organization.name,
    title: SHELL_TEXT.screens.organization.title,
    icon: Users,
    group: 'access',
    needsService: true,
    component: OrganizationScreen,
  },
  {
    id: 'integrations',
    name: SHELL_TEXT.screens.integrations.name,
    title: SHELL_TEXT.screens.integrations.title,
    icon: Webhook,
    group: 'access',
    needsService: true,
    component: IntegrationsScreen,
  },
  {
    id: 'offline',
    name: SHELL_TEXT.screens.offline.name,
    title: SHELL_TEXT.screens.offline.title,
    icon: WifiOff,
    group: 'tools',
    needsService: false,
    component: OfflineScreen,
  },
  {
    id: 'operations',
    name: SHELL_TEXT.screens.operations.name,
    title: SHELL_TEXT.screens.operations.title,
    icon: SquareTerminal,
    group: 'tools',
    needsService: true,
    component: OperationsScreen,
  },
  {
    id: 'journal',
    name: SHELL_TEXT.screens.journal.name,
    title: SHELL_TEXT.screens.journal.title,
    icon: BookOpenCheck,
    group: 'tools',
    needsService: false,
    component: JournalScreen,
  },
  {
    id: 'settings',
    name: SHELL_TEXT.screens.settings.name,
    title: SHELL_TEXT.screens.settings.title,
    icon: Settings,
    group: 'bottom',
    needsService: false,
    component: SettingsScreen,
  },
];
