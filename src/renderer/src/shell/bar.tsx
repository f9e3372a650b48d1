import type { ReactNode } from 'react';
import { useNavigation } from '../navigation/navigation.ts';
import styles from './bar.module.css';
import { useKnown } from './known-code.ts';
import { useCurrentScreen } from './screens.ts';

/** The bar: what this screen is, the way to everything else, and who stamps. */
export function Bar(): ReactNode {
  // All at once: the picker, which is as wide as its label, would push the search aside.
  const known = useKnown();
  return (
    <header className={styles['bar']}>
      <Title />
      {known && <known.BarTools />}
    </header>
  );
}

function Title(): ReactNode {
  const screen = useCurrentScreen();
  const subtitle = useNavigation((state) => state.subtitle);
  return (
    <>
      <h1 className={styles['title']}>{screen?.title}</h1>
      <span className={styles['subtitle']}>{subtitle}</span>
    </>
  );
}
