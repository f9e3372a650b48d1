import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { CredentialPicker } from './credential-picker.tsx';
import { useNavigation } from '../navigation/navigation.ts';
import { showOverlay } from '../navigation/overlays.ts';
import { SHORTCUTS } from '../navigation/shortcuts.ts';
import styles from './bar.module.css';
import { SHELL_TEXT } from './text.ts';

/** The bar: what this screen is, the way to everything else, and who stamps. */
export function Bar({ title }: { title: string }): ReactNode {
  const subtitle = useNavigation((state) => state.subtitle);
  return (
    <header className={styles['bar']}>
      <h1 className={styles['title']}>{title}</h1>
      <span className={styles['subtitle']}>{subtitle}</span>
      <Button kind="quiet" icon={Search} onPress={() => showOverlay('palette')}>
        {SHELL_TEXT.search.title} <Kbd>{SHORTCUTS.palette.printed}</Kbd>
      </Button>
      <CredentialPicker />
    </header>
  );
}
