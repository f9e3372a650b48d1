import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import { toHex } from '#protocol/encoding.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import { addressOfPublicKey } from '../ethereum/model/address.ts';
import { chainError } from '../model/errors.ts';
import {
  type BitcoinNetwork,
  MAINNET,
  REGTEST,
  TESTNET,
  p2pkh,
  p2sh,
  p2tr,
  p2wpkh,
  p2wsh,
} from './bitcoin.ts';
import {
  DOGE_MAINNET,
  DOGE_TESTNET,
  TON_V3R2,
  TON_V4R2,
  TON_V5R1,
  aptos,
  checkPublicKey,
  cosmos,
  dogecoin,
  solanaEncoding,
  spark,
  stellar,
  sui,
  ton,
  tronEncoding,
  uncompress,
  xrp,
} from './encodings.ts';

/** Writes a checked public key (compressed SEC1, or 32 bytes for Ed25519) as an address. */
type Encode = (publicKey: Uint8Array) => string;
type Encodings = Readonly<Partial<Record<KeyCurve, Encode>>>;

const secp256k1 = (encode: Encode): Encodings => ({ CURVE_SECP256K1: encode });
const ed25519 = (encode: Encode): Encodings => ({ CURVE_ED25519: encode });
const bitcoin = (
  encode: (network: BitcoinNetwork, key: Uint8Array) => string,
  network: BitcoinNetwork,
): Encodings => secp256k1((key) => encode(network, key));

/** Every published address format (OPERATIONS.md, v1AddressFormat), with the curves that have it. */
export const ADDRESS_TABLE = {
  ADDRESS_FORMAT_UNCOMPRESSED: {
    CURVE_SECP256K1: (key) => toHex(uncompress('CURVE_SECP256K1', key)),
    CURVE_P256: (key) => toHex(uncompress('CURVE_P256', key)),
  },
  ADDRESS_FORMAT_COMPRESSED: { CURVE_SECP256K1: toHex, CURVE_P256: toHex, CURVE_ED25519: toHex },
  ADDRESS_FORMAT_ETHEREUM: secp256k1(addressOfPublicKey),
  ADDRESS_FORMAT_SOLANA: ed25519(solanaEncoding),
  ADDRESS_FORMAT_COSMOS: secp256k1((key) => cosmos('cosmos', key)),
  ADDRESS_FORMAT_TRON: secp256k1(tronEncoding),
  ADDRESS_FORMAT_SUI: ed25519(sui),
  ADDRESS_FORMAT_APTOS: ed25519(aptos),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH: bitcoin(p2pkh, MAINNET),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH: bitcoin(p2sh, MAINNET),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH: bitcoin(p2wpkh, MAINNET),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH: bitcoin(p2wsh, MAINNET),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR: bitcoin(p2tr, MAINNET),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2PKH: bitcoin(p2pkh, TESTNET),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH: bitcoin(p2sh, TESTNET),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH: bitcoin(p2wpkh, TESTNET),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2WSH: bitcoin(p2wsh, TESTNET),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR: bitcoin(p2tr, TESTNET),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2PKH: bitcoin(p2pkh, TESTNET),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2SH: bitcoin(p2sh, TESTNET),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2WPKH: bitcoin(p2wpkh, TESTNET),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2WSH: bitcoin(p2wsh, TESTNET),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR: bitcoin(p2tr, TESTNET),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2PKH: bitcoin(p2pkh, REGTEST),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2SH: bitcoin(p2sh, REGTEST),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2WPKH: bitcoin(p2wpkh, REGTEST),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2WSH: bitcoin(p2wsh, REGTEST),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR: bitcoin(p2tr, REGTEST),
  ADDRESS_FORMAT_SEI: secp256k1((key) => cosmos('sei', key)),
  ADDRESS_FORMAT_XLM: ed25519(stellar),
  ADDRESS_FORMAT_DOGE_MAINNET: secp256k1((key) => dogecoin(DOGE_MAINNET, key)),
  ADDRESS_FORMAT_DOGE_TESTNET: secp256k1((key) => dogecoin(DOGE_TESTNET, key)),
  ADDRESS_FORMAT_TON_V3R2: ed25519((key) => ton(TON_V3R2, key)),
  ADDRESS_FORMAT_TON_V4R2: ed25519((key) => ton(TON_V4R2, key)),
  ADDRESS_FORMAT_TON_V5R1: ed25519((key) => ton(TON_V5R1, key)),
  ADDRESS_FORMAT_XRP: secp256k1(xrp),
  ADDRESS_FORMAT_SPARK_MAINNET: secp256k1((key) => spark('spark', key)),
  ADDRESS_FORMAT_SPARK_REGTEST: secp256k1((key) => spark('sparkrt', key)),
} as const satisfies Record<AddressFormat, Encodings>;

/**
 * The address of a public key.
 * @param publicKey compressed SEC1 (33 bytes) for secp256k1 and P-256, 32 bytes for Ed25519
 * @throws AppError `ADDRESS_FORMAT_CURVE_MISMATCH` when keys of that curve have no such address, `PUBLIC_KEY_INVALID`
 */
export function addressOf(format: AddressFormat, curve: KeyCurve, publicKey: Uint8Array): string {
  const encodings: Readonly<Partial<Record<KeyCurve, (key: Uint8Array) => string>>> = ADDRESS_TABLE[format];
  const encode = encodings[curve];
  if (encode === undefined) {
    throw chainError('ADDRESS_FORMAT_CURVE_MISMATCH', {
      curve,
      format,
      curves: Object.keys(encodings).join(' or '),
    });
  }
  checkPublicKey(curve, publicKey);
  return encode(publicKey);
}
