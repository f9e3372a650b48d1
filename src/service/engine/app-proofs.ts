import { z } from 'zod';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { makeAppProof, type AppProof, type ProofPayload } from '#protocol/proof.ts';
import type { EnclaveKeys } from '../keys/enclave-keys.ts';
import { recall } from '../storage/kept-rows.ts';
import { findRootQuorum } from '../storage/organization.ts';
import { listRows } from '../storage/rows.ts';
import type { ActivityRow, VoteRow } from '../storage/schema.ts';
import type { Store } from '../storage/store.ts';

/** What is proven: an activity, complete, and what led to it. */
interface Proven {
  readonly activity: Pick<ActivityRow, 'id' | 'organization_id' | 'type' | 'intent' | 'fingerprint'>;
  readonly votes: readonly VoteRow[];
  readonly parameters: unknown;
  readonly result: unknown;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const wanted = z.object({
  walletId: z.string().optional(),
  accounts: z.array(z.object({ path: z.string() })),
});
const derived = z.object({ walletId: z.string().optional(), addresses: z.array(z.string()) });
const request = z.object({
  generateAppProofs: z.boolean().nullish(),
  parameters: z.object({ generateAppProofs: z.boolean().nullish() }),
});

/**
 * Whether the request of an activity asks for proofs, in either of the places where published clients write the member
 * (PROTOCOL.md, section 6.7).
 * @param message the exact body that was stamped
 */
function asksForProofs(message: string): boolean {
  const { generateAppProofs, parameters } = request.parse(JSON.parse(message));
  return generateAppProofs === true || parameters.generateAppProofs === true;
}

/** The text of all proofs of an activity, as it is kept, or null when none are asked for. */
export async function proofsFor(store: Store, keys: EnclaveKeys, proven: Proven): Promise<string | null> {
  const [first] = proven.votes;
  if (first === undefined || !asksForProofs(first.message)) return null;
  const payloads = [await policyOutcome(store, proven), ...addressDerivations(proven)];
  // The half that signs is the one that clients pin as `enclaveQuorum` (docs/decisions/071).
  return JSON.stringify(payloads.map((payload): AppProof => makeAppProof(payload, keys.enclave)));
}

/** That the activity was allowed, over what, by whose approvals (docs/decisions/071 says what each digest covers). */
async function policyOutcome(
  store: Store,
  { activity, votes, now }: Pick<Proven, 'activity' | 'votes' | 'now'>,
): Promise<ProofPayload> {
  const organizationId = activity.organization_id;
  const { id, type, fingerprint } = activity;
  const intent: unknown = JSON.parse(activity.intent);
  return {
    type: 'APP_PROOF_TYPE_POLICY_OUTCOME',
    timestampMs: String(now),
    policyOutcomeProof: {
      organizationId,
      outcome: 'OUTCOME_ALLOW',
      decisionContextDigest: digest({ organizationId, activityId: id, type, intent, fingerprint }),
      organizationDataDigest: await organizationDigest(store, organizationId),
      parentOrganizationDataDigest: '',
      userRequestApprovals: votes
        .filter(({ selection }) => selection === 'VOTE_SELECTION_APPROVED')
        .map(({ user_id: userId, public_key: publicKey, scheme, signature }) => ({
          userId,
          publicKey,
          scheme,
          signature,
        })),
    },
  };
}

/** The digest of what an organization decides by: made again when that changes, for it may be long. */
const organizationDigest = (store: Store, organizationId: string): Promise<string> =>
  recall(store, 'root_quorum policy user', `digest ${organizationId}`, async () => {
    const rootQuorum = await findRootQuorum(store, organizationId);
    const policies = await listRows(store, 'policy', organizationId);
    const users = await listRows(store, 'user', organizationId);
    return digest({ organizationId, rootQuorum, policies, users });
  });

/** For whatever derives accounts of a wallet: that each address is that of its path. */
function addressDerivations({ activity, parameters, result, now }: Proven): ProofPayload[] {
  const asked = wanted.safeParse(parameters).data;
  const made = derived.safeParse(result).data;
  const walletId = made?.walletId ?? asked?.walletId;
  if (asked === undefined || made === undefined || walletId === undefined) return [];
  return asked.accounts.flatMap(({ path }, index) => {
    const address = made.addresses[index];
    if (address === undefined) return [];
    return {
      type: 'APP_PROOF_TYPE_ADDRESS_DERIVATION',
      timestampMs: String(now),
      addressDerivationProof: {
        organizationId: activity.organization_id,
        walletId,
        derivationPath: path,
        address,
      },
    };
  });
}

const digest = (value: unknown): string => sha256Hex(toUtf8(JSON.stringify(value)));
