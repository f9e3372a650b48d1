import { fromHex } from '#protocol/encoding.ts';
import { type Located, type LocatedList, wordOf } from '../ethereum/abi/located.ts';
import type { CallTable } from '../ethereum/calls/call-table.ts';
import { AMOUNT, ASSET } from '../ethereum/calls/erc20.ts';
import { defineCall, describeCall } from '../ethereum/descriptions/describe-call.ts';
import { type Format, address, shownText, token, valueFact } from '../ethereum/descriptions/formats.ts';
import { type Hex, prefixedHex, toChecksumAddress } from '../ethereum/model/address.ts';
import { warnOfRecipient, warnOfToken } from '../ethereum/model/call-warnings.ts';
import {
  type CallReader,
  type ContractCall,
  type DecodedCall,
  TOKEN,
  decoded,
  theLocatedAddress,
} from '../ethereum/model/call.ts';
import { MOVES_NOTHING, tokenMoves } from '../ethereum/model/moves.ts';
import { say } from '../model/sentence.ts';
import { blindSigning, sendsToItself, warn } from '../model/warnings.ts';
import { keyTypeName } from './key-authorization.ts';
import { grantFacts, grantWarnings } from './key-grant.ts';

/** Contracts that are part of the network (viem 2.57.0). */
const ACCOUNT_KEYCHAIN = toChecksumAddress('0xaaaaaaaa00000000000000000000000000000000');
const FEE_MANAGER = toChecksumAddress('0xfeec000000000000000000000000000000000000');

/** 32 bytes as text where they are plain ASCII with zeros behind, which cannot mislead; else as hex. */
const memo: Format<Hex> = {
  ...shownText((bytes) => bytes),
  fact: (label, { value, range }) => {
    const text = String.fromCharCode(...fromHex(value)).replace(/\0+$/, '');
    const plain = /^[\x20-\x7e]+$/.test(text);
    return plain
      ? { ...valueFact(label, { range }, `“${text}”`), note: value }
      : valueFact(label, { range }, value, 'data');
  },
};

const transferWithMemo = describeCall('transferWithMemo(address to, uint256 amount, bytes32 memo)', {
  id: 'tip20.transferWithMemo',
  title: 'Token transfer with memo',
  sentence: 'Send {amount} to {to}',
  fields: { to: ['To', address], '@to': ASSET, amount: AMOUNT, memo: ['Memo', memo] },
  warnings: ({ to }, call) => [...warnOfRecipient(call, call.to, to.value), ...warnOfToken(call, call.to)],
  effects: ({ to, amount }, call) => tokenMoves(call, call.from, to.value, amount.value),
});

const transferFromWithMemo = describeCall(
  'transferFromWithMemo(address from, address to, uint256 amount, bytes32 memo)',
  {
    id: 'tip20.transferFromWithMemo',
    title: 'Token transfer from an account, with memo',
    sentence: 'Move {amount} from {from} to {to}',
    fields: {
      from: ['Taken from', address],
      to: ['To', address],
      '@to': ASSET,
      amount: AMOUNT,
      memo: ['Memo', memo],
    },
    warnings: ({ from, to }, call) => [
      ...warnOfRecipient(call, call.to, to.value, null),
      ...(from.value === to.value ? [sendsToItself()] : []),
      ...warnOfToken(call, call.to),
    ],
    effects: ({ from, to, amount }, call) => tokenMoves(call, from.value, to.value, amount.value),
  },
);

/** A call that means something only to a contract of the network; sent elsewhere, it is not read. */
const onlyAt = (contract: Hex, reader: CallReader): CallReader => ({
  ...reader,
  read: (call) => (call.to === contract ? reader.read(call) : elsewhere(call, reader.signature)),
});

const elsewhere = (call: ContractCall, signature: string): DecodedCall =>
  decoded('call.elsewhere', 'Call of an unknown contract', {
    sentence: say('Call ', theLocatedAddress(call.to), ', which could not be read'),
    facts: [
      { label: 'Contract', value: call.to, kind: 'address' },
      {
        label: 'Data',
        value: prefixedHex(call.data),
        kind: 'data',
        note: `${call.data.length} bytes`,
        ranges: [[call.offset, call.offset + call.data.length]],
      },
    ],
    warnings: [
      blindSigning(`The call ${signature} is known only on a contract of the network, and this is another.`),
    ],
    blind: true,
  });

const setFeeToken = describeCall('setUserToken(address token)', {
  id: 'fee.setUserToken',
  title: 'Fee token',
  sentence: 'Pay fees in the token {token} from now on',
  fields: { token: ['Fee token', token] },
  warnings: ({ token: chosen }, call) => warnOfToken(call, chosen.value),
  effects: () => MOVES_NOTHING,
});

/** The arguments of `authorizeKey`; TypeScript gives up on tuples this deep, while the decoder does not. */
interface AuthorizeKey {
  readonly keyId: Located<Hex>;
  readonly signatureType: Located<number>;
  readonly config: {
    readonly expiry: Located<bigint>;
    readonly enforceLimits: Located<boolean>;
    readonly limits: LocatedList<{
      readonly token: Located<Hex>;
      readonly amount: Located<bigint>;
      readonly period: Located<bigint>;
    }>;
    readonly allowAnyCalls: Located<boolean>;
    readonly allowedCalls: LocatedList<{
      readonly target: Located<Hex>;
      readonly selectorRules: LocatedList<{
        readonly selector: Located<Hex>;
        readonly recipients: LocatedList<Located<Hex>>;
      }>;
    }>;
  };
}

const authorizeKey = defineCall(
  'authorizeKey(address keyId, uint8 signatureType, (uint64 expiry, bool enforceLimits, (address token, uint256 amount, uint64 period)[] limits, bool allowAnyCalls, (address target, (bytes4 selector, address[] recipients)[] selectorRules)[] allowedCalls) config)',
  (args, call) => {
    const { keyId, signatureType, config } = args as unknown as AuthorizeKey;
    const grant = {
      keyId: keyId.value,
      keyType: keyTypeName(BigInt(signatureType.value)),
      expiry: config.expiry.value,
      limits: config.enforceLimits.value
        ? config.limits.items.map(({ token: limited, amount, period }) => ({
            token: limited.value,
            limit: amount.value,
            period: period.value,
          }))
        : null,
      scopes: config.allowAnyCalls.value
        ? null
        : config.allowedCalls.items.map(({ target, selectorRules }) => ({
            target: target.value,
            rules: selectorRules.items.map(({ selector, recipients }) => ({
              selector: selector.value,
              recipients: recipients.items.map(({ value }) => value),
            })),
          })),
      admin: false,
    };
    return decoded('keychain.authorizeKey', 'New access key', {
      sentence: say('Give the key ', theLocatedAddress(grant.keyId), ' access to the account'),
      facts: grantFacts(grant, call.chainId ?? 0n, [[call.offset, call.offset + call.data.length]]),
      ...MOVES_NOTHING,
      warnings: grantWarnings(grant, call.from),
    });
  },
);

const authorizeAdminKey = defineCall(
  'authorizeAdminKey(address keyId, uint8 signatureType, bytes32 witness)',
  ({ keyId, signatureType, witness }, call) => {
    const keyType = keyTypeName(BigInt(signatureType.value));
    const grant = {
      keyId: keyId.value,
      keyType,
      expiry: null,
      limits: null,
      scopes: null,
      admin: true,
    };
    return decoded('keychain.authorizeAdminKey', 'New administrator key', {
      sentence: say('Make the key ', theLocatedAddress(keyId.value), ' an administrator of the account'),
      facts: [
        ...grantFacts(grant, call.chainId ?? 0n, [wordOf(keyId), signatureType.range]),
        valueFact('Witness', witness, witness.value, 'hash'),
      ],
      ...MOVES_NOTHING,
      warnings: grantWarnings(grant, call.from),
    });
  },
);

const revokeKey = describeCall('revokeKey(address keyId)', {
  id: 'keychain.revokeKey',
  title: 'Access key revoked',
  sentence: 'Take away the access of the key {keyId}',
  fields: { keyId: ['Key', address] },
  warnings: () => [
    warn('KEY_REVOKED', 'notice', 'Takes away a key', 'A key that was revoked can never be let in again.'),
  ],
  effects: () => MOVES_NOTHING,
});

/** Tempo's own calls: those of its tokens (TIP-20), and of the contracts that are part of it. */
export const TEMPO_CALLS: CallTable = new Map(
  [
    { ...transferWithMemo, bond: TOKEN },
    { ...transferFromWithMemo, bond: TOKEN },
    onlyAt(FEE_MANAGER, setFeeToken),
    onlyAt(ACCOUNT_KEYCHAIN, authorizeKey),
    onlyAt(ACCOUNT_KEYCHAIN, authorizeAdminKey),
    onlyAt(ACCOUNT_KEYCHAIN, revokeKey),
  ].map((reader) => [reader.selector, reader]),
);
