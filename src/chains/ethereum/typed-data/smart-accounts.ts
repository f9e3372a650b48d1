import { encodeFunctionData, parseAbi } from 'viem/utils';
import { fromHex } from '#protocol/encoding.ts';
import { readCall } from '../calls/read-call.ts';
import { PACKED_OPERATION } from '../calls/user-operations.ts';
import type { Hex } from '../model/address.ts';
import { ZERO_ADDRESS } from '../model/call-warnings.ts';
import { withoutRanges } from '../model/call.ts';
import { amongHex, inFavor } from '../model/moves.ts';
import { entryPointVersion } from '../model/known-contracts.ts';
import type { TypedDataContext, TypedDataKind } from './kind.ts';

/** The calls that carry out what is signed. */
const EXECUTION = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  `function handleOps(${PACKED_OPERATION}[] ops, address beneficiary)`,
]);

const safeTransaction: TypedDataKind = {
  type: 'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
  read: (fields, { chainId, network, domain, isOwn: isOwn }) => {
    if (domain.verifyingContract === undefined) return null;
    // Read as the call that carries it out, so that it is said in the same words with the same warnings.
    const args = [
      fields.address('to'),
      fields.uint('value'),
      fields.hex('data'),
      Number(fields.uint('operation')),
      fields.uint('safeTxGas'),
      fields.uint('baseGas'),
      fields.uint('gasPrice'),
      fields.address('gasToken'),
      fields.address('refundReceiver'),
      '0x',
    ] as const;
    const data = fromHex(encodeFunctionData({ abi: EXECUTION, functionName: 'execTransaction', args }));
    const to = domain.verifyingContract;
    const isOurs = withAccount(to, isOwn);
    const read = readCall({ chainId, network, from: null, isOwn: isOurs, to, value: 0n, data, offset: 0 });
    const call = withoutRanges({
      ...read,
      sentence: [...read.sentence, ...inFavor(read, { chainId, isOwn: isOurs })],
    });
    return {
      ...call,
      id: 'safe.transaction',
      account: to,
      title: 'Confirmation of a Safe transaction',
      facts: [...call.facts, { label: 'Safe nonce', value: fields.uint('nonce').toString(), kind: 'number' }],
    };
  },
};

/** Its owners sign for the account, so that what is the account's is theirs. */
const withAccount = (account: Hex, isOwn: TypedDataContext['isOwn']) => {
  const isAccount = amongHex([account]);
  return (address: string | null): boolean => isAccount(address) || isOwn?.(address) === true;
};

/** The entry points that hash operations as typed data. */
const HASHES_TYPED_DATA = ['0.8', '0.9'];

const userOperation: TypedDataKind = {
  type: 'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
  read: (fields, { chainId, network, domain, isOwn: isOwn }) => {
    const entryPoint = domain.verifyingContract;
    if (entryPoint === undefined || !HASHES_TYPED_DATA.includes(entryPointVersion(entryPoint) ?? ''))
      return null;
    const operation = {
      sender: fields.address('sender'),
      nonce: fields.uint('nonce'),
      initCode: fields.hex('initCode'),
      callData: fields.hex('callData'),
      accountGasLimits: fields.hex('accountGasLimits'),
      preVerificationGas: fields.uint('preVerificationGas'),
      gasFees: fields.hex('gasFees'),
      paymasterAndData: fields.hex('paymasterAndData'),
      signature: '0x',
    } as const;
    const args = [[operation], ZERO_ADDRESS] as const;
    const data = fromHex(encodeFunctionData({ abi: EXECUTION, functionName: 'handleOps', args }));
    const isOurs = withAccount(operation.sender, isOwn);
    const to = entryPoint;
    const handed = readCall({ chainId, network, from: null, isOwn: isOurs, to, value: 0n, data, offset: 0 });
    const [only] = handed.inner;
    if (only === undefined) return null;
    const sentence = [...only.sentence, ...inFavor(only, { chainId, isOwn: isOurs })];
    const call = withoutRanges({ ...only, sentence, blind: handed.blind, warnings: handed.warnings });
    return { ...call, account: operation.sender };
  },
};

/** What owners of smart accounts sign: confirmations of a Safe, and user operations (ERC-4337). */
export const SMART_ACCOUNT_KINDS = [safeTransaction, userOperation];
