import { toHex } from '#protocol/encoding.ts';
import { grouped } from '../model/amounts.ts';
import type { Fact, SentencePart } from '../model/decoded.ts';
import { say, theAddress, theAmount } from '../model/sentence.ts';
import { sendsToItself, warn } from '../model/warnings.ts';
import { type ContractReader, contractReading } from './contract-reading.ts';
import {
  TRX,
  addressFact,
  addressIn,
  fieldFact,
  formatTrx,
  plainText,
  trxFact,
  warnOfTokenContract,
} from './contract-facts.ts';
import { type Message, bytesOf, integerOf, messagesOf, rangesOf } from './protobuf.ts';

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
        ...{ ...fieldFact(message, 4, 'Amount', amount), kind: 'amount' },
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
        ? { ...fieldFact(message, 1, 'New name', `0x${toHex(bytes)}`), kind: 'data' }
        : fieldFact(message, 1, 'New name', `“${text}”`),
    ],
  });
};

/** Who may act for the account from now on: the gravest thing that a Tron transaction can do. */
export const updatePermissions: ContractReader = ({ message, owner }) => {
  const roles: [string, Message][] = [
    ...messagesOf(message, 2).map((each): [string, Message] => ['Owner', each]),
    ...messagesOf(message, 3).map((each): [string, Message] => ['Witness', each]),
    ...messagesOf(message, 4).map((each, index): [string, Message] => [`Active ${index + 1}`, each]),
  ];
  const owners = messagesOf(message, 2).flatMap((role) =>
    messagesOf(role, 7).map((key) => addressIn(key, 1, 'address')),
  );
  const keepsOwner = owners.includes(owner);
  return contractReading('account.permissions', 'Permissions replaced', {
    sentence: say('Replace who may act for this account', ...named(roles, owner)),
    facts: roles.flatMap(([role, permission]) => factsOf(role, permission)),
    warnings: [
      warn(
        'PERMISSION_UPDATE',
        'danger',
        'Hands over the account',
        'Whoever is named here can act for the account, and whoever is not named here no longer can. It takes effect at once.',
      ),
      ...(keepsOwner
        ? []
        : [
            warn(
              'OWNER_LOSES_ACCOUNT',
              'danger',
              'The owner’s own key is not among the owners',
              'After this transaction the key of this account has no owner permission over it any more.',
            ),
          ]),
    ],
  });
};

/** Every key that is not the owner's own is told, with what it becomes. */
function named(roles: readonly (readonly [string, Message])[], owner: string): SentencePart[] {
  const others = roles.flatMap(([role, permission]) =>
    messagesOf(permission, 7).flatMap((key) => {
      const address = addressIn(key, 1, 'address');
      return address === owner ? [] : [{ role, address }];
    }),
  );
  return others.flatMap(({ role, address }, index) =>
    say(`${index === 0 ? ': ' : ', '}${role.toLowerCase()} `, theAddress(address)),
  );
}

function factsOf(role: string, permission: Message): Fact[] {
  const name = bytesOf(permission, 3);
  const text = plainText(name);
  return [
    {
      label: `${role} permission`,
      value: text === null ? `0x${toHex(name)}` : `“${text}”`,
      kind: 'text',
      note: `${integerOf(permission, 4).toString()} of weight needed`,
      ...rangesOf(permission, 4),
    },
    ...messagesOf(permission, 7).map((key, index): Fact => ({
      label: `${role} key ${index + 1}`,
      value: addressIn(key, 1, 'address'),
      kind: 'address',
      note: `weight ${integerOf(key, 2).toString()}`,
      ...rangesOf(key, 1),
    })),
    ...(bytesOf(permission, 6).length === 0
      ? []
      : [
          {
            label: `${role} operations`,
            value: operationsOf(bytesOf(permission, 6)),
            kind: 'text' as const,
            ...rangesOf(permission, 6),
          },
        ]),
  ];
}

/** The contract types whose bit is set, least significant first. */
function operationsOf(bits: Uint8Array): string {
  const types = [...bits].flatMap((byte, index) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte >> bit) % 2 === 1).map((bit) => index * 8 + bit),
  );
  return types.length === 0 ? 'none' : `contract types ${types.join(', ')}`;
}
