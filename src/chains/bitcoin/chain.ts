import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { BITCOIN_ADDRESS_FORMATS } from '../addresses/format-names.ts';
import { type ChainModule, type Check, type KeyToSign, wholeTransaction } from '../model/chain.ts';
import { paidByOutput } from './actions.ts';
import { PSBT_FORM, RAW_BITCOIN_FORM, SIGHASH_FORMS } from './payload-forms.ts';
import { GLOBAL, INPUT, type PsbtField, type PsbtMap } from './psbt-fields.ts';
import { type Psbt, parsePsbt } from './psbt.ts';
import { readBitcoin } from './read-bitcoin.ts';
import { readAddress } from './scripts.ts';
import type { SignatureNeeded } from './signing.ts';
import { finalId, signaturesNeeded } from './final-script.ts';
import { SIGHASH } from './sighash.ts';
import { type OwnScripts, scriptsOfKey, scriptsOfSigner } from './spending.ts';
import { bitcoinSendForms } from './send-forms.ts';
import { bitcoinTransfer } from './transfer.ts';
import { parseBitcoin } from './transaction.ts';

/**
 * Checks a signed PSBT against the previewed one: nothing but the key's signatures was added, none is missing, and each
 * holds over what was previewed. The order of fields in a map is left to who writes it (BIP-174).
 * @throws AppError when `unsigned` or the signer cannot be read
 */
function verifySigned(request: {
  readonly unsigned: string;
  readonly signed: string;
  readonly signer: KeyToSign;
}): Check[] {
  const tx = parseBitcoin(request.unsigned);
  let answer: Psbt;
  try {
    answer = parsePsbt(request.signed);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [{ name: 'Signed transaction', passed: false, detail: `It cannot be read. ${error.message}` }];
  }
  const { publicKey, own } = keyOf(request.signer, answer);
  const needed = signaturesNeeded(tx, own, publicKey);
  return [checkSame(tx.psbt, answer, needed), checkSignatures(answer, needed, publicKey)];
}

/** The key's public half: as the service says it, else one of the signatures' that has the signer's address. */
function keyOf(signer: KeyToSign, answer: Psbt): { publicKey: string | undefined; own: OwnScripts } {
  const own = scriptsOfSigner(signer);
  if (signer.publicKey !== undefined) return { publicKey: signer.publicKey.toLowerCase(), own };
  const address = toHex(readAddress(signer.address).script);
  for (const { type, keyData } of answer.inputs.flat()) {
    if (type !== INPUT.partialSig || keyData.length !== 33) continue;
    try {
      const scripts = scriptsOfKey(toHex(keyData));
      if (scripts.has(address)) return { publicKey: toHex(keyData), own: scripts };
    } catch (error) {
      // No key at all: not the signer's.
      if (!(error instanceof AppError)) throw error;
    }
  }
  return { publicKey: undefined, own };
}

const isSignature = ({ type }: PsbtField): boolean => type === INPUT.partialSig || type === INPUT.tapKeySig;

function checkSame(previewed: Psbt, answer: Psbt, needed: readonly SignatureNeeded[]): Check {
  const name = 'Same transaction';
  const changed =
    difference(previewed.global.filter(isFixed), answer.global.filter(isFixed)) ??
    mapsDifference(previewed.outputs, answer.outputs, 'output') ??
    mapsDifference(
      previewed.inputs,
      answer.inputs.map((map, at) => withoutAdded(map, previewed.inputs[at] ?? [], at, needed)),
      'input',
    );
  if (changed !== undefined)
    return { name, passed: false, detail: `It is not what was previewed: ${changed}.` };
  return {
    name,
    passed: true,
    detail: 'Every field is as previewed; only signatures of the key’s inputs were added.',
  };
}

/** What version 2 lets be changed is changed by signing itself. */
const isFixed = ({ type }: PsbtField): boolean => type !== GLOBAL.txModifiable;

/** An input's map without the signature that was to be added to it. */
function withoutAdded(
  map: PsbtMap,
  previewed: PsbtMap,
  at: number,
  needed: readonly SignatureNeeded[],
): PsbtMap {
  if (!needed.some(({ index }) => index === at)) return map;
  const before = new Set(previewed.map(contentOf));
  const added = map.find((field) => isSignature(field) && !before.has(contentOf(field)));
  return map.filter((field) => field !== added);
}

function mapsDifference(
  before: readonly PsbtMap[],
  after: readonly PsbtMap[],
  name: string,
): string | undefined {
  if (before.length !== after.length) return `it has ${after.length} ${name}s`;
  for (const [index, map] of before.entries()) {
    const found = difference(map, after[index] ?? []);
    if (found !== undefined) return `${name} ${index}, ${found}`;
  }
  return undefined;
}

/** The name of a field that only one of the maps has, or that they have differently. */
function difference(before: PsbtMap, after: PsbtMap): string | undefined {
  const one = new Set(before.map(contentOf));
  const other = new Set(after.map(contentOf));
  return [
    ...after.filter((field) => !one.has(contentOf(field))),
    ...before.filter((field) => !other.has(contentOf(field))),
  ][0]?.name;
}

const contentOf = ({ type, keyData, value }: PsbtField): string =>
  `${type} ${toHex(keyData)} ${toHex(value)}`;

function checkSignatures(
  answer: Psbt,
  needed: readonly SignatureNeeded[],
  publicKey: string | undefined,
): Check {
  const name = 'Signed by the key';
  if (needed.length === 0)
    return { name, passed: false, detail: 'No input of this transaction is the key’s to sign.' };
  const wrong = needed.find((each) => !holds(answer, each, publicKey));
  const inputs = needed.map(({ index }) => index).join(', ');
  return wrong === undefined
    ? { name, passed: true, detail: `The signature of each of the key’s inputs holds (${inputs}).` }
    : { name, passed: false, detail: `Input ${wrong.index} has no signature of the key that holds.` };
}

function holds(
  answer: Psbt,
  { index, spending, flags, hash }: SignatureNeeded,
  publicKey: string | undefined,
): boolean {
  const map = answer.inputs[index] ?? [];
  if (spending.rules === 'taproot') {
    const value = map.find(({ type }) => type === INPUT.tapKeySig)?.value;
    if (value === undefined) return false;
    const isFlagged =
      flags === SIGHASH.DEFAULT ? value.length === 64 : value.length === 65 && value[64] === flags;
    return isFlagged && isValid(() => schnorr.verify(value.subarray(0, 64), hash(), spending.outputKey));
  }
  const field = map.find(({ type, keyData }) => type === INPUT.partialSig && toHex(keyData) === publicKey);
  if (field?.value.at(-1) !== flags) return false;
  return isValid(() =>
    secp256k1.verify(field.value.subarray(0, -1), hash(), field.keyData, {
      prehash: false,
      format: 'der',
      lowS: true,
    }),
  );
}

/** A signature or key that is not even one does not hold. */
function isValid(verify: () => boolean): boolean {
  try {
    return verify();
  } catch {
    return false;
  }
}

/** Segwit addresses are the same in upper case (BIP-173), those of Base58Check are not. */
const spelling = (address: string): string =>
  /^(bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address;

export const bitcoin: ChainModule = {
  type: 'TRANSACTION_TYPE_BITCOIN',
  name: 'Bitcoin',
  curve: 'CURVE_SECP256K1',
  addressFormats: BITCOIN_ADDRESS_FORMATS,
  sameAddress: (one, other) => spelling(one) === spelling(other),
  spellAddress: (text) => {
    readAddress(text);
    return spelling(text);
  },
  read: readBitcoin,
  verify: verifySigned,
  describeSigned: (signed) => ({ hash: finalId(signed), signed }),
  sendForms: bitcoinSendForms,
  payloadForms: [
    wholeTransaction('a Bitcoin transaction (PSBT)', []),
    PSBT_FORM,
    ...SIGHASH_FORMS,
    RAW_BITCOIN_FORM,
  ],
  payments: {
    pay: ['bitcoin.pay'],
    aside: /^bitcoin\.(?:change|spend)$/,
    givesChange: true,
    paidBy: paidByOutput,
  },
  transfer: bitcoinTransfer,
};
