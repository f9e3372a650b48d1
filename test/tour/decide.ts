import type { Locator, Page } from 'playwright-core';
import { pressLast } from './press-last.ts';

/** The button of the approval surface that confirms, whatever its act is called. */
export const confirmButton = (surface: Page): Locator => surface.locator('button[data-decision="approve"]');

/** The button of the approval surface that leaves everything as it is. */
export const cancelButton = (surface: Page): Locator => surface.locator('button[data-decision="deny"]');

/** Presses the confirming button once it can be pressed, and waits until the surface is gone. */
export const confirm = (surface: Page): Promise<void> => pressLast(surface, confirmButton(surface));

/** Presses the other button, and waits until the surface is gone. */
export const cancel = (surface: Page): Promise<void> => pressLast(surface, cancelButton(surface));
