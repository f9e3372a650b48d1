import { FolderOpen } from 'lucide-react';
import type { DragEvent, ReactNode } from 'react';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { chooseFile, dropFile } from './given-file.ts';
import { UI_TEXT } from '../../ui/text.ts';

interface PathInputProps {
  readonly label: string;
  readonly path: string;
  readonly onChange: (path: string) => void;
  readonly placeholder: string;
  readonly help: ReactNode;
  /** What the dialog offers. */
  readonly kind?: 'file' | 'folder';
}

/**
 * A file that the privileged side will read: chosen or dropped where the host can say which it is, or its path, which is
 * approved apart when the form is sent (`fileOf`).
 */
export function PathInput({ path, kind = 'file', ...field }: PathInputProps): ReactNode {
  const { can } = useAppSnapshot();
  const picking = useTask((from: () => Promise<string | null>) => from());
  const take = async (from: () => Promise<string | null>): Promise<void> => {
    const name = await picking.run(from);
    if (name) field.onChange(name);
  };
  const drop = (event: DragEvent<HTMLDivElement>): void => {
    event.preventDefault();
    const file = event.dataTransfer.files.item(0);
    if (file) void take(() => dropFile(file));
  };
  return (
    <div onDragOver={(event) => event.preventDefault()} onDrop={drop}>
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
              onPress={() => void take(() => chooseFile(kind))}
            >
              {UI_TEXT.choose.file}
            </Button>
          )
        }
      />
      <Refusal error={picking.error} />
    </div>
  );
}
