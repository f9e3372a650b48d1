import type { FormReading, PayloadForm } from '../model/chain.ts';
import { say, theAddress } from '../model/sentence.ts';
import { blindSigning } from '../model/warnings.ts';
import { delegationWarnings } from './envelope-warnings.ts';
import { readDelegationFields, readList } from './field-reader.ts';
import { type Hex, prefixedHex, toChecksumAddress } from './model/address.ts';
import { networkOf } from './model/networks.ts';
import type { RlpItem } from './model/rlp.ts';
import { decodeRlp } from './model/decode-rlp.ts';
import type { DelegationFields } from './transaction.ts';

/**
 * What a signature under an authorization does (EIP-7702).
 * @param authority the account that signs, where it is known
 */
export function readDelegation(
  authorization: Pick<DelegationFields, 'address' | 'chainId' | 'nonce'>,
  authority: Hex | null,
): FormReading {
  const code = toChecksumAddress(authorization.address);
  const network = networkOf(authorization.chainId === 0n ? null : authorization.chainId);
  return {
    sentence: say('Let the code at ', theAddress(code), ' act for this account'),
    facts: [
      {
        label: 'Chain',
        value: network.name,
        kind: 'text',
        note: `chain ID ${authorization.chainId.toString()}`,
      },
      { label: 'Delegates to', value: code, kind: 'address' },
      { label: 'Nonce', value: authorization.nonce.toString(), kind: 'number' },
    ],
    warnings: delegationWarnings(
      {
        authorization: { ...authorization, address: code, range: [0, 0] },
        authority: authority ?? undefined,
      },
      authority,
    ),
  };
}

/** The byte before what an authorization signs (EIP-7702). */
const AUTHORIZATION_BYTE = 0x05;
/** The byte that no transaction begins with (EIP-191). */
const SIGNED_DATA_BYTE = 0x19;
const ADDRESS_BYTES = 20;
const HASH_BYTES = 32;

/** What signs away an account to a contract's code (EIP-7702): 05, and the list of chain, address and nonce. */
const AUTHORIZATION_FORM: PayloadForm = {
  name: 'an authorization (EIP-7702)',
  kind: 'permission',
  hashedWith: ['HASH_FUNCTION_KECCAK256'],
  read: (bytes, { authority }) => {
    if (bytes[0] !== AUTHORIZATION_BYTE) return null;
    const tuple = decodeRlp(bytes, 1);
    const parts = readList('authorization', tuple, 3) as [RlpItem, RlpItem, RlpItem];
    return readDelegation(readDelegationFields('authorization', tuple, parts), authority);
  },
};

/** Data for a contract that checks signatures itself (EIP-191, version 00). */
const VALIDATOR_FORM: PayloadForm = {
  name: 'data for a validator (EIP-191, version 0)',
  kind: 'permission',
  hashedWith: ['HASH_FUNCTION_KECCAK256'],
  read: (bytes) => {
    if (bytes[0] !== SIGNED_DATA_BYTE || bytes[1] !== 0 || bytes.length < 2 + ADDRESS_BYTES) return null;
    const validator = toChecksumAddress(prefixedHex(bytes.subarray(2, 2 + ADDRESS_BYTES)));
    const data = bytes.subarray(2 + ADDRESS_BYTES);
    return {
      sentence: say('Sign data for the contract ', theAddress(validator)),
      facts: [
        { label: 'Contract', value: validator, kind: 'address', ranges: [[2, 2 + ADDRESS_BYTES]] },
        {
          label: 'Data',
          value: data.length === 0 ? 'empty' : prefixedHex(data),
          kind: data.length === 0 ? 'text' : 'data',
          note: `${data.length} bytes`,
          ranges: [[2 + ADDRESS_BYTES, bytes.length]],
        },
      ],
      warnings: [blindSigning(`What the contract ${validator} makes of this data is not known.`)],
    };
  },
};

/** Typed data as its two hashes (EIP-191, version 01; EIP-712). */
const STRUCTURED_DATA_FORM: PayloadForm = {
  name: 'typed data (EIP-712) of which only the hashes are given',
  kind: 'permission',
  hashedWith: ['HASH_FUNCTION_KECCAK256'],
  read: (bytes) => {
    if (bytes[0] !== SIGNED_DATA_BYTE || bytes[1] !== 1 || bytes.length !== 2 + 2 * HASH_BYTES) return null;
    const hashFact = (label: string, start: number) => ({
      label,
      value: prefixedHex(bytes.subarray(start, start + HASH_BYTES)),
      kind: 'hash' as const,
      ranges: [[start, start + HASH_BYTES] as [number, number]],
    });
    return {
      sentence: say('Sign typed data of which only the hashes are given'),
      facts: [hashFact('Domain', 2), hashFact('Message', 2 + HASH_BYTES)],
      warnings: [
        blindSigning('Typed data can be a permit, an order or a login; only its hashes are in the payload.'),
      ],
    };
  },
};

/** What contracts of Ethereum take a signature over, apart from transactions and personal messages. */
export const CONTRACT_FORMS: readonly PayloadForm[] = [
  AUTHORIZATION_FORM,
  VALIDATOR_FORM,
  STRUCTURED_DATA_FORM,
];
