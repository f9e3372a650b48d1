import { type ReactNode, useEffect, useState } from 'react';
import type { ShippedPackage } from '#preload/contract/program.ts';
import { getConsole } from '../../bridge/console.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { DRAWN, FindField } from '../../ui/finding.tsx';
import { attempt } from '../../ui/toasts.ts';
import styles from './program.module.css';
import { PROGRAM_TEXT } from './text.ts';

const TEXT = PROGRAM_TEXT.licenses;

/** The licenses of other people's packages, found by any word of name, license or text; the privileged side has the texts. */
export function LicensesDialog({ count, onClose }: { count: number; onClose: () => void }): ReactNode {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<readonly ShippedPackage[]>([]);
  const [open, setOpen] = useState<{ readonly name: string; readonly text: string } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void attempt(async () => {
      const packages = await getConsole().program.licenses({ query: query.slice(0, 200) });
      if (isCurrent) setFound(packages);
    });
    return () => {
      isCurrent = false;
    };
  }, [query]);
  const show = async ({ name, version }: ShippedPackage): Promise<void> => {
    const text = await getConsole().program.licenseText({ name, version });
    setOpen({ name: `${name} ${version}`, text });
  };
  return (
    <Dialog
      isOpen
      wide
      onClose={onClose}
      title={open?.name ?? TEXT.title}
      footer={
        <>
          {open !== null && <Button onPress={() => setOpen(null)}>{TEXT.back}</Button>}
          <Button onPress={onClose}>{TEXT.close}</Button>
        </>
      }
    >
      {open === null ? (
        <>
          <FindField label={TEXT.find} count={count} value={query} onChange={setQuery} autoFocus />
          <div className={styles['packages']} role="list">
            {found.slice(0, DRAWN).map((each) => (
              <div key={`${each.name} ${each.version}`} role="listitem" className={styles['line']}>
                <span className={styles['words']}>
                  {each.name} <span className={styles['text']}>{each.version}</span>
                </span>
                <Button
                  small
                  kind="quiet"
                  onPress={() => void attempt(() => show(each))}
                  aria-label={`${each.license}: ${each.name}`}
                >
                  {each.license}
                </Button>
              </div>
            ))}
            {found.length === 0 && <div className={styles['text']}>{TEXT.none}</div>}
            {found.length > DRAWN && <div className={styles['text']}>{TEXT.more(found.length - DRAWN)}</div>}
          </div>
        </>
      ) : (
        // A scrolling text is reached by the keyboard too.
        <div className={styles['license']} tabIndex={0} role="document" aria-label={open.name}>
          {open.text}
        </div>
      )}
    </Dialog>
  );
}
