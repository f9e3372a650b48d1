import { ChevronDown, Fingerprint, Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { attempt } from '../ui/attempt.ts';
import { getConsole } from '../bridge/console.ts';
import { useCredentials } from '../bridge/app-state.ts';
import { CURVE_NAMES } from '../features/credentials/curves.ts';
import { Button } from '../ui/button.tsx';
import { HiddenText } from '../ui/hidden-text.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { go } from '../navigation/navigation.ts';
import styles from './credential-picker.module.css';
import { SHELL_TEXT } from './text.ts';

/** The credential that stamps now; opens the others of this profile. */
export function CredentialPicker(): ReactNode {
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
