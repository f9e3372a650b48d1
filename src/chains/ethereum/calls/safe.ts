import { lowerFirst, say } from '../../model/sentence.ts';
import { formatCoins } from '../amounts.ts';
import { decoded, theAddress } from '../call.ts';
import { runsForeignCode } from '../call-warnings.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact, valueFact } from '../descriptions/facts.ts';
import { kindOfCall } from './batch-parts.ts';
import { isMultiSend } from './multi-send.ts';
import { refundFacts, refundMoves, refundWarnings, refundWords } from './safe-refund.ts';

/** The selector of `multiSend(bytes)`. */
const MULTI_SEND = '0x8d80ff0a';

const safeExecution = defineCall(
  'execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  (args, call) => {
    const { to, value, data, operation } = args;
    const delegated = operation.value === 1;
    // What a known MultiSend does as the Safe stands in the batch that it is given.
    const foreign = delegated && !(isMultiSend(to.value) && data.value.startsWith(MULTI_SEND));
    const inner = call.readInner({ from: call.to, to: to.value, value: value.value, range: data.range });
    return decoded('safe.execTransaction', 'Safe transaction', {
      sentence: [
        ...say('From the Safe ', theAddress(call.to), ': ', ...lowerFirst(inner.sentence)),
        ...refundWords(call, args),
      ],
      aside: refundWords(call, args),
      facts: [
        addressFact('Safe', { value: call.to }),
        addressFact('Calls', to),
        valueFact('Value from the Safe', value, formatCoins(value.value, call.network.unit), 'amount'),
        valueFact('Kind of call', operation, kindOfCall(operation.value)),
        ...refundFacts(call, args),
      ],
      warnings: [...(foreign ? [runsForeignCode(to.value, 'the Safe')] : []), ...refundWarnings(call, args)],
      inner: [inner],
      moves: refundMoves(call, args),
      // What foreign code does to the Safe is not told by the call that it is given.
      blind: foreign,
    });
  },
);

/** Transactions of a Safe. */
export const SAFE_CALLS = [safeExecution];
