import { FolderOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { getConsole } from '../../bridge/console.ts';
import { useBootstrap } from '../../bridge/session.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { TextInput } from '../../ui/text-input.tsx';

interface PathInputProps {
  readonly label: string;
  readonly path: string;
  readonly onChange: (path: string) => void;
  readonly placeholder: string;
  readonly help: ReactNode;
}

const pickFile = (): Promise<{ path: string | null }> => getConsole().credentials.pickFile();

/** The path of a file that the privileged side will read: typed, or chosen where the host has a file dialog. */
export function PathInput({ path, ...field }: PathInputProps): ReactNode {
  const { can } = useBootstrap();
  const picking = useTask(pickFile);
  const choose = async (): Promise<void> => {
    const picked = await picking.run();
    if (picked?.path) field.onChange(picked.path);
  };
  return (
    <>
      <TextInput
        {...field}
        mono
        value={path}
        spellCheck="false"
        end={
          can.pickFiles && (
            <Button
              kind="quiet"
              small
              icon={FolderOpen}
              isPending={picking.busy}
              onPress={() => void choose()}
            >
              Choose…
            </Button>
          )
        }
      />
      <Refusal error={picking.error} />
    </>
  );
}
