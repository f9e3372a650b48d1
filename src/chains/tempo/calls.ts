import { fromHex } from '../../protocol/encoding.ts';
import { prefixedHex, toChecksumAddress, type Hex } from '../ethereum/address.ts';
import {
  addressFact,
  decoded,
  theAddress,
  word,
  wordFact,
  type DecodedCall,
  type ContractCall,
  type CallReader,
} from '../ethereum/call.ts';
import { warnOfRecipient, warnOfToken } from '../ethereum/call-warnings.ts';
import { TOKEN } from '../ethereum/bonds.ts';
import { defineCall } from '../ethereum/define-call.ts';
import { MOVES_NOTHING, tokenMoves } from '../ethereum/moves.ts';
import type { CallTable } from '../ethereum/call-table.ts';
import { assetFact, theTokenAmount, tokenFact } from '../ethereum/token-amount.ts';
import type { Fact } from '../decoded.ts';
import { keyTypeName } from './key-authorization.ts';
import { grantFacts, grantWarnings } from './key-grant.ts';
import { say } from '../sentence.ts';
import { blindSigning, sendsToItself, warn } from '../warnings.ts';

/** Contracts that are part of the network (viem 2.57.0). */
const ACCOUNT_KEYCHAIN = toChecksumAddress('0xaaaaaaaa00000000000000000000000000000000');
const FEE_MANAGER = toChecksumAddress('0xfeec000000000000000000000000000000000000');

/** 32 bytes as text where they are plain ASCII with zeros behind, which cannot mislead; else as hex. */
function memoFact(call: ContractCall, memo: Hex, index: number): Fact {
  const text = String.fromCharCode(...fromHex(memo)).replace(/\0+$/, '');
  const plain = /^[\x20-\x7e]+$/.test(text);
  return plain
    ? { ...wordFact(call, 'Memo', `“${text}”`, index), note: memo }
    : wordFact(call, 'Memo', memo, index, 'data');
}

const transferWithMemo = defineCall(
  'function transferWithMemo(address to, uint256 amount, bytes32 memo)',
  ([to, amount, memo], call) =>
    decoded('tip20.transferWithMemo', 'Token transfer with memo', {
      sentence: say('Send ', theTokenAmount(call, call.to, amount), ' to ', theAddress(to)),
      facts: [
        addressFact(call, 'To', to, 0),
        assetFact(call, call.to),
        tokenFact(call, 'Amount', call.to, amount, [word(call, 1)]),
        memoFact(call, memo, 2),
      ],
      ...tokenMoves(call, call.from, to, amount),
      warnings: [...warnOfRecipient(call, call.to, to), ...warnOfToken(call, call.to)],
    }),
);

const transferFromWithMemo = defineCall(
  'function transferFromWithMemo(address from, address to, uint256 amount, bytes32 memo)',
  ([from, to, amount, memo], call) =>
    decoded('tip20.transferFromWithMemo', 'Token transfer from an account, with memo', {
      sentence: say(
        'Move ',
        theTokenAmount(call, call.to, amount),
        ' from ',
        theAddress(from),
        ' to ',
        theAddress(to),
      ),
      facts: [
        addressFact(call, 'Taken from', from, 0),
        addressFact(call, 'To', to, 1),
        assetFact(call, call.to),
        tokenFact(call, 'Amount', call.to, amount, [word(call, 2)]),
        memoFact(call, memo, 3),
      ],
      ...tokenMoves(call, from, to, amount),
      warnings: [
        ...warnOfRecipient(call, call.to, to, null),
        ...(from === to ? [sendsToItself()] : []),
        ...warnOfToken(call, call.to),
      ],
    }),
);

/** A call that means something only to a contract of the network; sent elsewhere, it is not read. */
const onlyAt = (contract: Hex, reader: CallReader): CallReader => ({
  ...reader,
  read: (call) => (call.to === contract ? reader.read(call) : elsewhere(call, reader.signature)),
});

const elsewhere = (call: ContractCall, signature: string): DecodedCall =>
  decoded('call.elsewhere', 'Call of an unknown contract', {
    sentence: say('Call ', theAddress(call.to), ', which could not be read'),
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

const setFeeToken = defineCall('function setUserToken(address token)', ([token], call) =>
  decoded('fee.setUserToken', 'Fee token', {
    sentence: say('Pay fees in the token ', theAddress(token), ' from now on'),
    facts: [assetFact(call, token, [word(call, 0, 12)], 'Fee token')],
    ...MOVES_NOTHING,
    warnings: warnOfToken(call, token),
  }),
);

/** The third argument of `authorizeKey`; TypeScript gives up on tuples this deep, while the decoder does not. */
interface KeyConfig {
  readonly expiry: bigint;
  readonly enforceLimits: boolean;
  readonly limits: readonly { readonly token: Hex; readonly amount: bigint; readonly period: bigint }[];
  readonly allowAnyCalls: boolean;
  readonly allowedCalls: readonly {
    readonly target: Hex;
    readonly selectorRules: readonly { readonly selector: Hex; readonly recipients: readonly Hex[] }[];
  }[];
}

const authorizeKey = defineCall(
  'function authorizeKey(address keyId, uint8 signatureType, (uint64 expiry, bool enforceLimits, (address token, uint256 amount, uint64 period)[] limits, bool allowAnyCalls, (address target, (bytes4 selector, address[] recipients)[] selectorRules)[] allowedCalls) config)',
  ([keyId, signatureType, tuple], call) => {
    const config = tuple as KeyConfig;
    const grant = {
      keyId,
      keyType: keyTypeName(BigInt(signatureType)),
      expiry: config.expiry,
      limits: config.enforceLimits
        ? config.limits.map(({ token, amount, period }) => ({ token, limit: amount, period }))
        : null,
      scopes: config.allowAnyCalls
        ? null
        : config.allowedCalls.map(({ target, selectorRules }) => ({ target, rules: selectorRules })),
      admin: false,
    };
    return decoded('keychain.authorizeKey', 'New access key', {
      sentence: say('Give the key ', theAddress(keyId), ' access to the account'),
      facts: grantFacts(grant, call.chainId ?? 0n, [[call.offset, call.offset + call.data.length]]),
      ...MOVES_NOTHING,
      warnings: grantWarnings(grant, call.from),
    });
  },
);

const authorizeAdminKey = defineCall(
  'function authorizeAdminKey(address keyId, uint8 signatureType, bytes32 witness)',
  ([keyId, signatureType, witness], call) => {
    const keyType = keyTypeName(BigInt(signatureType));
    const grant = { keyId, keyType, expiry: null, limits: null, scopes: null, admin: true };
    return decoded('keychain.authorizeAdminKey', 'New administrator key', {
      sentence: say('Make the key ', theAddress(keyId), ' an administrator of the account'),
      facts: [
        ...grantFacts(grant, call.chainId ?? 0n, [word(call, 0), word(call, 1)]),
        wordFact(call, 'Witness', witness, 2, 'hash'),
      ],
      ...MOVES_NOTHING,
      warnings: grantWarnings(grant, call.from),
    });
  },
);

const revokeKey = defineCall('function revokeKey(address keyId)', ([keyId], call) =>
  decoded('keychain.revokeKey', 'Access key revoked', {
    sentence: say('Take away the access of the key ', theAddress(keyId)),
    facts: [addressFact(call, 'Key', keyId, 0)],
    ...MOVES_NOTHING,
    warnings: [
      warn('KEY_REVOKED', 'notice', 'Takes away a key', 'A key that was revoked can never be let in again.'),
    ],
  }),
);

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
