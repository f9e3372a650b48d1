import { expect, test } from 'vitest';
import { catalogue } from '#protocol/catalogue/catalogue.ts';
import { ID_CONTROLS } from '#protocol/catalogue/fields.ts';
import { type FormField, formFields } from '#protocol/form/form-field.ts';
import { ID_SOURCES, idSourceOf } from '#protocol/form/id-sources.ts';

/** Texts of a form with the names that lead to them. */
const texts = (fields: readonly FormField[], path: string): [string, string | undefined][] =>
  fields.flatMap((field): [string, string | undefined][] => {
    const here = `${path}.${field.name}`;
    if (field.kind === 'group') return texts(field.fields, here);
    if (field.kind === 'list') return texts([field.element], here);
    return field.kind === 'text' ? [[here, field.control]] : [];
  });

test('every field that is named like an id has a picker', () => {
  const all = catalogue.flatMap(({ path, parameters }) => texts(formFields(parameters), path));
  const ids = all.filter(
    ([path]) => /Ids?\.?$/.test(path) && !/client(?:Id)|projectId|credentialId$/.test(path),
  );
  expect(ids.length).toBeGreaterThan(40);
  expect(ids.filter(([, control]) => idSourceOf(control) === undefined)).toEqual([]);
});

test('every source asks a query of the catalogue with parameters that it takes', () => {
  expect(Object.keys(ID_SOURCES).toSorted()).toEqual([...ID_CONTROLS].toSorted());
  const form = { userId: '018f4e2a-9c1d-7a33-8b52-0d4f6a1e9c77', walletId: '' };
  for (const [control, source] of Object.entries(ID_SOURCES)) {
    expect(catalogue).toContain(source.query);
    expect([control, source.query.parameters.safeParse(source.ask(form)).success]).toEqual([control, true]);
  }
});

test('a source that needs a user waits for one', () => {
  expect(ID_SOURCES.apiKey.ask({})).toBeNull();
  expect(ID_SOURCES.apiKey.ask({ userId: 'x' })).toEqual({ userId: 'x' });
});

test('an answer of another shape gives no options, and the same id is offered once', () => {
  expect(ID_SOURCES.user.options({ strangers: [] })).toEqual([]);
  const invitation = ID_SOURCES.earnWrapper.options({
    enabledVaults: [{ wrapperAddress: '0x1', vaultAddress: '0x2' }, { wrapperAddress: '0x1' }, {}],
  });
  expect(invitation).toEqual([{ id: '0x1', label: 'Over the vault ' }]);
});

test('what signs can be a key, its address, or the address of a wallet’s account by its path and wallet', () => {
  const { further } = ID_SOURCES.signer;
  const at = {
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  };
  const made = { createdAt: '2026-11-21T09:30:00Z', updatedAt: '2026-11-21T09:30:00Z' };
  const wallet = { walletId: 'w', walletName: 'Operations', exported: false, imported: false, ...made };
  const account = { walletAccountId: 'a', organizationId: 'o', walletId: 'w', path: 'm/44', ...at, ...made };
  const options = further?.options({
    accounts: [
      { ...account, address: '0x1', walletDetails: wallet },
      { ...account, address: '0x2', name: 'Payroll' },
    ],
  });
  expect(options).toEqual([
    { id: '0x1', label: 'm/44, of Operations' },
    { id: '0x2', label: 'Payroll (m/44)' },
  ]);
});
