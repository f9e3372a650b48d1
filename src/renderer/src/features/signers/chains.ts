import { BITCOIN_ADDRESS_FORMATS } from '#chains/addresses/format-names.ts';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { type KeyOfAddresses, addressOn } from './key-facts.ts';
import { SIGNER_TEXT } from './text.ts';

/** A chain as the signing screen needs it: the registry of chains has all their readers, which the window does not load. */
interface SigningChain {
  readonly id: TransactionType;
  readonly label: string;
  /** The name alone, where several stand in a row. */
  readonly name: string;
  /** What an address of it counts for, where its name does not say it all. */
  readonly aside?: string;
  readonly curve: PrivateKey['curve'];
  /** The formats of address by which a key is known on it, the usual one first. */
  readonly formats: readonly AddressFormat[];
  /** Which key signs, for those who have none. */
  readonly key: string;
}

/** The chains that transactions are signed for here, in the order of the list; one that is left out does not compile. */
const BY_TYPE: { readonly [Type in TransactionType]: SigningChain & { readonly id: Type } } = {
  TRANSACTION_TYPE_ETHEREUM: {
    id: 'TRANSACTION_TYPE_ETHEREUM',
    label: SIGNER_TEXT.chains.ethereum,
    name: SIGNER_TEXT.short.ethereum,
    aside: SIGNER_TEXT.addresses.ethereum,
    curve: 'CURVE_SECP256K1',
    formats: ['ADDRESS_FORMAT_ETHEREUM'],
    key: SIGNER_TEXT.chains.ethereumKey,
  },
  TRANSACTION_TYPE_SOLANA: {
    id: 'TRANSACTION_TYPE_SOLANA',
    label: SIGNER_TEXT.chains.solana,
    name: SIGNER_TEXT.short.solana,
    aside: SIGNER_TEXT.addresses.solana,
    curve: 'CURVE_ED25519',
    formats: ['ADDRESS_FORMAT_SOLANA'],
    key: SIGNER_TEXT.chains.solanaKey,
  },
  TRANSACTION_TYPE_TEMPO: {
    id: 'TRANSACTION_TYPE_TEMPO',
    label: SIGNER_TEXT.chains.tempo,
    name: SIGNER_TEXT.short.tempo,
    curve: 'CURVE_SECP256K1',
    formats: ['ADDRESS_FORMAT_ETHEREUM'],
    key: SIGNER_TEXT.chains.tempoKey,
  },
  TRANSACTION_TYPE_TRON: {
    id: 'TRANSACTION_TYPE_TRON',
    label: SIGNER_TEXT.chains.tron,
    name: SIGNER_TEXT.short.tron,
    curve: 'CURVE_SECP256K1',
    formats: ['ADDRESS_FORMAT_TRON'],
    key: SIGNER_TEXT.chains.tronKey,
  },
  TRANSACTION_TYPE_BITCOIN: {
    id: 'TRANSACTION_TYPE_BITCOIN',
    label: SIGNER_TEXT.chains.bitcoin,
    name: SIGNER_TEXT.short.bitcoin,
    curve: 'CURVE_SECP256K1',
    formats: BITCOIN_ADDRESS_FORMATS,
    key: SIGNER_TEXT.chains.bitcoinKey,
  },
};

export const SIGNING_CHAINS: readonly SigningChain[] = Object.values(BY_TYPE);

/** The chain of a transaction type. */
export const signingChain = (type: TransactionType): SigningChain => BY_TYPE[type];

/** The chain that a key signs for, or undefined. */
export const chainOfKey = (key: KeyOfAddresses): SigningChain | undefined =>
  SIGNING_CHAINS.find((chain) => addressFor(key, chain) !== null);

/** The address by which a key is known on a chain, or null where it does not sign for it. */
export const addressFor = (key: KeyOfAddresses, { curve, formats }: SigningChain): string | null =>
  formats.map((format) => addressOn(key, curve, format)).find((address) => address !== null) ?? null;
