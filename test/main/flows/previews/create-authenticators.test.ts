import { expect, it } from 'vitest';
import { createAuthenticatorsPreview } from '../../../../src/main/flows/previews/create-authenticators.ts';
import type { PreviewContext } from '../../../../src/main/flows/previews/preview-maker.ts';
import { createAuthenticators } from '../../../../src/protocol/catalogue/create-authenticators.ts';
import { Passkey } from '../../../fixtures/passkey.ts';

const userId = '3b1f9f0e-6d0c-4f0a-9c52-0a1b2c3d4e5f';
const context: PreviewContext = {
  operation: createAuthenticators,
  listPrivateKeys: () => Promise.resolve([]),
  listAccounts: () => Promise.resolve([]),
  ask: () => Promise.reject(new Error('asks nothing')),
  self: () => Promise.reject(new Error('asks nothing')),
};

it('names the passkey, whose it will be, and how it is reached', async () => {
  const registered = new Passkey().register();
  const { sentence, facts, warnings } = await createAuthenticatorsPreview(
    { userId, authenticators: [registered] },
    context,
  );
  expect(sentence).toEqual([
    { kind: 'text', value: 'Let the passkey “A passkey” stamp requests as a user.' },
  ]);
  expect(facts).toEqual([
    { label: 'User', value: userId, kind: 'data' },
    { label: 'Name', value: 'A passkey', kind: 'text' },
    { label: 'Credential id', value: registered.attestation.credentialId, kind: 'data' },
    { label: 'Reached by', value: 'internal, hybrid', kind: 'text' },
  ]);
  expect(warnings.map(({ code }) => code)).toEqual(['PASSKEY_NEVER_EXPIRES']);
});

it('counts several, and keeps their facts apart', async () => {
  const authenticators = [new Passkey().register(), new Passkey().register()];
  const { sentence, facts } = await createAuthenticatorsPreview({ userId, authenticators }, context);
  expect(sentence).toEqual([{ kind: 'text', value: 'Let 2 passkeys stamp requests as a user.' }]);
  expect(facts.map(({ label }) => label)).toEqual(
    ['User'].concat(['1', '2'].flatMap((n) => [`Name ${n}`, `Credential id ${n}`, `Reached by ${n}`])),
  );
});
