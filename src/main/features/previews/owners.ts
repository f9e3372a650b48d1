import type { User } from '#protocol/catalogue/users.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { answerOf } from './answers.ts';
import type { People } from './people.ts';
import type { PreviewReads } from './preview-maker.ts';

/** Whose a key is, as the first fact of a request says it. */
export interface Owner {
  /** Whether this console holds it, or made it for this request. */
  readonly ours: boolean;
  readonly words: string;
  /** Whether this console holds it and others may as well: script in the window can bring a key that it knows. */
  readonly isShared?: boolean;
}

/** Tells whose keys and passkeys are. */
export interface Owners {
  /** @param publicKey hex, compressed or not, or an Ed25519 key */
  ofKey(publicKey: string): Owner;
  /** @param credentialId base64url, padded or not */
  ofPasskey(credentialId: string): Owner;
}

const MADE: Owner = { ours: true, words: 'This console, which created it for this request' };

/** Reads which keys are this console's, and which are known users'. */
export async function readOwners(
  { ownKeys, madeHere }: Pick<PreviewReads, 'ownKeys' | 'madeHere'>,
  { users, organization }: Pick<People, 'users' | 'organization'>,
): Promise<Owners> {
  const own = (await (ownKeys === undefined ? undefined : answerOf(ownKeys()))) ?? [];
  const nobody =
    organization === undefined ? 'Unknown key' : 'Unknown key: no user of this organization has it';
  return {
    ofKey: (publicKey) => {
      const key = compressed(publicKey);
      const found = own.find((each) => compressed(each.publicKey) === key);
      if (found !== undefined) {
        const words = `This console: “${revealInvisible(found.name)}”`;
        return found.isImported === true
          ? { ours: false, words: `${words}, imported from outside`, isShared: true }
          : { ours: true, words };
      }
      if (madeHere?.(publicKey) === true) return MADE;
      const holder = users.find(({ apiKeys }) =>
        apiKeys.some(({ credential }) => compressed(credential.publicKey) === key),
      );
      return { ours: false, words: holder === undefined ? nobody : `Another key of ${quoted(holder)}` };
    },
    ofPasskey: (credentialId) => {
      if (madeHere?.(unpadded(credentialId)) === true) return MADE;
      const holder = users.find(({ authenticators }) =>
        authenticators.some((each) => unpadded(each.credentialId) === unpadded(credentialId)),
      );
      const words = holder === undefined ? 'Unknown passkey' : `A passkey of ${quoted(holder)}`;
      return { ours: false, words };
    },
  };
}

const quoted = ({ userName }: User): string => `“${revealInvisible(userName)}”`;
const unpadded = (text: string): string => text.replace(/=+$/, '');

/** A key in the one form that keys are compared in: lowercase hex, SEC1 points compressed. */
export function compressed(publicKey: string): string {
  const key = publicKey.toLowerCase();
  if (!/^04[0-9a-f]{128}$/.test(key)) return key;
  return `${/[13579bdf]$/.test(key) ? '03' : '02'}${key.slice(2, 66)}`;
}
