import { encodeFunctionData, parseAbi } from 'viem/utils';
import { fromHex } from '../../../../encoding.ts';
import { say } from '../../../sentence.ts';
import { blindSigning, warn } from '../../../warnings.ts';
import type { Hex } from '../../address.ts';
import { reading, theAddress } from '../../call.ts';
import type { CallReading } from '../../call.ts';
import { readCall } from '../../read-call.ts';
import type { TypedDataKind } from '../kind.ts';

const EXECUTION = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
]);

/** The entry points that hash user operations as typed data: 0.8 and 0.9, at the addresses that they have on every chain. */
const ENTRY_POINTS: readonly Hex[] = [
  '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
  '0x433709009B8330FDa32311DF1C2AFA402eD8D009',
];

/** A call made up from typed data has no bytes to point at. */
const withoutRanges = (call: CallReading): CallReading => ({
  ...call,
  facts: call.facts.map(({ label, value, kind, note }) => ({
    label,
    value,
    kind,
    ...(note === undefined ? {} : { note }),
  })),
  inner: call.inner.map(withoutRanges),
});

const safeTransaction: TypedDataKind = {
  type: 'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
  read: (fields, { chainId, network, domain }) => {
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
    const call = withoutRanges(readCall({ chainId, network, from: null, to, value: 0n, data, offset: 0 }));
    return {
      ...call,
      id: 'safe.transaction',
      title: 'Confirmation of a Safe transaction',
      facts: [...call.facts, { label: 'Safe nonce', value: fields.uint('nonce').toString(), kind: 'number' }],
    };
  },
};

const userOperation: TypedDataKind = {
  type: 'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
  read: (fields, { chainId, network, domain }) => {
    const entryPoint = domain.verifyingContract;
    if (entryPoint === undefined || !ENTRY_POINTS.includes(entryPoint)) return null;
    const sender = fields.address('sender');
    const data = fields.bytes('callData');
    const code = fields.hex('initCode');
    const paymaster = fields.hex('paymasterAndData');
    const inner = withoutRanges(
      readCall({ chainId, network, from: entryPoint, to: sender, value: 0n, data, offset: 0 }),
    );
    return reading('erc4337.userOperation', 'User operation', {
      sentence: say('Let the account ', theAddress(sender), ' carry out a user operation'),
      facts: [
        { label: 'Account', value: sender, kind: 'address' },
        { label: 'Entry point', value: entryPoint, kind: 'address' },
        { label: 'Nonce', value: fields.uint('nonce').toString(), kind: 'number' },
        ...(code === '0x' ? [] : [{ label: 'Account code', value: code, kind: 'data' as const }]),
        ...(paymaster === '0x' ? [] : [{ label: 'Paymaster', value: paymaster, kind: 'data' as const }]),
      ],
      warnings: [
        ...inner.warnings,
        ...(code === '0x'
          ? []
          : [blindSigning('The code that makes the account, or that it takes on, could not be read.')]),
        ...(paymaster === '0x'
          ? []
          : [
              warn(
                'PAYMASTER',
                'notice',
                'Somebody else pays the fee',
                'A paymaster may ask for tokens in return.',
              ),
            ]),
      ],
      inner: [inner],
      blind: inner.blind || code !== '0x',
    });
  },
};

/** What owners of smart accounts sign: confirmations of a Safe, and user operations (ERC-4337). */
export const SMART_ACCOUNT_KINDS = [safeTransaction, userOperation];
