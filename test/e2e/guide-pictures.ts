import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { HostKind } from './launch.ts';

const artifacts = join(import.meta.dirname, '../../artifacts/guide');

/** Keeps what a page shows as a picture of the guide, in `artifacts/guide`; docs/guide has those of one run. */
export async function keepPicture(host: HostKind, page: Page, name: string): Promise<void> {
  const folder = join(artifacts, host);
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
