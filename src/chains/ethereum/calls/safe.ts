import { lowerFirst, say } from '../../sentence.ts';
import { toChecksumAddress } from '../address.ts';
import { formatCoins } from '../amounts.ts';
import { addressFact, bytesOffset, decoded, theAddress, word, wordFact } from '../call.ts';
import { runsForeignCode } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { bytesIn, kindOfCall } from './batch-parts.ts';
import { isMultiSend } from './multi-send.ts';
import { tokenOrCoin } from './payments.ts';
import { refundFacts, refundMoves, refundWarnings, refundWords } from './safe-refund.ts';

/** The selector of `multiSend(bytes)`. */
const MULTI_SEND = '0x8d80ff0a';

const safeExecution = defineCall(
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  ([to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver], call) => {
    const refund = {
      gas: safeTxGas + baseGas,
      gasPrice,
      token: tokenOrCoin(gasToken),
      receiver: refundReceiver,
    };
    const delegated = operation === 1;
    // What a known MultiSend does as the Safe stands in the batch that it is given.
    const foreign = delegated && !(isMultiSend(toChecksumAddress(to)) && data.startsWith(MULTI_SEND));
    const inner = call.readInner({
      from: call.to,
      to,
      value,
      offset: bytesOffset(call, 2),
      length: bytesIn(data),
    });
    return decoded('safe.execTransaction', 'Safe transaction', {
      sentence: [
        ...say('From the Safe ', theAddress(call.to), ': ', ...lowerFirst(inner.sentence)),
        ...refundWords(call, refund),
      ],
      aside: refundWords(call, refund),
      facts: [
        { label: 'Safe', value: call.to, kind: 'address' },
        addressFact(call, 'Calls', to, 0),
        {
          label: 'Value from the Safe',
          value: formatCoins(value, call.network.unit),
          kind: 'amount',
          ranges: [word(call, 1)],
        },
        wordFact(call, 'Kind of call', kindOfCall(operation), 3),
        ...refundFacts(call, refund),
      ],
      warnings: [...(foreign ? [runsForeignCode(to, 'the Safe')] : []), ...refundWarnings(call, refund)],
      inner: [inner],
      moves: refundMoves(call, refund),
      // What foreign code does to the Safe is not told by the call that it is given.
      blind: foreign,
    });
  },
);

/** Transactions of a Safe. */
export const SAFE_CALLS = [safeExecution];
