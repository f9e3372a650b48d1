import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { type ChainModule, type Check, wholeTransaction } from '../model/chain.ts';
import { parseTronAddress } from './address.ts';
import { readTron } from './read-tron.ts';
import { tronTransfer } from './transfer.ts';
import { type SignedTronTransaction, parseSigned, parseTron } from './transaction.ts';

export const tron: ChainModule = {
  type: 'TRANSACTION_TYPE_TRON',
  name: 'Tron',
  curve: 'CURVE_SECP256K1',
  addressFormats: ['ADDRESS_FORMAT_TRON'],
  sameAddress: (one, other) => one === other,
  spellAddress: (text) => {
    parseTronAddress(text);
    return text;
  },
  read: readTron,
  verify: ({ unsigned, signed, signer }) => {
    const previewed = parseTron(unsigned);
    parseTronAddress(signer.address);
    let answer: SignedTronTransaction;
    try {
      answer = parseSigned(signed);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [{ name: 'Signed transaction', passed: false, detail: `It cannot be read. ${error.message}` }];
    }
    return [
      checkData(toHex(previewed.bytes), toHex(answer.unsigned.bytes)),
      checkSigner(answer, signer.address),
    ];
  },
  describeSigned: (signed) => ({ hash: parseSigned(signed).id, signed }),
  // `wallet/broadcasthex` takes the hex.
  sendForms: () => [],
  payloadForms: [wholeTransaction('a Tron transaction', ['HASH_FUNCTION_SHA256'])],
  payments: { pay: ['native.transfer', 'erc20.transfer'] },
  transfer: tronTransfer,
};

const checkData = (previewed: string, answer: string): Check => ({
  name: 'Same transaction',
  passed: previewed === answer,
  detail:
    previewed === answer
      ? `Its raw data is as previewed, byte for byte (${previewed.length / 2} bytes).`
      : 'Its raw data is not what was previewed.',
});

function checkSigner({ from, lowS }: SignedTronTransaction, signer: string): Check {
  const name = 'Signed by the key';
  if (from !== signer)
    return { name, passed: false, detail: `The signature is of ${from}, not of ${signer}.` };
  if (!lowS) return { name, passed: false, detail: 'The signature has a high s, which the network refuses.' };
  return {
    name,
    passed: true,
    detail: `The signature recovers to ${signer} and uses the canonical (low-S) form.`,
  };
}
