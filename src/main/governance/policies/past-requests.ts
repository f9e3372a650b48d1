import { valuesOfTransaction } from '#chains/policy-values.ts';
import { type Activity, timestampMs } from '#protocol/activity.ts';
import { operationByType } from '#protocol/catalogue/catalogue.ts';
import type { Operation, SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { createReadWriteSession, stampLogin } from '#protocol/catalogue/sessions.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import type { User } from '#protocol/catalogue/users.ts';
import type { Wallet, WalletAccount } from '#protocol/catalogue/wallets.ts';
import { AppError } from '#protocol/error.ts';
import { type Voter, spelledKey } from '#protocol/policies/evaluate-policy.ts';
import { activityValues } from '#protocol/policies/activity-values.ts';
import { Instant, type Struct } from '#protocol/policies/value.ts';
import { oncePerObject } from '#protocol/once-per-list.ts';
import { handsOf } from './sample-hands.ts';

/** What the organization holds today. */
export interface Holdings {
  readonly users: readonly User[];
  readonly privateKeys: readonly PrivateKey[];
  readonly accounts: readonly WalletAccount[];
  readonly wallets: readonly Wallet[];
}

/** A request of the past, as policies would see it if it were asked now, by the same people. */
export interface PastRequest {
  readonly rootOnly: boolean;
  /** The values of the condition's keywords, with the time at which it was asked. */
  readonly condition: Struct;
  /** Keywords that the service would have values for and this computer has none: what they speak of is gone, or not read here. */
  readonly missing: readonly string[];
  /** Whether the service would let its requester do it without a policy: it may be about own credentials. */
  readonly isOwn: boolean;
  readonly approvals: readonly Voter[];
  /** Whether each of the approvals has the credential that it was given with, and not another one of its user. */
  readonly hasCredentials: boolean;
}

const TRANSACTIONS = ['eth', 'solana', 'tron', 'bitcoin', 'tempo'];
const SIGNER = ['private_key', 'wallet', 'wallet_account'];

/** @returns undefined for a request of an operation, or of a form, that this console does not know, or of a person who is gone */
export function pastRequest(activity: Activity, held: Holdings): PastRequest | undefined {
  const operation = operationByType(activity.type);
  const intent = operation === undefined ? undefined : activity.intent[operation.intent];
  if (operation === undefined || typeof intent !== 'object' || intent === null) return undefined;
  const approved = approvalsOf(activity, held.users);
  if (approved === undefined) return undefined;
  // As the service reads them: an ID can be written in several ways, and a policy names one.
  const asked = (operation.parameters.safeParse(intent).data ?? intent) as Readonly<Record<string, unknown>>;
  const { values, missing } = valuesOf(operation, asked, held);
  const requester = activity.votes[0]?.userId;
  return {
    rootOnly: operation.rootOnly ?? false,
    condition: {
      ...values,
      activity: activityValues(activity.type, asked, spelledKey),
      time: { now: new Instant(timestampMs(activity.createdAt) ?? 0) },
    },
    missing,
    isOwn: (asked['userId'] ?? requester) === requester && (LOGINS.includes(operation) || 'userId' in asked),
    ...approved,
  };
}

/** A session is its requester’s own, where it names no other. */
const LOGINS: readonly Operation[] = [stampLogin, createReadWriteSession];

/** Whoever approved, with the credential used; undefined where one of them is no longer there. */
function approvalsOf(
  { votes }: Activity,
  users: readonly User[],
): { approvals: Voter[]; hasCredentials: boolean } | undefined {
  const approvals: Voter[] = [];
  let hasCredentials = true;
  for (const { userId, publicKey, selection } of votes) {
    if (selection !== 'VOTE_SELECTION_APPROVED') continue;
    const user = users.find((each) => each.userId === userId);
    const hands = user === undefined ? [] : handsOf(user);
    const used = hands.find(({ credential }) => credential['public_key'] === publicKey);
    const hand = used ?? hands[0];
    if (hand === undefined) return undefined;
    hasCredentials &&= used !== undefined;
    approvals.push(hand);
  }
  return { approvals, hasCredentials };
}

interface Known {
  readonly values: Struct;
  readonly missing: readonly string[];
}

const NOTHING: Known = { values: {}, missing: [] };

/** The values that depend on what is acted on; the same as the service's own (src/service/engine/key-values.ts). */
function valuesOf(
  operation: SubmitOperation,
  asked: Readonly<Record<string, unknown>>,
  held: Holdings,
): Known {
  const { signWith, privateKeyId, walletId, address } = asked;
  if (operation.path === 'import_secrets' || operation.path === 'export_secrets')
    return { values: {}, missing: ['secret'] };
  if (typeof signWith === 'string') return signerValues(operation, asked, signWith, held);
  if (typeof privateKeyId === 'string') return keyValues(privateKeyId, held);
  if (typeof walletId === 'string') return walletValues(walletId, held);
  if (typeof address === 'string') return accountValues(address, held) ?? { values: {}, missing: SIGNER };
  return NOTHING;
}

function signerValues(
  operation: SubmitOperation,
  asked: Readonly<Record<string, unknown>>,
  signWith: string,
  held: Holdings,
): Known {
  const key = keysOf(held.privateKeys).get(spelledOnce(signWith));
  const account = held.accounts.find((each) => isSame(each.address, signWith));
  const signer = key === undefined ? accountValues(signWith, held) : keyValues(key.privateKeyId, held);
  const publicKey = key?.publicKey ?? account?.publicKey;
  const isTransaction = operation.path === signTransaction.path;
  if (signer === undefined || signer.missing.length > 0 || publicKey === undefined)
    return { values: {}, missing: isTransaction ? [...SIGNER, ...TRANSACTIONS] : SIGNER };
  if (!isTransaction) return signer;
  const parameters = signTransaction.parameters.safeParse(asked);
  if (!parameters.success) return { values: signer.values, missing: TRANSACTIONS };
  const { type, unsignedTransaction } = parameters.data;
  try {
    const values = valuesOfTransaction(type, { unsignedTransaction, signWith, publicKey });
    return { values: { ...signer.values, ...values }, missing: [] };
  } catch (error) {
    // What the service can't read has no values there either.
    if (error instanceof AppError) return signer;
    throw error;
  }
}

/** The keys by their ids and addresses: a thousand requests look for theirs among ten thousand. */
const keysOf = oncePerObject((keys: readonly PrivateKey[]): ReadonlyMap<string, PrivateKey> => {
  const found = new Map<string, PrivateKey>();
  for (const key of keys)
    for (const name of [key.privateKeyId, ...key.addresses.flatMap(({ address }) => address ?? [])])
      if (!found.has(spelledOnce(name))) found.set(spelledOnce(name), key);
  return found;
});

const spelledOnce = (name: string): string => (/^0x/i.test(name) ? name.toLowerCase() : name);

/** Hex addresses are the same in any case. */
const isSame = (left: string, right: string): boolean => spelledOnce(left) === spelledOnce(right);

function keyValues(id: string, { privateKeys }: Holdings): Known {
  const key = keysOf(privateKeys).get(id);
  if (key === undefined) return { values: {}, missing: ['private_key'] };
  const { privateKeyName: label, privateKeyTags: tags, imported, exported } = key;
  return { values: { private_key: { id, tags, imported, exported, label } }, missing: [] };
}

function walletValues(id: string, { wallets }: Holdings): Known {
  const wallet = wallets.find(({ walletId }) => walletId === id);
  if (wallet === undefined) return { values: {}, missing: ['wallet'] };
  const { walletName: label, imported, exported } = wallet;
  return { values: { wallet: { id, label, imported, exported } }, missing: [] };
}

function accountValues(address: string, held: Holdings): Known | undefined {
  const account = held.accounts.find((each) => isSame(each.address, address));
  if (account === undefined) return undefined;
  const { values, missing } = walletValues(account.walletId, held);
  return { values: { ...values, wallet_account: { address: account.address } }, missing };
}
