import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { getConsole } from '../bridge/console.ts';
import { useTask } from '../bridge/use-task.ts';
import { Button } from './button.tsx';
import { Refusal } from './refusal.tsx';
import { UI_TEXT } from './text.ts';

const recheck = (): Promise<void> => getConsole().app.recheck();

/** Has the privileged side try again what failed. */
export function RecheckButton({ autoFocus, plain }: { autoFocus?: boolean; plain?: boolean }): ReactNode {
  const task = useTask(recheck);
  return (
    <>
      <Refusal error={task.error} />
      <Button
        kind={plain ? 'plain' : 'primary'}
        icon={RotateCw}
        isPending={task.busy}
        onPress={() => void task.run()}
        autoFocus={autoFocus ?? false}
      >
        {UI_TEXT.checkAgain}
      </Button>
    </>
  );
}
