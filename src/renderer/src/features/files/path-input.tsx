import { FolderOpen } from 'lucide-react';
import type { DragEvent, ReactNode } from 'react';
import type { Envelope } from '#preload/contract/call.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { getConsole, unwrapEnvelope } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { UI_TEXT } from '../../ui/text.ts';

/** What the operator chose or dropped, by the name that stands in the field. */
const given = new Map<string, string>();

/** Has the operator choose a file or folder; gives its name, or null when called off. */
async function chooseFile(kind: 'file' | 'folder'): Promise<string | null> {
  const picked = await getConsole().files.pick({ kind });
  if (picked !== null) given.set(picked.name, picked.file);
  return picked?.name ?? null;
}

type HandOver = (file: File) => Promise<Envelope>;

/** Takes a dropped file where the host can say which it is; gives its name, or null where it cannot. */
async function dropFile(file: File): Promise<string | null> {
  const { keyopsHandOver } = globalThis as { keyopsHandOver?: HandOver };
  if (keyopsHandOver === undefined) return null;
  const handed = unwrapEnvelope(await keyopsHandOver(file)) as { file: string; name: string };
  given.set(handed.name, handed.file);
  return handed.name;
}

/** The handle of what stands in the field; the approval surface asks for a path that was typed. @throws BridgeError */
export async function fileOf(name: string): Promise<string> {
  return given.get(name) ?? (await getConsole().files.name({ path: name })).file;
}

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
