import type { Page } from 'playwright-core';
import { takePicture } from '../fixtures/guide-picture.ts';
import type { HostKind } from './launch.ts';

/** Keeps what a page shows as a picture, in `artifacts/guide`; docs/guide has those of Electron, and is compared with them. */
export const keepPicture = (host: HostKind, page: Page, name: string): Promise<void> =>
  takePicture(page, `guide/${host}/${name}.png`);
