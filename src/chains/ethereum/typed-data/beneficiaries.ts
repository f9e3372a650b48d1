import type { Warning } from '../../model/decoded.ts';
import { warn } from '../../model/warnings.ts';
import { ZERO_ADDRESS } from '../call-warnings.ts';
import { parseAddress, toChecksumAddress, type Hex } from '../address.ts';
import { leavesOf, type Leaf } from './fields.ts';
import type { TypedDataContext } from './kind.ts';
import type { TypedValue } from './typed-data.ts';

/** Names that orders, payouts and permissions give to whoever gets something, or may take it; the end of a longer name too. */
const GAINS =
  /(?:^|[a-z_])(?:to|receiver|recipient|beneficiary|payee|destination|spender|operator|delegatee?|grantee)s?$/i;

/** An address of a message that is somebody else's, where the message calls it a recipient or a spender. */
interface Beneficiary {
  readonly path: string;
  readonly address: string;
}

/**
 * Who gains by a message of a form that is not known, as far as the names of its members tell, without being ours. The zero
 * address is taken for whoever signs, as orders have it.
 * @returns none where nobody is known to sign
 */
export function beneficiariesIn(message: TypedValue, { isOwn: isOurs }: TypedDataContext): Beneficiary[] {
  if (isOurs === undefined) return [];
  return leavesOf(message, '').flatMap((leaf) => {
    const address = addressIn(leaf);
    const isNamed = GAINS.test(leaf.path.replace(/^.*\.|\[\d+\]/g, ''));
    return !isNamed || address === null || address === ZERO_ADDRESS || isOurs(address)
      ? []
      : [{ path: leaf.path, address }];
  });
}

/** An address, or one in a word with zeros before it, as bridges write it; null for anything else. */
function addressIn({ type, value }: Leaf): Hex | null {
  if (typeof value !== 'string') return null;
  if (type === 'address') return parseAddress(value);
  return type === 'bytes32' && /^0x0{24}/.test(value) ? toChecksumAddress(`0x${value.slice(26)}`) : null;
}

/** The warning of those, each named once with the member that names it first. */
export function warnOfBeneficiaries(all: readonly Beneficiary[]): Warning[] {
  const addresses = [...new Set(all.map(({ address }) => address))];
  const named = addresses.map((address) => {
    const path = all.find((each) => each.address === address)?.path ?? '';
    return `“${path}” is ${address}.`;
  });
  if (named.length === 0) return [];
  return [
    warn(
      'BENEFICIARY_NOT_OURS',
      'danger',
      'Names another recipient',
      `${named.slice(0, MOST_NAMED).join(' ')}${named.length > MOST_NAMED ? ` And ${named.length - MOST_NAMED} more.` : ''} Not one of your addresses.`,
    ),
  ];
}

const MOST_NAMED = 5;
