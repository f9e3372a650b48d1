import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ApprovalView } from '#preload/approval-contract.ts';
import type { Operation } from '#protocol/catalogue/operation.ts';
import { type FormField, formFields } from '#protocol/form/form-field.ts';
import { callBridge } from './bridge-calls.ts';
import type { Launched } from './launch.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** What is typed into every field that is sealed before it leaves the window. */
export const SEALED_VALUE = 'kQ7-provider-pass-4f7a1c';

const isSealed = (field: FormField): boolean =>
  field.kind === 'text' && (field.control === 'onRampSealed' || field.control === 'fetcherSealed');

/**
 * Runs an operation from the window: chosen in the list, its parameters through the JSON view into the form, sealed
 * fields by the form's own encryption, the name typed of what it destroys, reviewed and approved.
 * @returns what came back, as the window shows it
 */
export async function runOperation(
  launched: Launched,
  operation: Operation,
  parameters: Parameters,
): Promise<unknown> {
  const { page } = launched;
  await page.locator(`[role=option][data-key="${operation.path}"]`).click();
  const card = page.getByRole('region', { name: operation.summary, exact: true });
  await fill(card, formFields(operation.parameters), parameters);
  // By key: what the form says of a field comes a moment after it was left, and moves the button.
  await card
    .getByRole('button', { name: operation.kind === 'query' ? /^Run query/ : /^Preview/ })
    .press('Enter');
  if (operation.kind === 'query') return read(card, 'Result');
  if (operation.effect === 'destroy') await typeName(page);
  await card.getByRole('button', { name: /^Review and approve/ }).click();
  await approve(launched);
  if (operation.ballot === true) {
    // A vote has no result of its own: how it ended is all there is to show.
    await card.getByRole('alert').first().waitFor();
    return undefined;
  }
  return read(card, 'Result');
}

/** Fills the form of a card: its parameters through the JSON view, sealed fields by the form's own encryption. */
export async function fill(
  card: Locator,
  fields: readonly FormField[],
  parameters: Parameters,
): Promise<void> {
  if (fields.length === 0) return;
  const sealed = fields.filter((field) => isSealed(field) && parameters[field.name] !== undefined);
  const plain = Object.entries(parameters).filter(([name]) => !sealed.some((field) => field.name === name));
  await card.getByRole('radio', { name: 'JSON' }).click();
  const json = card.getByRole('textbox', { name: 'Parameters as JSON' });
  await json.fill(JSON.stringify(Object.fromEntries(plain)));
  await card.getByRole('radio', { name: 'Form' }).click();
  await json.waitFor({ state: 'detached' });
  for (const { label } of sealed) {
    const asked = label.replace(/^Encrypted (.)/, (_, first: string) => first.toUpperCase());
    await card.getByLabel(new RegExp(`^${asked}(\\s+optional)?\\s*$`)).fill(SEALED_VALUE);
    await card.page().keyboard.press('Tab');
    await card.getByRole('button', { name: `Replace ${asked}` }).waitFor();
    expect(
      await card
        .locator('input[type=password]')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value).join('')),
    ).toBe('');
  }
}

/** Types the name that the dialog asks for. */
async function typeName(page: Page): Promise<void> {
  const dialog = page.getByRole('alertdialog');
  const words = await dialog.getByText(/^Type “.+” to confirm$/).textContent();
  const name = /^Type “(.+)” to confirm$/.exec(words ?? '')?.[1] ?? '';
  expect(await dialog.getByRole('button', { name: 'Preview' }).isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Preview' }).click();
}

/** Approves by the surface's own call: what a press there needs has tests of its own. */
export async function approve(launched: Launched): Promise<void> {
  const surface = await launched.waitForApproval();
  const current = await callBridge(surface, 'approval.current');
  if (!current.ok) throw new Error(current.message);
  const { preview } = current.value as ApprovalView;
  const gone = surface.isClosed() ? Promise.resolve() : surface.waitForEvent('close');
  // The surface goes with the decision, sometimes before the call has come back.
  await callBridge(surface, 'approval.decide', { previewId: preview.id, decision: 'approve' }).catch(
    () => undefined,
  );
  // The next one is another.
  await gone;
}

/** What a part of the card shows, by its JSON view. */
async function read(card: Locator, name: string): Promise<unknown> {
  const shown = card.getByRole('region', { name, exact: true });
  const refusal = card.getByRole('alert').filter({ hasNotText: 'Done' });
  await shown.or(refusal).first().waitFor();
  if (!(await shown.isVisible())) throw new Error((await refusal.first().textContent()) ?? 'refused');
  await shown.getByRole('radio', { name: 'JSON' }).click();
  return JSON.parse((await shown.locator('pre').textContent()) ?? '') as unknown;
}
