import { toHex } from '#protocol/encoding.ts';
import type { Fact, SentencePart } from '../model/decoded.ts';
import { addressIn, contractReading, plainText, type ContractReader } from './contract-reading.ts';
import { bytesOf, integerOf, messagesOf, rangesOf, type Message } from './protobuf.ts';
import { warn } from '../model/warnings.ts';
import { say, theAddress } from '../model/sentence.ts';

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
