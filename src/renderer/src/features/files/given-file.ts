import type { Envelope } from '#preload/contract/call.ts';
import { getConsole, openEnvelope } from '../../bridge/console.ts';

/** What the operator chose or dropped, by the name that stands in the field. */
const given = new Map<string, string>();

/** Has the operator choose a file or folder; gives its name, or null when called off. */
export async function chooseFile(kind: 'file' | 'folder'): Promise<string | null> {
  const picked = await getConsole().files.pick({ kind });
  if (picked !== null) given.set(picked.name, picked.file);
  return picked?.name ?? null;
}

type HandOver = (file: File) => Promise<Envelope>;

/** Takes a dropped file where the host can say which it is; gives its name, or null where it cannot. */
export async function dropFile(file: File): Promise<string | null> {
  const { keyopsHandOver } = globalThis as { keyopsHandOver?: HandOver };
  if (keyopsHandOver === undefined) return null;
  const handed = openEnvelope(await keyopsHandOver(file)) as { file: string; name: string };
  given.set(handed.name, handed.file);
  return handed.name;
}

/** The handle of what stands in the field; the approval surface asks for a path that was typed. @throws BridgeError */
export async function fileOf(name: string): Promise<string> {
  return given.get(name) ?? (await getConsole().files.name({ path: name })).file;
}
