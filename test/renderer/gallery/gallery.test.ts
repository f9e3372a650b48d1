import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chainOf } from '../../../src/protocol/chains/chains.ts';
import { sentenceText } from '../../../src/protocol/chains/reading.ts';
import type { TransactionReading } from '../../../src/protocol/chains/reading.ts';
import type { TransactionType } from '../../../src/protocol/catalogue/sign-transaction.ts';
import { SIGNING_CHAINS } from '../../../src/renderer/src/features/signing/chains.ts';
import { axeFaults } from '../axe.ts';
import { FakeConsole } from '../fake-console.ts';
import { preview, privateKeys } from '../fake-data.ts';
import { browserPath, WindowBench } from '../open-window.ts';
import { GALLERY } from './samples.ts';

const folder = resolve(import.meta.dirname, '../../../artifacts/gallery');
const THEMES = ['light', 'dark'] as const;

interface Asked {
  readonly type: TransactionType;
  readonly unsignedTransaction: string;
}
const read = ({ type, unsignedTransaction }: Asked): TransactionReading =>
  chainOf(type).read(unsignedTransaction);

/** The double with the real readers behind it, and a key that signs for every chain of its curve. */
function consoleThatReads(theme: (typeof THEMES)[number]): FakeConsole {
  const fake = new FakeConsole({ theme });
  let previews = 0;
  fake.overrides.set('keys.list', () =>
    Promise.resolve(
      privateKeys.map((key) => ({
        ...key,
        addresses: SIGNING_CHAINS.filter(({ curve }) => curve === key.curve).flatMap(
          ({ formats: [format] }) =>
            format === undefined ? [] : [{ format, address: key.addresses[0]?.address ?? '' }],
        ),
      })),
    ),
  );
  fake.overrides.set('requests.read', (input) => {
    const asked = input as Asked;
    try {
      return Promise.resolve({ ok: true, reading: read(asked), bytes: asked.unsignedTransaction.length / 2 });
    } catch (thrown) {
      const { message } = thrown as Error;
      return Promise.resolve({ ok: false, code: 'NOT_READ', message, remedy: 'Choose another chain.' });
    }
  });
  fake.overrides.set('requests.prepare', (input) => {
    const reading = read((input as { parameters: Asked }).parameters);
    const { sentence, facts, warnings } = reading;
    const expiresAtMs = Date.now() + 300_000;
    previews += 1;
    return Promise.resolve({
      ...preview,
      id: `preview-${previews}`,
      expiresAtMs,
      sentence,
      facts,
      warnings,
      reading,
    });
  });
  return fake;
}

/** How far the page and the preview reach past their right edges, in pixels. */
const overflow = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, main section')].map((each) =>
      Math.max(0, each.scrollWidth - each.clientWidth),
    ),
  );

/** All of a long preview in one picture. */
async function picture(page: Page, name: string): Promise<void> {
  const height = await page.evaluate(() =>
    Math.max(...[...document.querySelectorAll('main')].map((main) => main.scrollHeight + 160)),
  );
  await page.setViewportSize({ width: 1280, height: Math.min(Math.max(height, 800), 4000) });
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.setViewportSize({ width: 1280, height: 800 });
}

const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';

describe.skipIf(browserPath === undefined)(`the gallery of previews${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    bench = await WindowBench.start();
  }, 60_000);
  afterAll(async () => {
    const pictures = GALLERY.flatMap(({ name }) => THEMES.map((theme) => `${name}-${theme}`));
    const body = pictures.map((name) => `<h2>${name}</h2><img src="${name}.png" alt="">`).join('\n');
    await writeFile(join(folder, 'index.html'), `<!doctype html><title>Previews</title>\n${body}\n`);
    await bench.stop();
  });

  test('has a preview of every chain that the window signs for', () => {
    const shown = new Set(GALLERY.map(({ type }) => type));
    expect([...shown].sort()).toEqual(SIGNING_CHAINS.map(({ id }) => id).sort());
  });

  test.each(THEMES)(
    'in %s: says it, warns first, marks the bytes of each field, and fits',
    async (theme) => {
      const { page, faults } = await bench.open(consoleThatReads(theme));
      const field = page.getByRole('textbox', { name: /^Unsigned transaction/ });
      const card = page.getByRole('region', { name: 'What you will stamp' });
      for (const sample of GALLERY) {
        const reading = read({ type: sample.type, unsignedTransaction: sample.unsigned });
        await field.fill(sample.unsigned);
        await card.getByText(/Preview expires/).waitFor();
        const sentence = card.locator('p').first();
        expect((await sentence.textContent())?.replace(/\s/g, ''), sample.name).toBe(
          sentenceText(reading.sentence).replace(/\s/g, ''),
        );
        const warnings = card.getByRole('list', { name: 'Warnings' }).getByRole('listitem');
        expect(await warnings.count(), sample.name).toBe(reading.warnings.length);
        if (sample.leads !== undefined) expect(await warnings.first().textContent()).toContain(sample.leads);
        if (reading.blind) expect(await card.textContent(), sample.name).toContain('Blind signing');
        if (reading.warnings.length > 0) {
          const [warned, fact] = [
            await warnings.last().boundingBox(),
            await card.locator('dl').first().boundingBox(),
          ];
          expect(warned?.y, sample.name).toBeLessThan(fact?.y ?? 0);
        }
        expect(await overflow(page), sample.name).toEqual((await overflow(page)).map(() => 0));
        await picture(page, `${sample.name}-${theme}`);

        await card.getByRole('button', { name: /^Raw fields/ }).click();
        const pointed = card.locator('dl > div[tabindex]').last();
        await pointed.scrollIntoViewIfNeeded();
        await pointed.hover();
        await page.locator('mark').first().waitFor({ state: 'attached' });
        const marked = (await page.locator('mark').allTextContents()).join('');
        expect(sample.unsigned.toLowerCase(), sample.name).toContain(marked.toLowerCase());
        expect(await overflow(page), `${sample.name}, raw`).toEqual((await overflow(page)).map(() => 0));
        expect(await axeFaults(page), sample.name).toEqual([]);
        await card.getByRole('button', { name: 'Discard' }).click();
      }
      expect(faults).toEqual([]);
      await page.context().close();
    },
    240_000,
  );
});
