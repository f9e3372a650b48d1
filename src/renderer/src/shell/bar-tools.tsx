import { ChevronDown, Fingerprint, Search, Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCredentials } from '../bridge/app-state.ts';
import { getConsole } from '../bridge/console.ts';
import { CURVE_NAMES } from '../features/credentials/text.ts';
import { go, showOverlay } from '../navigation/navigation.ts';
import { SHORTCUTS } from '../navigation/shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { Kbd } from '../ui/tags.tsx';
import { attempt } from '../ui/toasts.ts';
import { HiddenText } from '../ui/values.tsx';
import styles from './bar-tools.module.css';
import { SHELL_TEXT } from './text.ts';

/** The bar's buttons: the way to everything else, and who stamps. */
export const BarTools = (): ReactNode => (
  <>
    <Button kind="quiet" icon={Search} onPress={() => showOverlay('palette')}>
      {SHELL_TEXT.search.title} <Kbd>{SHORTCUTS.palette.printed}</Kbd>
    </Button>
    <CredentialPicker />
  </>
);

/** The credential that stamps now; opens the others of this profile. */
function CredentialPicker(): ReactNode {
  const credentials = useCredentials();
  const current = credentials.find((credential) => credential.current);
  const entries = credentials.map((credential) => ({
    id: credential.publicKey,
    label: credential.label,
    detail: `${CURVE_NAMES[credential.curve]} · ${credential.publicKey.slice(0, 12)}…`,
    icon: Fingerprint,
    isCurrent: credential.current,
    onAction: () => void attempt(() => getConsole().credentials.select({ publicKey: credential.publicKey })),
  }));
  const manage = {
    id: 'manage',
    label: SHELL_TEXT.credentials.manage,
    icon: Settings2,
    onAction: () => go('credentials'),
  };
  return (
    <Menu
      label={SHELL_TEXT.credentials.title}
      entries={[...entries, manage]}
      trigger={
        <Button small icon={Fingerprint}>
          <HiddenText>{SHELL_TEXT.credentials.current} </HiddenText>
          {current?.label ?? SHELL_TEXT.credentials.none}
          {current && <span className={styles['curve']}>{CURVE_NAMES[current.curve]}</span>}
          <Icon of={ChevronDown} />
        </Button>
      }
    />
  );
}
