import {
  BookOpenCheck,
  Download,
  Fingerprint,
  Files,
  KeyRound,
  ListChecks,
  Settings,
  Signature,
  SquareTerminal,
  Timer,
  Upload,
  Users,
  Webhook,
  Wallet,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { ActivitiesScreen } from '../features/activities/activities-screen.tsx';
import { BatchScreen } from '../features/batch/batch-screen.tsx';
import { CredentialsScreen } from '../features/credentials/credentials-screen.tsx';
import { IntegrationsScreen } from '../features/integrations/integrations-screen.tsx';
import { ExportScreen } from '../features/export/export-screen.tsx';
import { ImportScreen } from '../features/import/import-screen.tsx';
import { JournalScreen } from '../features/journal/journal-screen.tsx';
import { OrganizationScreen } from '../features/organization/organization-screen.tsx';
import { PrivateKeysScreen } from '../features/keys/private-keys-screen.tsx';
import { OperationsScreen } from '../features/operations/operations-screen.tsx';
import { SessionsScreen } from '../features/sessions/sessions-screen.tsx';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { SigningScreen } from '../features/signing/signing-screen.tsx';
import { WalletsScreen } from '../features/wallets/wallets-screen.tsx';
import type { ScreenId } from '../navigation/navigation.ts';

/** A screen of the console: its place in the rail, its words, and what draws it. */
export interface Screen {
  readonly id: ScreenId;
  /** In the rail. */
  readonly name: string;
  /** In the bar. */
  readonly title: string;
  readonly icon: LucideIcon;
  readonly group: 'first' | 'Keys' | 'Access' | 'Elsewhere' | 'bottom';
  /** Whether it has nothing to show until the service answers. */
  readonly needsService: boolean;
  readonly component: ComponentType;
}

/** Every screen there is, in the rail's order. A screen that is not here has no entry anywhere. */
export const SCREENS: readonly Screen[] = [
  {
    id: 'sign',
    name: 'Sign',
    title: 'Sign a transaction',
    icon: Signature,
    group: 'first',
    needsService: true,
    component: SigningScreen,
  },
  {
    id: 'batch',
    name: 'Batch',
    title: 'Send a batch',
    icon: Files,
    group: 'first',
    needsService: true,
    component: BatchScreen,
  },
  {
    id: 'activities',
    name: 'Activities',
    title: 'Activities',
    icon: ListChecks,
    group: 'first',
    needsService: true,
    component: ActivitiesScreen,
  },
  {
    id: 'keys',
    name: 'Private keys',
    title: 'Private keys',
    icon: KeyRound,
    group: 'Keys',
    needsService: true,
    component: PrivateKeysScreen,
  },
  {
    id: 'wallets',
    name: 'Wallets and secrets',
    title: 'Wallets and secrets',
    icon: Wallet,
    group: 'Keys',
    needsService: true,
    component: WalletsScreen,
  },
  {
    id: 'export',
    name: 'Export',
    title: 'Export',
    icon: Upload,
    group: 'Keys',
    needsService: true,
    component: ExportScreen,
  },
  {
    id: 'import',
    name: 'Import',
    title: 'Import',
    icon: Download,
    group: 'Keys',
    needsService: true,
    component: ImportScreen,
  },
  {
    id: 'credentials',
    name: 'Credentials',
    title: 'Credentials',
    icon: Fingerprint,
    group: 'Keys',
    needsService: false,
    component: CredentialsScreen,
  },
  {
    id: 'sessions',
    name: 'Sessions',
    title: 'Sessions',
    icon: Timer,
    group: 'Keys',
    needsService: true,
    component: SessionsScreen,
  },
  {
    id: 'organization',
    name: 'Organization',
    title: 'Organization',
    icon: Users,
    group: 'Access',
    needsService: true,
    component: OrganizationScreen,
  },
  {
    id: 'integrations',
    name: 'Integrations',
    title: 'Integrations',
    icon: Webhook,
    group: 'Access',
    needsService: true,
    component: IntegrationsScreen,
  },
  {
    id: 'operations',
    name: 'Operations',
    title: 'Operations',
    icon: SquareTerminal,
    group: 'Elsewhere',
    needsService: true,
    component: OperationsScreen,
  },
  {
    id: 'journal',
    name: 'Journal',
    title: 'Journal',
    icon: BookOpenCheck,
    group: 'Elsewhere',
    needsService: false,
    component: JournalScreen,
  },
  {
    id: 'settings',
    name: 'Settings',
    title: 'Settings',
    icon: Settings,
    group: 'bottom',
    needsService: false,
    component: SettingsScreen,
  },
];
