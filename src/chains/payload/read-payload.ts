import type { HashFunction, PayloadEncoding } from '#protocol/catalogue/signing.ts';
import { addressOfPublicKey, parseAddress, prefixedHex, type Hex } from '../ethereum/model/address.ts';
import type { ContractInterfaces } from '../ethereum/typed-data/contract-interfaces.ts';
import { readTypedData } from '../ethereum/typed-data/read-typed-data.ts';
import type { Chain } from '../chains.ts';
import type { BroughtParts, KeyToSign } from '../model/chain.ts';
import { withOwnNames } from '../model/recipients.ts';
import { lookAlikeWarnings } from '../model/look-alike.ts';
import type { Fact, SentencePart, DecodedTransaction, Warning } from '../model/decoded.ts';
import { lowerFirst, say } from '../model/sentence.ts';
import { blindSigning, ordered } from '../model/warnings.ts';
import { fromHex } from '#protocol/encoding.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import { readDelegation } from '../ethereum/payload-forms.ts';
import { findForm, warnOfForm, type FoundForm } from './find-form.ts';
import { plainBytes, plainDigest, readAuthorization, requireHashFunction } from './payload-signature.ts';
import { readMessage } from './read-message.ts';

/** The key that is to sign a payload, as the service lists it. */
export interface PayloadSigner {
  readonly curve: KeyCurve;
  /** Hex; compressed for the ECDSA curves; not known for some wallet accounts. */
  readonly publicKey?: string;
  readonly addresses: readonly { readonly format: string; readonly address: string }[];
  readonly name?: string;
  /** Every address of the operator's, on whatever chain; without it those of this key count. */
  readonly own?: readonly string[];
  /** Those of them that are addresses on a chain: its reader can't take others. Those of the key when left out. */
  readonly ownOn?: (chain: Chain) => readonly string[];
  /** What the operator calls the key or account of an own address. */
  readonly nameOf?: (address: string) => string | undefined;
  /** Who was paid before, on the chain that the payload is of. */
  readonly known?: readonly string[];
  /** Addresses of the operator's contacts. */
  readonly contacts?: readonly string[];
  /** What files brought beside the payload. */
  readonly brought?: BroughtParts;
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
  readonly reading: DecodedTransaction | null;
  /** The chain, if the bytes are one of its transactions; the request may call them anything. */
  readonly chain?: Chain;
}

/**
 * Reads what a signature over a payload says (PROTOCOL.md, section 11; docs/decisions/042).
 * @throws AppError as `bytesToSign`, for what cannot be signed
 */
export function readPayload(
  request: Payload,
  signer: PayloadSigner,
  interfaces?: ContractInterfaces,
): PayloadReading {
  const { payload, encoding, hashFunction } = request;
  requireHashFunction(encoding, hashFunction, signer.curve === 'CURVE_ED25519');
  switch (encoding) {
    case 'PAYLOAD_ENCODING_EIP712': {
      const address = ethereumAddress(signer);
      const own = ownOf(signer);
      const reading = withOwnNames(
        readTypedData(payload, address === null ? undefined : { ...nameOf(signer), address }, {
          ownAddresses: own,
          ...(interfaces === undefined ? {} : { interfaces }),
        }),
        signer.nameOf,
      );
      const warnings = ordered([
        ...reading.warnings,
        ...lookAlikeWarnings(reading, undefined, {
          ownAddresses: own,
          known: signer.known ?? [],
          contacts: signer.contacts ?? [],
        }),
      ]);
      const { sentence, facts } = reading;
      return { sentence, facts, warnings, reading: { ...reading, warnings } };
    }
    case 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION':
      return readAuthorizationPayload(payload, signer);
    case 'PAYLOAD_ENCODING_HEXADECIMAL':
    case 'PAYLOAD_ENCODING_TEXT_UTF8': {
      const bytes = plainBytes(payload, encoding);
      return readBytes(bytes, plainDigest(bytes, hashFunction), request, signer);
    }
  }
}

function readBytes(
  bytes: Uint8Array,
  digest: Uint8Array,
  request: Payload,
  signer: PayloadSigner,
): PayloadReading {
  const { hashFunction } = request;
  if (hashFunction === 'HASH_FUNCTION_NO_OP') return readHash(digest, signer);
  const context = {
    signerOn: (chain: Chain) => signerOn(chain, signer),
    authority: ethereumAddress(signer),
    ownOn: (chain: Chain) => ownOn(chain, signer),
    known: {
      ...(signer.known === undefined ? {} : { known: signer.known }),
      ...(signer.contacts === undefined ? {} : { contacts: signer.contacts }),
      ...signer.brought,
    },
  };
  const found = findForm(bytes, context);
  if (found !== null) return readFound(found, digest, request, signer);
  const message = readMessage(bytes, {
    isEthereum: hashFunction === 'HASH_FUNCTION_KECCAK256' && signer.curve === 'CURVE_SECP256K1',
    signer: context.authority,
  });
  return {
    sentence: message.sentence,
    facts: [...keyFacts(signer), ...message.facts, ...hashFacts(digest, hashFunction)],
    warnings: ordered(message.warnings),
    reading: null,
  };
}

const hashFacts = (digest: Uint8Array, hashFunction: HashFunction): Fact[] =>
  hashFunction === 'HASH_FUNCTION_NOT_APPLICABLE'
    ? []
    : [{ label: 'Signing hash', value: prefixedHex(digest), kind: 'hash', note: hashName(hashFunction) }];

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

function readFound(
  found: FoundForm,
  digest: Uint8Array,
  { hashFunction }: Payload,
  signer: PayloadSigner,
): PayloadReading {
  const { form, reading: said, chain } = found;
  const { reading = null } = said;
  const sentence = [...say(`Sign ${form.name} as if it were plain bytes: `), ...lowerFirst(said.sentence)];
  const warnings = ordered([warnOfForm(found, hashFunction), ...said.warnings]);
  if (reading !== null)
    return {
      sentence,
      facts: said.facts,
      warnings,
      reading: { ...reading, sentence, warnings },
      ...(chain === undefined ? {} : { chain }),
    };
  const facts = [...keyFacts(signer), ...said.facts, ...hashFacts(digest, hashFunction)];
  return { sentence, facts, warnings, reading };
}

/** The authorization that sets the code of an account (EIP-7702). */
function readAuthorizationPayload(payload: string, signer: PayloadSigner): PayloadReading {
  const { sentence, facts, warnings } = readDelegation(readAuthorization(payload), ethereumAddress(signer));
  return {
    sentence,
    facts: [...keyFacts(signer), ...facts],
    warnings: ordered(warnings),
    reading: null,
  };
}

/** Every address that is the operator's; those of the key, where no others are known. */
const ownOf = ({ own, addresses }: PayloadSigner): readonly string[] =>
  own ?? addresses.map(({ address }) => address);

const ownOn = (chain: Chain, signer: PayloadSigner): readonly string[] =>
  signer.ownOn?.(chain) ?? addressesOn(chain, signer);

const addressesOn = (chain: Chain, { addresses }: PayloadSigner): string[] =>
  chain.addressFormats.flatMap((format) =>
    addresses.flatMap((each) => (each.format === format ? [each.address] : [])),
  );

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

function signerOn(chain: Chain, signer: PayloadSigner): KeyToSign | undefined {
  const { publicKey, name } = signer;
  const [address] = addressesOn(chain, signer);
  if (address === undefined) return undefined;
  return {
    address,
    ...(publicKey === undefined ? {} : { publicKey }),
    ...(name === undefined ? {} : { name }),
  };
}
