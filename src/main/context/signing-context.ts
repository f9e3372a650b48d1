import type { StoredCredential } from '../storage/credentials.ts';

/** Where requests go and who stamps them. */
export interface SigningContext {
  readonly profile: {
    readonly id: string;
    readonly name: string;
    readonly organizationId: string;
    readonly organizationName: string;
  };
  readonly credential: StoredCredential;
}
