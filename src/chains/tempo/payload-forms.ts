import { prefixedHex, toChecksumAddress } from '../ethereum/model/address.ts';
import { networkOf } from '../ethereum/model/networks.ts';
import type { RlpItem } from '../ethereum/model/rlp.ts';
import { decodeRlp } from '../ethereum/model/decode-rlp.ts';
import { say, theAddress } from '../model/sentence.ts';
import { readKeyAuthorization } from './key-authorization.ts';
import { grantFacts, grantWarnings } from './key-grant.ts';
import { blindSigning } from '../model/warnings.ts';
import type { PayloadForm } from '../model/chain.ts';

/** The first byte of what a fee payer signs (Tempo transaction specification). */
const FEE_PAYER_BYTE = 0x78;

/** What makes a key pay the fee of somebody else's transaction. */
export const FEE_PAYER_FORM: PayloadForm = {
  name: 'a Tempo transaction for its fee payer',
  kind: 'transaction',
  hashedWith: ['HASH_FUNCTION_KECCAK256'],
  read: (bytes) => {
    if (bytes[0] !== FEE_PAYER_BYTE || decodeRlp(bytes, 1).kind !== 'list') return null;
    return {
      sentence: say('Pay the fee of another account’s transaction'),
      facts: [
        { label: 'Transaction', value: prefixedHex(bytes), kind: 'data', note: `${bytes.length} bytes` },
      ],
      warnings: [blindSigning('What this transaction does, and the fee it costs, could not be read.')],
    };
  },
};

const NO_SIGNATURE: RlpItem = { kind: 'bytes', start: 0, payload: 0, end: 0, bytes: new Uint8Array() };

/** What lets another key sign for an account: the list that a key authorization signs. */
export const KEY_AUTHORIZATION_FORM: PayloadForm = {
  name: 'a key authorization of Tempo',
  kind: 'permission',
  hashedWith: ['HASH_FUNCTION_KECCAK256'],
  read: (bytes, { authority }) => {
    const tuple = decodeRlp(bytes);
    if (tuple.kind !== 'list') return null;
    const { start, payload, end } = tuple;
    const grant = readKeyAuthorization({ kind: 'list', start, payload, end, items: [tuple, NO_SIGNATURE] });
    return {
      sentence: say('Let the key ', theAddress(toChecksumAddress(grant.keyId)), ' sign for this account'),
      facts: [
        {
          label: 'Chain',
          value: grant.chainId === 0n ? 'every chain' : networkOf(grant.chainId).name,
          kind: 'text',
          note: `chain ID ${grant.chainId.toString()}`,
        },
        ...grantFacts(grant, grant.chainId, [[0, bytes.length]]),
      ],
      warnings: grantWarnings(grant, authority),
    };
  },
};
