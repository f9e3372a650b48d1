import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PolicyWords, TriedPolicy } from '#preload/contract/activities.ts';
import { axeFaults } from '../../axe.ts';
import { FakeConsole, FakeRefusal } from '../../fake-console.ts';
import { browserPath, WindowBench } from '../../open-window.ts';

const words = (notLimited: string): PolicyWords => ({
  ...{ effect: 'EFFECT_ALLOW', warnings: [], notApplied: 'Solana', notLimited },
  facts: [{ label: 'Applies to', value: 'Sign a transaction (Ethereum)', kind: 'text' }],
});
const FIRST = 'eth.tx.value < 5';
const SECOND = "eth.tx.to == '0xab'";

describe.skipIf(browserPath === undefined)('the words of a policy that is typed', () => {
  let bench: WindowBench;
  beforeAll(async () => {
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  const opened = async (fake: FakeConsole, width = 1280): Promise<Page> => {
    const { page } = await bench.open(fake, { width, height: 900 });
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name: 'Organization' })
      .click();
    await page.getByRole('radio', { name: 'Policies', exact: true }).click();
    await page.getByRole('button', { name: 'Create a policy' }).first().click();
    return page;
  };
  /** The conditions that words were asked for. */
  const asked = (fake: FakeConsole) =>
    fake.calls
      .filter(({ name }) => name === 'activities.policyWords')
      .map(({ input }) => (input as TriedPolicy).condition);
  const said = (page: Page) => page.getByRole('region', { name: 'What this policy allows' });
  const type = (page: Page, text: string): Promise<void> =>
    page.getByRole('textbox', { name: /^Condition/ }).fill(text);

  test('attack: the answer about an earlier text comes last and is not shown', async () => {
    const fake = new FakeConsole();
    let answerLate: (said: PolicyWords) => void = () => undefined;
    const late = new Promise<PolicyWords>((resolve) => (answerLate = resolve));
    fake.overrides.set('activities.policyWords', (input) => {
      const { condition } = input as TriedPolicy;
      return condition === FIRST ? late : Promise.resolve(words(condition ?? 'Everything'));
    });
    const page = await opened(fake);
    await said(page).getByText('Everything').waitFor();
    await type(page, FIRST);
    await expect.poll(() => asked(fake)).toContain(FIRST);
    await type(page, SECOND);
    await said(page).getByText(SECOND).waitFor();
    answerLate(words(FIRST));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
    expect(await said(page).getByText(SECOND).count()).toBe(1);
    expect(await said(page).getByText(FIRST).count()).toBe(0);
    await page.context().close();
  });

  test('are those of the last text without a fault, of which nobody is asked', async () => {
    const fake = new FakeConsole();
    fake.overrides.set('activities.policyWords', (input) =>
      Promise.resolve(words((input as TriedPolicy).condition ?? 'Everything')),
    );
    const page = await opened(fake);
    await type(page, FIRST);
    await said(page).getByText(FIRST).waitFor();
    await type(page, `${FIRST} &&`);
    await said(page).getByText('From the last version without errors.').waitFor();
    expect(await said(page).getByText(FIRST, { exact: true }).count()).toBe(1);
    // The empty form may be asked about more than once; the text with a fault never is.
    expect(new Set(asked(fake))).toEqual(new Set([null, FIRST]));
    for (const scheme of ['light', 'dark'] as const) {
      // Colors that fade from one scheme to the other are nobody's.
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      const folder = process.env['KEYOPS_SHOTS'];
      if (folder !== undefined) await page.screenshot({ path: `${folder}/policy-words-${scheme}.png` });
      expect(await axeFaults(page)).toEqual([]);
    }
    await page.context().close();
  });

  test('stand below the fields where there is no room beside them, and say why there are none', async () => {
    const fake = new FakeConsole();
    fake.overrides.set('activities.policyWords', () =>
      Promise.reject(new FakeRefusal('DOWN', 'The service did not answer.', 'Try again.')),
    );
    const page = await opened(fake, 1000);
    await said(page).getByText('The service did not answer.').waitFor();
    const field = await page.getByRole('textbox', { name: /^Condition/ }).boundingBox();
    const box = await said(page).boundingBox();
    expect(box?.y ?? 0).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0));
    expect(box?.x ?? 0).toBeLessThan((field?.x ?? 0) + (field?.width ?? 0));
    await page.context().close();
  });
});
