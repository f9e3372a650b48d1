import { z } from 'zod';
import { expirationSeconds, id } from './fields.ts';

/** The client's own P-256 key of a session: compressed, as hex. */
export const sessionPublicKey = () =>
  z
    .string()
    .regex(/^0[23][0-9a-fA-F]{64}$/, 'a compressed P-256 public key, as hex')
    .meta({ label: 'Public key', control: 'publicKey' });

/** Specification, "oauth": a JWT as it stands, or base64 of it (docs/decisions/052). */
export const oidcToken = () =>
  z
    .string()
    .regex(/^[A-Za-z0-9_.+/-]+={0,2}$/, 'an OIDC token')
    .max(24_576)
    .meta({ label: 'OIDC token', control: 'token' });

/** What every login may say about its session. */
export const sessionOptions = {
  expirationSeconds: expirationSeconds().nullish(),
  invalidateExisting: z.boolean().nullish().meta({
    label: 'End other sessions',
    hint: 'Every other session of this user that was opened in the same way ends at once, wherever it is in use.',
  }),
};

export const sessionProfileId = () => id('Session profile', 'sessionProfile').nullish();
