import { keccak_256 } from '@noble/hashes/sha3.js';
import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { Check } from '../model/chain.ts';
import { parseAddress, prefixedHex } from './address.ts';
import { parseSigned, type SignedEthereumTransaction } from './parse-signed.ts';
import { parseUnsigned } from './parse.ts';
import { assembleSigned } from './signing.ts';
import { FIELDS, type FieldName, type UnsignedEthereumTransaction } from './transaction.ts';

/**
 * Checks a signed transaction against what was previewed. Never throws for what the service answered: an answer that
 * cannot be read is a failed check.
 * @param unsigned the previewed transaction, as hex
 * @param signed what came back, as hex
 * @param from the address of the key that was asked to sign
 * @throws AppError when `unsigned` or `from` cannot be read
 */
export function verifySigned({
  unsigned,
  signed,
  from,
}: {
  unsigned: string;
  signed: string;
  from: string;
}): Check[] {
  const previewed = parseUnsigned(unsigned);
  const signer = parseAddress(from);
  let answer: SignedEthereumTransaction;
  try {
    answer = parseSigned(signed);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [{ name: 'Signed transaction', passed: false, detail: `It cannot be read. ${error.message}` }];
  }
  return [checkFields(previewed, answer.unsigned), checkSigner(answer, signer), checkHash(previewed, answer)];
}

function checkFields(previewed: UnsignedEthereumTransaction, answer: UnsignedEthereumTransaction): Check {
  const name = 'Same transaction';
  if (previewed.type !== answer.type) {
    return {
      name,
      passed: false,
      detail: `Its type is ${answer.type}; the preview showed ${previewed.type}.`,
    };
  }
  const fields: readonly FieldName[] =
    previewed.type === 'legacy' ? [...FIELDS.legacy, 'chainId'] : FIELDS[previewed.type];
  const changed = fields.filter((field) => fieldBytes(previewed, field) !== fieldBytes(answer, field));
  if (changed.length > 0) return { name, passed: false, detail: `Not as previewed: ${changed.join(', ')}.` };
  const same = toHex(previewed.bytes) === toHex(answer.bytes);
  const detail = same
    ? `All ${fields.length} fields are as previewed, byte for byte.`
    : 'Its bytes are not as previewed.';
  return { name, passed: same, detail };
}

/** Bytes of one field as hex; "none" where there is no such field, as the chain id before EIP-155. */
function fieldBytes(tx: UnsignedEthereumTransaction, field: FieldName): string {
  const range = tx.ranges[field];
  return range === undefined ? 'none' : toHex(tx.bytes.subarray(...range));
}

function checkSigner(answer: SignedEthereumTransaction, signer: string): Check {
  const name = 'Signed by the key';
  if (answer.from !== signer)
    return { name, passed: false, detail: `The signature is of ${answer.from}, not of ${signer}.` };
  if (!answer.lowS)
    return { name, passed: false, detail: 'The signature has a high s, which the chain refuses (EIP-2).' };
  return {
    name,
    passed: true,
    detail: `The signature recovers to ${signer} and uses the canonical (low-S) form.`,
  };
}

function checkHash(previewed: UnsignedEthereumTransaction, answer: SignedEthereumTransaction): Check {
  const expected = prefixedHex(keccak_256(assembleSigned(previewed, answer.signature)));
  const passed = expected === answer.hash;
  const detail = passed
    ? answer.hash
    : `The hash is ${answer.hash}; the previewed transaction would have ${expected}.`;
  return { name: 'Transaction hash', passed, detail };
}
