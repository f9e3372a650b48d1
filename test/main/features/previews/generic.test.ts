import { describe, expect, it } from 'vitest';
import { genericPreview } from '#main/features/previews/generic.ts';
import type { PreviewContext } from '#main/features/previews/preview-maker.ts';
import { catalogue } from '#protocol/catalogue/catalogue.ts';
import type { Operation } from '#protocol/catalogue/operation.ts';
import { type FormField, formFields } from '#protocol/form/form-field.ts';

/** Labels and values of what an operation's parameters say. */
async function factsOf(path: string, parameters: unknown): Promise<Record<string, string>> {
  const operation = catalogue.find((each: Operation) => each.path === path);
  const { facts } = await genericPreview(parameters, { operation } as unknown as PreviewContext);
  return Object.fromEntries(facts.map(({ label, value }) => [label, value]));
}

describe('the preview of any operation', () => {
  it('says choices in the words of the form, wherever they stand', async () => {
    const accounts = [
      {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      },
    ];
    const facts = Object.entries(await factsOf('create_wallet_accounts', { walletId: 'w', accounts }));
    expect(facts.map(([, value]) => value)).toEqual([
      'w',
      'secp256k1',
      'BIP-32',
      "m/44'/60'/0'/0/0",
      'Ethereum',
    ]);
    expect(facts.map(([label]) => label)).toContainEqual(expect.stringMatching(/1 Path$/));
  });

  it('says yes and no, joins what is listed, and leaves out what is not there', async () => {
    const facts = await factsOf('update_webhook_endpoint', { endpointId: 'e', isActive: false, name: null });
    expect(Object.values(facts)).toEqual(['e', 'No']);
    const removed = await factsOf('delete_users', { userIds: ['a', 'b'] });
    expect(Object.values(removed)).toEqual(['a, b']);
  });

  it('attack: a value that the catalogue does not know is shown as it is', async () => {
    const facts = await factsOf('set_organization_feature', { name: 'FEATURE_NAME_NEW', value: '', more: 1 });
    expect(Object.values(facts)).toEqual(['FEATURE_NAME_NEW', 'none', '1']);
    expect(Object.keys(facts)).toContain('more');
  });

  it('never shows two choices of one field in the same words', () => {
    const choiceLists = (fields: readonly FormField[]): (readonly string[])[] =>
      fields.flatMap((field) => {
        if (field.kind === 'group') return choiceLists(field.fields);
        if (field.kind === 'list') return choiceLists([field.element]);
        if (field.kind !== 'choice' && field.kind !== 'choices') return [];
        return [field.choices.map(({ label }) => label)];
      });
    const lists = catalogue.flatMap(({ parameters }: Operation) => choiceLists(formFields(parameters)));
    expect(lists.length).toBeGreaterThan(20);
    for (const labels of lists) expect(new Set(labels).size).toBe(labels.length);
  });
});
