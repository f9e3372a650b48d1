import type { HashFunction, PayloadEncoding } from '../catalogue/signing-fields.ts';
import {
  addressOfPublicKey,
  parseAddress,
  prefixedHex,
  toChecksumAddress,
  type Hex,
} from '../chains/ethereum/address.ts';
import { withArticle } from '../chains/article.ts';
import { delegationWarnings } from '../chains/ethereum/envelope-warnings.ts';
import type { ContractInterfaces } from '../chains/ethereum/interfaces/contract-interfaces.ts';
import { networkOf } from '../chains/ethereum/networks.ts';
import { readTypedData } from '../chains/ethereum/typed-data/read-typed-data.ts';
import type { Chain, Signer } from '../chains/chain.ts';
import type { Fact, SentencePart, TransactionReading, Warning } from '../chains/reading.ts';
import { say, theAddress } from '../chains/sentence.ts';
import { blindSigning, ordered, warn } from '../chains/warnings.ts';
import { fromHex } from '../encoding.ts';
import type { KeyCurve } from '../keys/curve.ts';
import { hiddenTransaction } from './hidden-transaction.ts';
import { bytesToSign, plainBytes, readAuthorization } from './payload-digest.ts';
import { readMessage } from './read-message.ts';

/** The key that is to sign a payload, as the service lists it. */
export interface PayloadSigner {
  readonly curve: KeyCurve;
  /** Hex; compressed for the ECDSA curves; not known for some wallet accounts. */
  readonly publicKey?: string;
  readonly addresses: readonly { readonly format: string; readonly address: string }[];
  readonly name?: string;
}

export interface Payload {
  readonly payload: string;
  readonly encoding: PayloadEncoding;
  readonly hashFunction: HashFunction;
}

/** What a signature over a payload says. `reading` is there for what has the form of a transaction or of typed data. */
export interface PayloadReading {
  readonly sentence: SentencePart[];
  readonly facts: Fact[];
  readonly warnings: Warning[];
  readonly reading: TransactionReading | null;
}

/**
 * Reads what a signature over a payload says (PROTOCOL.md, section 11; docs/decisions/042).
 * @throws ProtocolError as `bytesToSign`, for what cannot be signed
 */
export function readPayload(
  request: Payload,
  signer: PayloadSigner,
  interfaces?: ContractInterfaces,
): PayloadReading {
  const { payload, encoding, hashFunction } = request;
  const digest = bytesToSign(payload, encoding, hashFunction, signer.curve === 'CURVE_ED25519');
  switch (encoding) {
    case 'PAYLOAD_ENCODING_EIP712': {
      const address = ethereumAddress(signer);
      const reading = readTypedData(
        payload,
        address === null ? undefined : { ...nameOf(signer), address },
        interfaces,
      );
      return { sentence: reading.sentence, facts: reading.facts, warnings: reading.warnings, reading };
    }
    case 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION':
      return readDelegation(payload, signer);
    case 'PAYLOAD_ENCODING_HEXADECIMAL':
    case 'PAYLOAD_ENCODING_TEXT_UTF8':
      return readBytes(plainBytes(payload, encoding), digest, request, signer);
  }
}

function readBytes(
  bytes: Uint8Array,
  digest: Uint8Array,
  request: Payload,
  signer: PayloadSigner,
): PayloadReading {
  const { encoding, hashFunction } = request;
  if (hashFunction === 'HASH_FUNCTION_NO_OP') return readHash(digest, signer);
  const hidden = hiddenTransaction(bytes, hashFunction, (chain) => signerOn(chain, signer));
  if (hidden !== null) return readHidden(hidden.chain, hidden.reading);
  const message = readMessage(bytes, {
    isText: encoding === 'PAYLOAD_ENCODING_TEXT_UTF8',
    isEthereum: hashFunction === 'HASH_FUNCTION_KECCAK256' && signer.curve === 'CURVE_SECP256K1',
    signer: ethereumAddress(signer),
  });
  const hashFacts: Fact[] =
    hashFunction === 'HASH_FUNCTION_NOT_APPLICABLE'
      ? []
      : [{ label: 'Signing hash', value: prefixedHex(digest), kind: 'hash', note: hashName(hashFunction) }];
  return {
    sentence: message.sentence,
    facts: [...keyFacts(signer), ...message.facts, ...hashFacts],
    warnings: ordered(message.warnings),
    reading: null,
  };
}

const hashName = (hashFunction: HashFunction): string =>
  hashFunction === 'HASH_FUNCTION_KECCAK256' ? 'Keccak-256' : 'SHA-256';

function readHash(digest: Uint8Array, signer: PayloadSigner): PayloadReading {
  const hash = prefixedHex(digest);
  return {
    sentence: say('Sign a hash without knowing what it is of'),
    facts: [...keyFacts(signer), { label: 'Hash', value: hash, kind: 'hash' }],
    warnings: [
      blindSigning(
        'Only a hash is given: it can be that of any transaction, message or permission of this key.',
      ),
    ],
    reading: null,
  };
}

function readHidden(chain: Chain, reading: TransactionReading): PayloadReading {
  const sentence = [
    ...say(`Sign ${withArticle(chain.name)} transaction as if it were plain bytes: `),
    ...reading.sentence,
  ];
  const warnings = ordered([
    warn(
      'TRANSACTION_AS_PAYLOAD',
      'danger',
      'This is a transaction',
      `With the signature, these bytes are a valid ${chain.name} transaction. Policies about transactions are not asked, and what comes back is not checked as one.`,
    ),
    ...reading.warnings,
  ]);
  return { sentence, facts: reading.facts, warnings, reading: { ...reading, sentence, warnings } };
}

/** The authorization that sets the code of an account (EIP-7702). */
function readDelegation(payload: string, signer: PayloadSigner): PayloadReading {
  const authorization = readAuthorization(payload);
  const authority = ethereumAddress(signer);
  const code = toChecksumAddress(authorization.address);
  const network = networkOf(authorization.chainId === 0n ? null : authorization.chainId);
  return {
    sentence: say('Let the code at ', theAddress(code), ' act for this account'),
    facts: [
      ...keyFacts(signer),
      {
        label: 'Chain',
        value: network.name,
        kind: 'text',
        note: `chain id ${authorization.chainId.toString()}`,
      },
      { label: 'Delegates to', value: code, kind: 'address' },
      { label: 'Nonce', value: authorization.nonce.toString(), kind: 'number' },
    ],
    warnings: ordered(
      delegationWarnings(
        {
          authorization: { ...authorization, address: code, range: [0, 0] },
          authority: authority ?? undefined,
        },
        authority,
      ),
    ),
    reading: null,
  };
}

const nameOf = ({ name }: PayloadSigner): { readonly name?: string } => (name === undefined ? {} : { name });

/** Who signs: the address of an Ethereum key, else the first that there is, else the public key. */
function keyFacts(signer: PayloadSigner): Fact[] {
  const address = ethereumAddress(signer) ?? signer.addresses[0]?.address ?? signer.publicKey;
  if (address === undefined) return [];
  return [
    {
      label: 'Signed by',
      value: address,
      kind: 'address',
      ...(signer.name === undefined ? {} : { note: signer.name }),
    },
  ];
}

function ethereumAddress({ curve, publicKey, addresses }: PayloadSigner): Hex | null {
  if (curve !== 'CURVE_SECP256K1') return null;
  if (publicKey !== undefined) return addressOfPublicKey(fromHex(publicKey));
  const listed = addresses.find(({ format }) => format === 'ADDRESS_FORMAT_ETHEREUM');
  return listed === undefined ? null : parseAddress(listed.address);
}

function signerOn(chain: Chain, { addresses, publicKey, name }: PayloadSigner): Signer | undefined {
  const found = chain.addressFormats.flatMap((format) =>
    addresses.filter((each) => each.format === format),
  )[0];
  if (found === undefined) return undefined;
  return {
    address: found.address,
    ...(publicKey === undefined ? {} : { publicKey }),
    ...(name === undefined ? {} : { name }),
  };
}
