import { formatTime } from '../../model/amounts.ts';
import type { Fact } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import type { Located, LocatedList } from '../abi/located.ts';
import { addressFact, untilFact, valueFact } from '../descriptions/formats.ts';
import type { Hex } from '../model/address.ts';
import { warnOfAllowance, warnOfPermitCall } from '../model/allowance-warnings.ts';
import { warnOfToken } from '../model/call-warnings.ts';
import { type ContractCall, type DecodedCall, decoded, theLocatedAddress } from '../model/call.ts';
import { allowanceFact, assetFact, theAllowance } from '../model/token-amount.ts';

/** An allowance in Permit2: how much of a token, until when. */
interface Grant {
  readonly token: Located<Hex>;
  readonly amount: Located<bigint>;
  /** Seconds since the epoch; zero is the end of the block. */
  readonly expiration: Located<number>;
}

interface Permit {
  readonly details: Grant | LocatedList<Grant>;
  readonly spender: Located<Hex>;
  readonly sigDeadline: Located<bigint>;
}

/** The facts of one allowance. */
export function grantFacts(call: ContractCall, { token, amount, expiration }: Grant): Fact[] {
  const until = expiration.value === 0 ? 'the end of the block' : formatTime(BigInt(expiration.value));
  return [
    assetFact(call, token.value, [token.range]),
    allowanceFact(call, 'Allowance', token.value, amount),
    valueFact('Allowed until', expiration, until, 'time'),
  ];
}

const lastOf = (moments: readonly bigint[]): bigint =>
  moments.reduce((last, moment) => (moment > last ? moment : last), 0n);

/** A permit for one token or for several. @param owner who gave it; null where it is the caller */
export function permitFor(
  call: ContractCall,
  owner: Located<Hex> | null,
  { details, spender, sigDeadline }: Permit,
): DecodedCall {
  const grants = 'items' in details ? details.items : [details];
  const [only] = grants;
  const what =
    grants.length === 1 && only !== undefined
      ? theAllowance(call, only.token.value, only.amount.value)
      : say(`${grants.length} tokens`);
  const whose = owner === null ? say('the caller') : [theLocatedAddress(owner.value)];
  return decoded('permit2.permit', 'Token approval by signature, through Permit2', {
    sentence: say(
      'Hand in a permit of ',
      ...whose,
      ' that lets ',
      theLocatedAddress(spender.value),
      ' spend ',
      ...what,
    ),
    facts: [
      ...(owner === null ? [] : [addressFact('Owner', owner)]),
      addressFact('Spender', spender),
      ...grants.flatMap((grant) => grantFacts(call, grant)),
      untilFact(sigDeadline),
    ],
    deadline: sigDeadline.value,
    warnings: [
      ...grants.flatMap(({ token, amount }) => [
        ...warnOfAllowance(call, token.value, amount.value, spender.value),
        ...warnOfToken(call, token.value),
      ]),
      ...warnOfPermitCall(
        call,
        owner?.value ?? null,
        lastOf([sigDeadline.value, ...grants.map(({ expiration }) => BigInt(expiration.value))]),
      ),
    ],
  });
}
