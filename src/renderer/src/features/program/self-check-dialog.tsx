import { CircleCheck, OctagonAlert, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { CheckRow } from '#preload/contract/program.ts';
import { getConsole } from '../../bridge/console.ts';
import { createQuery, useQuery } from '../../bridge/query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Tag } from '../../ui/tags.tsx';
import { attempt, showToast } from '../../ui/toasts.ts';
import styles from './program.module.css';
import { PROGRAM_TEXT } from './text.ts';

const TEXT = PROGRAM_TEXT.selfCheck;
const FACES = {
  good: { tone: 'ok', icon: CircleCheck },
  look: { tone: 'export', icon: TriangleAlert },
  bad: { tone: 'destroy', icon: OctagonAlert },
} as const;
const copy = (text: string): Promise<void> =>
  attempt(async () => {
    await getConsole().app.copy({ text });
    showToast({ tone: 'good', title: TEXT.copied });
  });
const check = createQuery(() => getConsole().program.selfCheck());

/** Everything that was measured of the running program, with what to do where something is not as it should be. */
export function SelfCheckDialog({ onClose }: { onClose: () => void }): ReactNode {
  const found = useQuery(check);
  // Each opening measures anew: what an earlier one found is not shown for it.
  useEffect(() => () => void check.useStore.setState({ state: 'loading' }, true), []);
  const value = found.state === 'ready' ? found.value : null;
  const count = (state: CheckRow['state']): number =>
    value?.rows.filter((row) => row.state === state).length ?? 0;
  const again = (): void => {
    check.useStore.setState({ state: 'loading' }, true);
    void check.load();
  };
  return (
    <Dialog
      isOpen
      wide
      onClose={onClose}
      title={TEXT.title}
      footer={
        <>
          <span className={styles['summary']} role="status">
            {value === null ? TEXT.running : TEXT.summary(count('bad'), count('look'))}
          </span>
          {value !== null && <Button onPress={() => void copy(value.report)}>{TEXT.copy}</Button>}
          <Button isPending={found.state === 'loading'} onPress={again}>
            {TEXT.again}
          </Button>
          <Button onPress={onClose}>{TEXT.close}</Button>
        </>
      }
    >
      <div className={styles['rows']}>
        <Refusal error={found.state === 'failed' ? found.error : null} />
        {value === null && found.state !== 'failed' && <Skeleton lines={10} />}
        {value?.rows.map((row) => (
          <div key={row.id} className={styles['row']}>
            <span>
              <Tag {...FACES[row.state]}>{TEXT.states[row.state]}</Tag>
            </span>
            <div className={styles['words']}>
              <div className={styles['name']}>{row.title}</div>
              <div>{row.found}</div>
              {row.remedy !== '' && <div className={styles['text']}>{row.remedy}</div>}
              {row.details.length > 0 && (
                <div className={styles['details']}>{row.details.slice(0, 20).join('\n')}</div>
              )}
            </div>
          </div>
        ))}
        {value !== null && <div className={styles['text']}>{TEXT.reportNote}</div>}
      </div>
    </Dialog>
  );
}
