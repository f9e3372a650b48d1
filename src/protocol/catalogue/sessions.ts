import { z } from 'zod';
import { expirationSeconds, id, name, oidcToken, targetPublicKey } from './fields.ts';
import { submit } from './operation.ts';

/** The client's own P-256 key of a session: compressed, as hex. */
export const sessionPublicKey = () =>
  z
    .string()
    .regex(/^0[23][0-9a-fA-F]{64}$/, 'a compressed P-256 public key, as hex')
    .meta({ label: 'Public key', control: 'publicKey' });

/** What every login may say about its session. */
export const sessionOptions = {
  expirationSeconds: expirationSeconds().nullish(),
  invalidateExisting: z.boolean().nullish().meta({
    label: 'End other sessions',
    hint: 'Every other session of this user that was opened in the same way ends at once, wherever it is in use.',
  }),
};

export const sessionProfileId = () => id('Session profile', 'sessionProfile').nullish();

/** Specification, "stamp_login". */
export const stampLogin = submit({
  path: 'stamp_login',
  effect: 'write',
  summary: 'Log in with a stamp',
  parameters: z.strictObject({
    publicKey: sessionPublicKey(),
    ...sessionOptions,
    sessionProfileId: sessionProfileId(),
  }),
  output: z.looseObject({ session: z.string() }),
});

/** OPERATIONS.md, "oauth_login". */
export const oauthLogin = submit({
  path: 'oauth_login',
  effect: 'write',
  summary: 'Log in with an OIDC token',
  parameters: z.strictObject({
    oidcToken: oidcToken(),
    publicKey: sessionPublicKey(),
    ...sessionOptions,
    sessionProfileId: sessionProfileId(),
  }),
  output: z.looseObject({ session: z.string() }),
});

/** Specification, "oauth". */
export const oauth = submit({
  path: 'oauth',
  effect: 'write',
  summary: 'Open a session with an OIDC token',
  parameters: z.strictObject({
    oidcToken: oidcToken(),
    targetPublicKey: targetPublicKey(),
    apiKeyName: name('Name of the API key').nullish(),
    ...sessionOptions,
  }),
  output: z.looseObject({ userId: z.string(), apiKeyId: z.string(), credentialBundle: z.string() }),
});

/** Specification, "create_read_write_session". */
export const createReadWriteSession = submit({
  path: 'create_read_write_session',
  version: 2,
  result: 'createReadWriteSessionResultV2',
  effect: 'write',
  summary: 'Create a read-write session',
  parameters: z.strictObject({
    targetPublicKey: targetPublicKey(),
    userId: id('User', 'user').nullish(),
    apiKeyName: name('Name of the API key').nullish(),
    ...sessionOptions,
  }),
  output: z.looseObject({
    organizationId: z.string(),
    organizationName: z.string(),
    userId: z.string(),
    username: z.string(),
    apiKeyId: z.string(),
    credentialBundle: z.string(),
  }),
});
