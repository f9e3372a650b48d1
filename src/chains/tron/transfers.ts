import { toHex } from '#protocol/encoding.ts';
import {
  addressFact,
  addressIn,
  contractReading,
  fieldFact,
  formatTrx,
  plainText,
  TRX,
  trxFact,
  type ContractReader,
} from './contract-reading.ts';
import { bytesOf, integerOf } from './protobuf.ts';
import { warnOfTokenContract } from './token-contracts.ts';
import { grouped } from '../model/amounts.ts';
import { sendsToItself, warn } from '../model/warnings.ts';
import { say, theAddress, theAmount } from '../model/sentence.ts';

export const transfer: ContractReader = ({ message, owner }) => {
  const to = addressIn(message, 2, 'to_address');
  return contractReading('native.transfer', 'Transfer', {
    sentence: say('Send ', theAmount(formatTrx(integerOf(message, 3))), ' to ', theAddress(to)),
    facts: [addressFact(message, 2, 'To', to), trxFact(message, 3, 'Amount')],
    moves: [{ asset: TRX, amount: integerOf(message, 3), from: owner, to }],
    warnings: [...(to === owner ? [sendsToItself()] : []), ...warnOfTokenContract(to)],
  });
};

/** A token of the chain itself (TRC-10); its id is a number since the proposal that made names unique no more. */
export const transferAsset: ContractReader = ({ message, owner }) => {
  const to = addressIn(message, 3, 'to_address');
  const name = bytesOf(message, 1);
  const text = plainText(name);
  const id = text !== null && /^\d{1,19}$/.test(text) ? text : `0x${toHex(name)}`;
  const amount = `${grouped(integerOf(message, 4))} atomic units`;
  return contractReading('trc10.transfer', 'TRC-10 token transfer', {
    sentence: say('Send ', theAmount(`${amount} of the TRC-10 token ${id}`), ' to ', theAddress(to)),
    facts: [
      addressFact(message, 3, 'To', to),
      { ...fieldFact(message, 1, 'Token', id), note: 'TRC-10, by its id' },
      {
        ...fieldFact(message, 4, 'Amount', amount, 'amount'),
        note: 'its decimals are not known to this console',
      },
    ],
    moves: [{ asset: { id: `TRC-10 ${id}` }, amount: integerOf(message, 4), from: owner, to }],
    warnings: [
      warn(
        'UNKNOWN_TOKEN',
        'caution',
        'Unknown token',
        `The TRC-10 token ${id} is not in the local list. Its name and decimals are not shown, since anybody can choose them.`,
      ),
      ...(to === owner ? [sendsToItself()] : []),
    ],
  });
};

export const createAccount: ContractReader = ({ message }) => {
  const account = addressIn(message, 2, 'account_address');
  return contractReading('account.create', 'Account creation', {
    sentence: say('Activate the account ', theAddress(account)),
    facts: [addressFact(message, 2, 'Account', account)],
    notes: ['The network burns TRX of the owner for a new account; how much is not in the bytes.'],
  });
};

/** The name is chosen by its owner, and shown as that. */
export const updateAccount: ContractReader = ({ message }) => {
  const bytes = bytesOf(message, 1);
  const text = plainText(bytes);
  return contractReading('account.update', 'Account name', {
    sentence: say('Set the name of this account'),
    facts: [
      text === null
        ? fieldFact(message, 1, 'New name', `0x${toHex(bytes)}`, 'data')
        : fieldFact(message, 1, 'New name', `“${text}”`),
    ],
  });
};
