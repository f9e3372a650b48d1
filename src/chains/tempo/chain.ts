import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { parseAddress } from '../ethereum/model/address.ts';
import type { CallContext } from '../ethereum/model/call.ts';
import { type ChainModule, type Check, wholeTransaction } from '../model/chain.ts';
import type { Fact } from '../model/decoded.ts';
import { rawFields } from './envelope-facts.ts';
import { FEE_PAYER_FORM, KEY_AUTHORIZATION_FORM } from './payload-forms.ts';
import { readTempo } from './read-tempo.ts';
import { type SignedTempoTransaction, parseSigned } from './signed.ts';
import { tempoTransfer } from './transfer.ts';
import { type TempoTransaction, parseTempo } from './transaction.ts';

export const tempo: ChainModule<CallContext> = {
  type: 'TRANSACTION_TYPE_TEMPO',
  name: 'Tempo',
  curve: 'CURVE_SECP256K1',
  addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  sameAddress: (one, other) => one.toLowerCase() === other.toLowerCase(),
  spellAddress: parseAddress,
  read: readTempo,
  verify: ({ unsigned, signed, signer }) => {
    const previewed = parseTempo(unsigned);
    const address = parseAddress(signer.address);
    let answer: SignedTempoTransaction;
    try {
      answer = parseSigned(signed);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [{ name: 'Signed transaction', passed: false, detail: `It cannot be read. ${error.message}` }];
    }
    return [checkFields(previewed, answer.unsigned), checkSigner(answer, address)];
  },
  describeSigned: (signed) => ({ hash: parseSigned(signed).hash, signed }),
  sendForms: (signed) => [
    { name: 'With 0x, as eth_sendRawTransaction takes it', text: `0x${signed.replace(/^0x/, '')}` },
  ],
  payloadForms: [
    wholeTransaction('a Tempo transaction', ['HASH_FUNCTION_KECCAK256']),
    FEE_PAYER_FORM,
    KEY_AUTHORIZATION_FORM,
  ],
  payments: { pay: ['native.transfer', 'erc20.transfer'] },
  transfer: tempoTransfer,
};

function checkFields(previewed: TempoTransaction, answer: TempoTransaction): Check {
  const name = 'Same transaction';
  if (toHex(previewed.bytes) === toHex(answer.bytes))
    return {
      name,
      passed: true,
      detail: `All ${previewed.ranges.size} fields are as previewed, byte for byte.`,
    };
  const [before, after] = [previewed, answer].map((tx) => new Map(rawFields(tx).map(labelled)));
  const labels = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])];
  const changed = labels.filter((label) => before?.get(label) !== after?.get(label));
  return { name, passed: false, detail: `Not as previewed: ${changed.join(', ')}.` };
}

const labelled = ({ label, value }: Fact): [string, string] => [label, value];

function checkSigner({ from }: SignedTempoTransaction, signer: string): Check {
  const name = 'Signed by the key';
  if (from === null)
    return { name, passed: false, detail: 'It carries no signature of secp256k1 that the network takes.' };
  return from === signer
    ? {
        name,
        passed: true,
        detail: `The signature recovers to ${signer} and uses the canonical (low-S) form.`,
      }
    : { name, passed: false, detail: `The signature is of ${from}, not of ${signer}.` };
}
