import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expiryWarnings } from '#main/features/previews/signing-views.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { chainOf } from '#chains/chains.ts';
import { sentenceText, type DecodedTransaction } from '#chains/model/decoded.ts';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { SIGNING_CHAINS } from '#renderer/features/signers/chains.ts';
import { picturesAreAsked } from '../../fixtures/pictures-asked.ts';
import { axeFaults } from '../axe.ts';
import { FakeConsole } from '../fake-console.ts';
import { NOW_MS, preview, privateKeys } from '../fake-data.ts';
import { browserPath, WindowBench } from '../open-window.ts';
import { GALLERY, type GallerySample } from './samples.ts';

const folder = resolve(import.meta.dirname, '../../../artifacts/gallery');
const THEMES = ['light', 'dark'] as const;
/** The smallest window that the console opens. */
const NARROW = { width: 960, height: 640 };

interface Asked {
  readonly type: TransactionType;
  readonly unsignedTransaction: string;
}
const read = ({ type, unsignedTransaction }: Asked): DecodedTransaction =>
  chainOf(type).read(unsignedTransaction);

/** As a preview has it: with who signs, and the warnings of the moment. */
function prepared(sample: GallerySample): Preview {
  const reading = chainOf(sample.type).read(sample.unsigned, { address: sample.signer });
  const { sentence, facts } = reading;
  const warnings = [...expiryWarnings(reading, NOW_MS), ...reading.warnings];
  const expiresAtMs = NOW_MS + 300_000;
  return { ...preview, id: `preview-${sample.name}`, expiresAtMs, sentence, facts, warnings, reading };
}

/** The double with the real readers behind it, and a key that signs for every chain of its curve. */
function consoleThatReads(theme: (typeof THEMES)[number]): FakeConsole {
  const fake = new FakeConsole({ theme });
  fake.overrides.set('keys.known', () =>
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
    const { unsignedTransaction } = (input as { parameters: Asked }).parameters;
    const sample = GALLERY.find(({ unsigned }) => unsigned === unsignedTransaction);
    if (sample === undefined)
      throw new Error('The window asks for a transaction that is not in the gallery.');
    return Promise.resolve(prepared(sample));
  });
  // Nothing but the keys can sign, so that each is chosen by itself.
  fake.overrides.set('keys.accounts', () => Promise.resolve([]));
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
async function picture(page: Page, name: string, width = 1280): Promise<void> {
  if (!picturesAreAsked) return page.setViewportSize({ width: 1280, height: 800 });
  const height = await page.evaluate(() =>
    Math.max(...[...document.querySelectorAll('main')].map((main) => main.scrollHeight + 160)),
  );
  await page.setViewportSize({ width, height: Math.min(Math.max(height, 800), 4000) });
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.setViewportSize({ width: 1280, height: 800 });
}

const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';

describe.skipIf(browserPath === undefined)(`the gallery of previews${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    bench = await WindowBench.start();
  });
  afterAll(async () => {
    const pictures = (picturesAreAsked ? GALLERY : []).flatMap(({ name }) =>
      ['light', 'narrow-light', 'dark', 'approval-light', 'approval-dark'].map((kind) => `${name}-${kind}`),
    );
    const body = pictures.map((name) => `<h2>${name}</h2><img src="${name}.png" alt="">`).join('\n');
    await writeFile(join(folder, 'index.html'), `<!doctype html><title>Previews</title>\n${body}\n`);
    await bench.stop();
  });

  test('has a preview of every chain that the window signs for', () => {
    const shown = new Set(GALLERY.map(({ type }) => type));
    expect([...shown].sort()).toEqual(SIGNING_CHAINS.map(({ id }) => id).sort());
  });

  test.each(THEMES)('in %s: says it, warns first, marks the bytes of each field, and fits', async (theme) => {
    const { page, faults } = await bench.open(consoleThatReads(theme));
    await page.clock.setFixedTime(NOW_MS);
    const field = page.getByRole('textbox', { name: /^Unsigned transaction/ });
    const card = page.getByRole('region', { name: 'What you will sign' });
    for (const sample of GALLERY) {
      const { reading, warnings: expected } = prepared(sample);
      if (reading === null) throw new Error('Nothing was read.');
      await field.fill(sample.unsigned);
      await card.getByText(/Preview expires/).waitFor();
      const sentence = card.locator('p').first();
      expect((await sentence.textContent())?.replace(/\s/g, ''), sample.name).toBe(
        sentenceText(reading.sentence).replace(/\s/g, ''),
      );
      const warnings = card.getByRole('list', { name: 'Warnings' }).getByRole('listitem');
      expect(await warnings.count(), sample.name).toBe(expected.length);
      if (sample.leads !== undefined) expect(await warnings.first().textContent()).toContain(sample.leads);
      expect(await card.getByRole('region', { name: 'Balance changes' }).count()).toBe(1);
      if (reading.blind) expect(await card.textContent(), sample.name).toContain('Blind signing');
      if (expected.length > 0) {
        const [warned, fact] = [
          await warnings.last().boundingBox(),
          await card.locator('dl').first().boundingBox(),
        ];
        expect(warned?.y, sample.name).toBeLessThan(fact?.y ?? 0);
      }
      expect(await overflow(page), sample.name).toEqual((await overflow(page)).map(() => 0));
      await picture(page, `${sample.name}-${theme}`);
      // What fits in one scheme fits in the other.
      if (theme === 'light') {
        await page.setViewportSize(NARROW);
        expect(await overflow(page), `${sample.name}, narrow`).toEqual((await overflow(page)).map(() => 0));
        await picture(page, `${sample.name}-narrow-${theme}`, NARROW.width);
      }

      await card.getByRole('button', { name: /^Raw fields/ }).click();
      const pointed = card.locator('dl > div[tabindex]').last();
      await pointed.scrollIntoViewIfNeeded();
      await pointed.hover();
      await page.locator('mark').first().waitFor({ state: 'attached' });
      const marked = (await page.locator('mark').allTextContents()).join('');
      expect(sample.unsigned.toLowerCase(), sample.name).toContain(marked.toLowerCase());
      expect(await overflow(page), `${sample.name}, raw`).toEqual((await overflow(page)).map(() => 0));
      expect(await axeFaults(page, theme), sample.name).toEqual([]);
      await card.getByRole('button', { name: 'Discard' }).click();
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test.each(THEMES)('in %s: says it on the approval surface, the totals with it', async (theme) => {
    const { page, faults, show } = await bench.openApproval();
    for (const sample of GALLERY) {
      const shown = prepared(sample);
      await show({ preview: shown, deniesAtMs: NOW_MS + 120_000, nowMs: NOW_MS, theme });
      const card = page.getByRole('alertdialog');
      const said = (await card.textContent())?.replace(/\s/g, '') ?? '';
      expect(said, sample.name).toContain(sentenceText(shown.sentence).replace(/\s/g, ''));
      for (const note of shown.reading?.totals?.notes ?? [])
        expect(said, sample.name).toContain(note.replace(/\s/g, ''));
      if (shown.reading?.expiresAtMs !== undefined) expect(said).toMatch(/Transactionexpiresin|hasexpired/);
      expect(await overflow(page), sample.name).toEqual((await overflow(page)).map(() => 0));
      expect(await axeFaults(page, theme), sample.name).toEqual([]);
      if (picturesAreAsked)
        await page.screenshot({ path: join(folder, `${sample.name}-approval-${theme}.png`) });
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('says so when a transaction’s time passes while it is open', async () => {
    const sample = GALLERY.find(({ name }) => name === 'tron-transfer');
    const { page } = await bench.open(consoleThatReads('light'));
    await page.clock.setFixedTime(NOW_MS);
    await page.getByRole('textbox', { name: /^Unsigned transaction/ }).fill(sample?.unsigned ?? '');
    const card = page.getByRole('region', { name: 'What you will sign' });
    await card.getByText(/Transaction expires in 1:00:00/).waitFor();
    expect(await card.getByText('This transaction has expired').count()).toBe(0);
    await page.clock.setFixedTime(NOW_MS + 3_600_001);
    await card.getByText('This transaction has expired').waitFor();
    await card.getByText('This preview has expired').waitFor();
    await picture(page, 'tron-transfer-expired-light');
    await page.context().close();
  });

  test('says on the approval surface when a transaction’s time passes while it waits', async () => {
    const sample = GALLERY.find(({ name }) => name === 'tron-transfer');
    if (sample === undefined) throw new Error('The gallery has no Tron transfer.');
    const { page, show } = await bench.openApproval();
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(60_000);
    // The hour of the transaction ends half a second after the surface opens.
    const nowMs = NOW_MS + 3_600_000 - 500;
    await show({ preview: prepared(sample), deniesAtMs: nowMs + 60_000, nowMs, theme: 'light' });
    await page.getByText('Transaction expires in 0:01').waitFor();
    await page.clock.runFor(1_000);
    await page.getByText('The transaction has expired').waitFor();
    await page.context().close();
  });
});
