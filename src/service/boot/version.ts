import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const ownPackage = z.object({ name: z.literal('keyops-console'), version: z.string() });

/** The version of the program: of the package that this file is part of, wherever in it the bundle was put. */
export function programVersion(folder: string = import.meta.dirname): string {
  const file = join(folder, 'package.json');
  const found = existsSync(file)
    ? ownPackage.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
    : undefined;
  if (found !== undefined) return found.version;
  const parent = dirname(folder);
  return parent === folder ? 'unknown' : programVersion(parent);
}
