import {
  Fingerprint,
  Import,
  Info,
  KeyRound,
  Keyboard,
  Lock,
  type LucideIcon,
  Moon,
  Plus,
  RotateCw,
  Server,
  Settings,
  Sun,
  ShieldCheck,
  SunMoon,
  UserPlus,
} from 'lucide-react';
import type { Effect } from '#protocol/catalogue/operation.ts';
import type { AppView } from '../bridge/app-state.ts';
import { getConsole } from '../bridge/console.ts';
import { lockConsole } from '../features/lock/lock-console.ts';
import { OPERATIONS } from '../features/operations/operation-entries.ts';
import { SETTING_CARDS } from '../features/settings/setting-cards.ts';
import { type ScreenId, go, showOverlay } from '../navigation/navigation.ts';
import { GO_TO, SHORTCUTS } from '../navigation/shortcuts.ts';
import { attempt } from '../ui/toasts.ts';
import { SCREENS } from './screens.ts';
import { SHELL_TEXT } from './text.ts';

/** One thing the palette finds. `words` are further words it is found by. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly words: string;
  /** Stands at the end of its row: of which kind it is, or its address. */
  readonly detail?: string;
  /** What Ctrl C copies: its address or ID. */
  readonly copies?: string;
  readonly effect?: Effect;
  readonly shortcut?: string;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly name: string;
  readonly entries: readonly PaletteEntry[];
  /** How many match that are not among the entries; only the first of many records are drawn. */
  readonly more?: number;
}

/** What an entry is found by. */
export const foundBy = ({ label, words }: PaletteEntry): string => `${label} ${words}`;

const THEMES = [
  { theme: 'light', icon: Sun },
  { theme: 'dark', icon: Moon },
  { theme: 'system', icon: SunMoon },
] as const;

/** What people call what a screen is for, beside its own words. */
const CALLED: Readonly<Partial<Record<ScreenId, string>>> = {
  sign: 'permit typed data message hash raw paste',
  payments: 'send pay transfer money withdraw',
  batch: 'bulk many csv jsonl',
  activities: 'vote approve reject waiting pending history requests',
  keys: 'address signing key',
  wallets: 'accounts seed mnemonic phrase',
  export: 'backup back up reveal recovery phrase private key',
  import: 'bring restore upload recovery phrase env',
  credentials: 'rotate renew replace api key passkey',
  sessions: 'log in login sign in oauth google',
  organization: 'permit allow deny policy policies users roles access rights quorum',
  integrations: 'webhook notify on-ramp provider',
  offline: 'air gap cold usb stick qr code',
  journal: 'audit log record trail',
  settings: 'preferences options theme profile proxy',
};

/**
 * Everything the palette offers, in groups.
 * @param contactsOnly whether contacts alone are paid; null until that is known
 */
export function paletteGroups(
  snapshot: AppView,
  contactsOnly: boolean | null = null,
): readonly PaletteGroup[] {
  return [
    { name: SHELL_TEXT.palette.goTo, entries: screenEntries() },
    { name: SHELL_TEXT.palette.operations, entries: operationEntries() },
    { name: SHELL_TEXT.palette.credentials, entries: credentialEntries(snapshot) },
    { name: SHELL_TEXT.palette.profiles, entries: profileEntries(snapshot) },
    { name: SHELL_TEXT.palette.settings, entries: settingEntries(snapshot, contactsOnly) },
    { name: SHELL_TEXT.palette.console, entries: consoleEntries(snapshot) },
  ].filter((group) => group.entries.length > 0);
}

const screenEntries = (): readonly PaletteEntry[] =>
  SCREENS.map(({ id, name, title, icon }) => ({
    id: `screen:${id}`,
    label: name,
    icon,
    words: `${title} ${id} ${CALLED[id] ?? ''}`,
    shortcut: GO_TO[id].printed,
    run: () => go(id),
  }));

const operationEntries = (): readonly PaletteEntry[] =>
  OPERATIONS.flatMap(({ path, summary, effect, screen, focus }) => {
    const icon = SCREENS.find((candidate) => candidate.id === screen)?.icon;
    return icon
      ? [{ id: `operation:${path}`, label: summary, icon, words: path, effect, run: () => go(screen, focus) }]
      : [];
  });

const credentialEntries = ({ credentials, profileId }: AppView): readonly PaletteEntry[] =>
  credentials
    .filter((credential) => credential.profileId === profileId && !credential.current)
    .map(({ label, publicKey }) => ({
      id: `credential:${publicKey}`,
      label: SHELL_TEXT.palette.use(label),
      icon: Fingerprint,
      words: `credential stamp ${publicKey}`,
      run: () => void attempt(() => getConsole().credentials.select({ publicKey })),
    }));

const profileEntries = ({ profiles, profileId }: AppView): readonly PaletteEntry[] =>
  profiles
    .filter((profile) => profile.id !== profileId)
    .map(({ id, name, baseUrl }) => ({
      id: `profile:${id}`,
      label: SHELL_TEXT.palette.switchTo(name),
      icon: Server,
      words: `profile ${baseUrl}`,
      run: () => void attempt(() => getConsole().profiles.select({ id })),
    }));

/** What is set, and where; what it is set to, where the console says it. */
function settingEntries({ theme, offline }: AppView, contactsOnly: boolean | null): readonly PaletteEntry[] {
  const onOrOff = (isOn: boolean): string => (isOn ? SHELL_TEXT.palette.on : SHELL_TEXT.palette.off);
  const states = new Map([
    ['appearance', SHELL_TEXT.palette.themes[theme]],
    ['offline', onOrOff(offline !== null)],
  ]);
  return [
    {
      id: 'setting:contacts-only',
      label: SHELL_TEXT.palette.contactsOnly,
      icon: ShieldCheck,
      words: 'allowlist rule recipients anyone',
      ...(contactsOnly === null ? {} : { detail: onOrOff(contactsOnly) }),
      run: () => go('contacts'),
    },
    ...SETTING_CARDS.map(({ id, title, words }) => {
      const detail = states.get(id);
      return {
        id: `setting:${id}`,
        label: title,
        icon: Settings,
        words,
        ...(detail === undefined ? {} : { detail }),
        run: () => go('settings', id),
      };
    }),
  ];
}

const consoleEntries = ({ theme: current }: AppView): readonly PaletteEntry[] => [
  {
    id: 'lock',
    label: SHELL_TEXT.palette.lock,
    icon: Lock,
    words: '',
    shortcut: SHORTCUTS.lock.printed,
    run: () => void lockConsole(),
  },
  {
    id: 'bring',
    label: SHELL_TEXT.palette.import,
    icon: Import,
    words: 'import bring credential',
    run: () => go('credentials', 'bring'),
  },
  {
    id: 'add-contact',
    label: SHELL_TEXT.palette.contact,
    icon: UserPlus,
    words: 'address book recipient beneficiary payee',
    run: () => go('contacts', 'create'),
  },
  {
    id: 'passkey',
    label: SHELL_TEXT.palette.passkey,
    icon: KeyRound,
    words: 'webauthn authenticator credential',
    run: () => go('credentials', 'passkey'),
  },
  {
    id: 'add-profile',
    label: SHELL_TEXT.palette.addProfile,
    icon: Plus,
    words: '',
    run: () => go('settings', 'add-profile'),
  },
  ...THEMES.filter(({ theme }) => theme !== current).map(({ theme, icon }) => ({
    id: `theme:${theme}`,
    label: SHELL_TEXT.palette.themes[theme],
    icon,
    words: 'appearance colors colours',
    run: () => void attempt(() => getConsole().app.setTheme({ theme })),
  })),
  {
    id: 'recheck',
    label: SHELL_TEXT.palette.recheck,
    icon: RotateCw,
    words: 'retry',
    run: () => void attempt(() => getConsole().app.recheck()),
  },
  {
    id: 'about',
    label: SHELL_TEXT.palette.about,
    icon: Info,
    words: 'version license licenses electron chromium',
    run: () => go('settings', 'about'),
  },
  {
    id: 'self-check',
    label: SHELL_TEXT.palette.selfCheck,
    icon: ShieldCheck,
    words: 'diagnose fuses sandbox permissions integrity report',
    run: () => go('settings', 'self-check'),
  },
  {
    id: 'updates',
    label: SHELL_TEXT.palette.updates,
    icon: RotateCw,
    words: 'update upgrade release new version',
    run: () => go('settings', 'updates'),
  },
  {
    id: 'sheet',
    label: SHELL_TEXT.palette.sheet,
    icon: Keyboard,
    words: 'keys help',
    shortcut: SHORTCUTS.sheet.printed,
    run: () => showOverlay('sheet'),
  },
];

/** Whether every typed word stands somewhere in the text; an empty query finds all. */
export function matches(text: string, query: string): boolean {
  const have = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => have.includes(word));
}
