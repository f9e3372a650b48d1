import { type Chain, chainOf } from '#chains/chains.ts';
import type { LastNonce, PaymentNodeValues } from '#preload/contract/transfers.ts';
import type { Activity } from '#protocol/activity.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { AppError } from '#protocol/error.ts';
import { LOOKED_THROUGH, type PreviewReads, findSigner, lastTransactions } from '../previews/module.ts';

/** Whose nonces are looked for. */
export interface NonceAccount {
  readonly chain: Chain;
  /** As the chain's form calls it. */
  readonly network: string;
  readonly address: string;
}

/** The nonces of an account in what the organization asked for last. */
interface OrganizationNonces {
  readonly signed: readonly bigint[];
  /** Of requests that may still be signed. */
  readonly waiting: readonly bigint[];
  /** Whether there are no older requests than those that were looked through. */
  readonly isWhole: boolean;
}

/** What may still become a signed transaction. */
const WAITING: readonly Activity['status'][] = [
  'ACTIVITY_STATUS_CREATED',
  'ACTIVITY_STATUS_PENDING',
  'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED',
];
/** So many that don't follow on are named. */
const NAMED = 3;
/** Where nothing was signed, a waiting request's nonce is believed up to here: whoever asks for one chooses it. */
const FIRST_BELIEVED = 1_000n;

type Reads = Pick<PreviewReads, 'ask' | 'listPrivateKeys' | 'listAccounts'>;

/**
 * Looks through the organization's last transactions. Signed and waiting ones are asked for apart, so that no number of
 * requests that failed pushes them out of the list.
 * @returns undefined where the service doesn't say
 */
export async function organizationNonces(
  account: NonceAccount,
  reads: Reads,
): Promise<OrganizationNonces | undefined> {
  try {
    const [signed, waiting] = await Promise.all([
      lastTransactions(reads.ask, { filterByStatus: ['ACTIVITY_STATUS_COMPLETED'] }),
      lastTransactions(reads.ask, { filterByStatus: [...WAITING] }),
    ]);
    const used = async (activities: readonly Activity[]): Promise<bigint[]> =>
      (await Promise.all(activities.map((each) => nonceIn(each, account, reads)))).filter(
        (nonce) => nonce !== undefined,
      );
    return {
      signed: await used(signed.filter(({ status }) => status === 'ACTIVITY_STATUS_COMPLETED')),
      waiting: await used(waiting.filter(({ status }) => WAITING.includes(status))),
      isWhole: Math.max(signed.length, waiting.length) < LOOKED_THROUGH,
    };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** The nonce that a request uses up for the account; undefined for another account's, and for what can't be read. */
async function nonceIn(
  { intent }: Activity,
  { chain, network, address }: NonceAccount,
  reads: Reads,
): Promise<bigint | undefined> {
  const parsed = signTransaction.parameters.safeParse(intent[signTransaction.intent]);
  if (!parsed.success || parsed.data.type !== chain.type) return undefined;
  try {
    const used = chainOf(parsed.data.type).transfer.nonceOf(parsed.data.unsignedTransaction);
    if (used?.network !== network) return undefined;
    const { signer } = await findSigner(chain, parsed.data.signWith, reads);
    return chain.sameAddress(signer.address, address) ? used.nonce : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * The nonce that counts as the last, and where it comes from. What was signed counts, the highest; a waiting request's only
 * as far as it follows on from that: whoever may ask for a signature chooses its nonce, and one far ahead would make
 * payments that no network takes. Those that don't follow on are named.
 * @param here the highest that this console signed
 */
export function lastNonceOf(
  here: bigint | undefined,
  organization: OrganizationNonces | undefined,
): LastNonce {
  const { signed, waiting, isWhole } = organization ?? { signed: [], waiting: [], isWhole: false };
  let last = here;
  let from: LastNonce['from'] = 'here';
  for (const nonce of signed) if (last === undefined || nonce > last) [last, from] = [nonce, 'organization'];
  const apart: bigint[] = [];
  for (const nonce of [...new Set(waiting)].sort((a, b) => (a < b ? -1 : 1))) {
    const isNext = last === undefined ? nonce < FIRST_BELIEVED : nonce === last + 1n;
    if (isNext) [last, from] = [nonce, 'waiting'];
    else if (last === undefined || nonce > last) apart.push(nonce);
  }
  return {
    nonce: last?.toString() ?? null,
    from,
    apart: apart.slice(0, NAMED).map(String),
    isWhole,
  };
}

/**
 * Holds a node's nonce against what was signed or waits here: the higher of both is taken, and a difference is said. A node
 * that counts too little would have a payment replace another one that is on its way.
 * @param field the nonce's name in the form
 */
export function withNode(
  answer: PaymentNodeValues,
  field: string,
  { nonce: last, from }: LastNonce,
): PaymentNodeValues {
  const said = answer.values[field];
  if (said === undefined || last === null) return answer;
  const next = (BigInt(last) + 1n).toString();
  if (BigInt(said) > BigInt(next))
    return { ...answer, remarks: [...answer.remarks, { kind: 'nonceAhead', said, next }] };
  if (said === next) return answer;
  return {
    ...answer,
    values: { ...answer.values, [field]: next },
    remarks: [...answer.remarks, { kind: 'nonceBehind', said, last, from }],
  };
}
