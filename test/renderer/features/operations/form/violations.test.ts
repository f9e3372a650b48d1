import { describe, expect, it } from 'vitest';
import { createApiKeys } from '#protocol/catalogue/api-keys.ts';
import { formFields } from '#protocol/form/form-field.ts';
import { violationsAt } from '#renderer/features/operations/form/resolve.ts';

const fields = formFields(createApiKeys.parameters);
const at = (field: string): string | undefined =>
  violationsAt(fields, [{ field, description: 'no such user' }])[0]?.path;

describe('what the service would not take', () => {
  it.each([
    ['parameters.userId', 'parameters.userId'],
    ['parameters.apiKeys.1.publicKey', 'parameters.apiKeys.1.item.publicKey'],
    ['parameters.apiKeys[1].publicKey', 'parameters.apiKeys.1.item.publicKey'],
    ['parameters.apiKeys.0', 'parameters.apiKeys.0.item.root'],
    ['parameters.apiKeys', 'parameters.apiKeys.root'],
  ])('stands at the field of %s', (field, path) => {
    expect(at(field)).toBe(path);
  });

  it.each([
    'organizationId',
    'timestampMs',
    'parameters',
    'parameters.other',
    '',
    'userId',
    '..',
    '__proto__',
  ])('is left to the list where the form has no field for %j', (field) => {
    expect(at(field)).toBeUndefined();
  });

  it('says that it was the service, and why', () => {
    const [first] = violationsAt(fields, [{ field: 'parameters.userId', description: 'no such user' }]);
    expect(first?.message).toBe('The service: no such user');
  });
});
