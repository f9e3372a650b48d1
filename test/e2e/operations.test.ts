// Every operation and query of the catalogue, run from the window through its generated form.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '../../src/protocol/catalogue/all.ts';
import type { Operation } from '../../src/protocol/catalogue/operation.ts';
import { validRequest } from '../service/conformance/valid-requests.ts';
import { axeFaults } from '../renderer/axe.ts';
import { describeHosts } from './describe-hosts.ts';
import { launchOnWorld } from './launch-on-world.ts';
import type { OnWorld } from './launch-on-world.ts';
import { runOperation } from './run-operation.ts';

/** In Electron a sample: one of each kind. */
const SAMPLE = ['create_users', 'delete_users', 'create_oauth2_credential', 'list_users'];

/** Ends what moves; a spinner goes on for ever, and stays. */
const finishMotion = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    }
  });

describeHosts(['electron', 'chromium'], 'the generated form', (host) => {
  let on: OnWorld;
  beforeAll(async () => {
    on = await launchOnWorld(host);
    await on.launched.page.getByRole('button', { name: /^Operations/ }).click();
  });
  afterAll(() => on.close());

  const operations: readonly Operation[] = catalogue;
  const walked = host === 'electron' ? operations.filter(({ path }) => SAMPLE.includes(path)) : operations;
  it.each(
    walked.map(
      (operation) =>
        [
          operation.kind === 'submit' ? 'operation' : 'query',
          `${operation.kind}/${operation.path}`,
          operation,
        ] as const,
    ),
  )('window: %s %s: runs from its form', async (_kind, _name, operation) => {
    on.world.service.now = Date.now();
    const parameters = (await validRequest(operation.path, on.world)) as Record<string, unknown>;
    const shown = await runOperation(on.launched, operation, parameters);
    if (operation.kind === 'query' || operation.ballot !== true) {
      expect(operation.output.safeParse(shown).error).toBeUndefined();
    }
  });

  it('has no violation of axe’s rules: list, form, refusals, result; light and dark', async () => {
    const { page } = on.launched;
    const faults: string[] = [];
    const look = async (scene: string): Promise<void> => {
      for (const scheme of ['light', 'dark'] as const) {
        await page.evaluate((theme) => void (document.documentElement.dataset['theme'] = theme), scheme);
        await finishMotion(page);
        faults.push(...(await axeFaults(page)).map((fault) => `${scene}, ${scheme}: ${fault}`));
      }
    };
    await page.locator('[role=option][data-key="list_users"]').click();
    await page.getByRole('button', { name: /^Ask/ }).click();
    await page.getByRole('region', { name: 'Answer' }).waitFor();
    await look('result');
    await page.locator('[role=option][data-key="create_users"]').click();
    await page.getByRole('button', { name: 'Add API key' }).click();
    await page.getByRole('button', { name: /^Preview/ }).click();
    await page.getByText('Fill this in.').first().waitFor();
    await look('form with refusals');
    await page.locator('[role=option][data-key="create_oauth2_credential"]').click();
    await page.getByRole('button', { name: 'Encrypt' }).waitFor();
    await look('sealed field');
    expect(faults).toEqual([]);
  });

  it('complained of nothing in all of that', () => {
    expect(on.launched.problems).toEqual([]);
  });
});
