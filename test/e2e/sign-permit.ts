import { verifyTypedData } from 'ethers';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { signRawPayload } from '#protocol/catalogue/signing.ts';
import { formFields } from '#protocol/form/form-field.ts';
import { permit } from '../chains/ethereum/typed-data/samples.ts';
import { type Stage, approve } from '../tour/steps.ts';
import { fill } from './run-operation.ts';

/** Signs a permit (ERC-2612) with an address from the form of `sign_raw_payload`: said in words, and verified by ethers. */
export async function signPermit(stage: Stage, address: string): Promise<void> {
  const { page } = stage;
  const deadline = String(Math.floor(Date.now() / 1000) + 86_400);
  const data = permit({ owner: address, deadline });
  const screens = page.getByRole('navigation', { name: 'Screens' });
  await screens.getByRole('button', { name: 'Operations', exact: true }).click();
  await page.locator('[role=option][data-key="sign_raw_payload"]').click();
  const card = page.getByRole('region', { name: signRawPayload.summary, exact: true });
  await fill(card, formFields(signRawPayload.parameters), {
    signWith: address,
    payload: JSON.stringify(data),
    encoding: 'PAYLOAD_ENCODING_EIP712',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  });
  // By key: what is said below a field comes with its list, and moves the button.
  await card.getByRole('button', { name: /^Preview/ }).press('Enter');
  await card.getByText('1.50 USDC').first().waitFor();
  await stage.onScene('permit-preview', page);
  expect(await card.getByRole('list', { name: 'Warnings' }).textContent()).toContain('A signature is enough');
  await card.getByRole('button', { name: /^Review and approve/ }).click();
  await expectInSight(await stage.waitForApproval(), 'A signature is enough');
  await approve(stage, 'permit-approval');
  const shown = card.getByRole('region', { name: 'Result', exact: true });
  await shown.waitFor();
  expect(await card.getByText('Signed by the key').count()).toBe(1);
  await shown.getByRole('radio', { name: 'JSON' }).click();
  const { r, s, v } = signRawPayload.output.parse(
    JSON.parse((await shown.locator('pre').textContent()) ?? ''),
  );
  const signature = `0x${r}${s}${v === '00' ? '1b' : '1c'}`;
  expect(verifyTypedData(data.domain, data.types, data.message, signature)).toBe(address);
}

/** Words that nobody has to scroll for on the approval surface. */
async function expectInSight(surface: Page, words: string): Promise<void> {
  const found = surface.getByText(words);
  await found.waitFor();
  const inSight = await found.evaluate((shown) => {
    const { left, top } = shown.getBoundingClientRect();
    return shown.contains(document.elementFromPoint(left + 1, top + 1));
  });
  expect(inSight).toBe(true);
}
