import { formatTime } from '../../model/amounts.ts';
import type { Fact } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import type { Located, LocatedList } from '../abi/located.ts';
import type { Hex } from '../address.ts';
import { warnOfAllowance } from '../allowance-warnings.ts';
import { decoded, theAddress, type DecodedCall, type ContractCall } from '../call.ts';
import { warnOfPermitCall, warnOfToken } from '../call-warnings.ts';
import { addressFact, untilFact, valueFact } from '../descriptions/facts.ts';
import { allowanceFact, assetFact, theAllowance } from '../token-amount.ts';

/** An allowance in Permit2: how much of a token, until when. */
interface Grant {
  readonly token: Located<Hex>;
  readonly amount: Located<bigint>;
  /** Seconds since the epoch; zero is the end of the block. */
  readonly expiration: Located<number>;
}

/** Permit2's structs of one and of several allowances, in the form that ABIs are written in. */
const DETAILS = '(address token, uint160 amount, uint48 expiration, uint48 nonce)';
export const PERMIT_SINGLE = `(${DETAILS} details, address spender, uint256 sigDeadline)` as const;
export const PERMIT_BATCH = `(${DETAILS}[] details, address spender, uint256 sigDeadline)` as const;

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
    allowanceFact(call, 'Allowance', token.value, amount.value, [amount.range]),
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
  const whose = owner === null ? say('the caller') : [theAddress(owner.value)];
  return decoded('permit2.permit', 'Token approval by signature, through Permit2', {
    sentence: say(
      'Hand in a permit of ',
      ...whose,
      ' that lets ',
      theAddress(spender.value),
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
